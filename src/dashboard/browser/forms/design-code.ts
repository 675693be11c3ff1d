const SHORT_OR_LONG = /^#?(?:[0-9a-f]{3}){1,2}$/i;

/** In a form with a look, colours can be typed, and a button that fixes a problem sets its values at once. */
export function enhanceDesign(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-preview]');
  if (!form) return;
  // The stylesheet shows the parts that only work with the script.
  form.dataset['live'] = '';
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) {
      const color = target.dataset['twin'] ?? '';
      if (color !== '') typeColor(form, color, target.value);
      else if (target.type === 'color') showTyped(form, target);
      else countCharacters(form, target);
    }
    showChosen(form);
    showColors(form);
  });
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.name === 'template')
      form.requestSubmit(form.querySelector<HTMLButtonElement>('button[name="use_template"]'));
    if (!(target instanceof HTMLInputElement)) return;
    // Typed text that is not a colour is removed.
    const color = findControl(form, target.dataset['twin'] ?? '');
    if (color instanceof HTMLInputElement) target.value = color.value;
  });
  form.addEventListener('click', (event) => {
    const { target } = event;
    const button = target instanceof Element ? target.closest('button[name="set"]') : null;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    setValues(form, new URLSearchParams(button.value));
  });
}

/** Shows how many characters a text has left. */
function countCharacters(form: HTMLFormElement, { name, value }: HTMLInputElement): void {
  const count = form.querySelector<HTMLElement>(`[data-count="${name}"]`);
  if (!count) return;
  const left = Number(count.dataset['most']) - [...value.trim()].length;
  const words = left < 0 ? count.dataset['over'] : count.dataset['left'];
  count.textContent = words?.replace('#', String(Math.abs(left))) ?? '';
}

/** The closed part of a choice says what is chosen, as the tile does. */
function showChosen(form: HTMLFormElement): void {
  for (const place of form.querySelectorAll<HTMLElement>('[data-chosen]')) {
    const tile = form.querySelector(`[name="${place.dataset['chosen']}"]:checked`)?.closest('.tile');
    const shown = [...(tile?.children ?? [])].filter((part) => !(part instanceof HTMLInputElement));
    if (tile) place.replaceChildren(...shown.map((part) => part.cloneNode(true)));
  }
}

function showColors(form: HTMLFormElement): void {
  for (const place of form.querySelectorAll<HTMLElement>('[data-colors]')) {
    const colors = (place.dataset['colors'] ?? '').split(' ').map((name) => findControl(form, name)?.value);
    place.querySelectorAll('path').forEach((path, i) => path.setAttribute('fill', colors[i] ?? ''));
  }
}

function typeColor(form: HTMLFormElement, name: string, text: string): void {
  const color = findControl(form, name);
  if (!(color instanceof HTMLInputElement) || !SHORT_OR_LONG.test(text)) return;
  const digits = text.replace('#', '').toLowerCase();
  color.value = `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits}`;
}

function showTyped(form: HTMLFormElement, color: HTMLInputElement): void {
  const twin = form.querySelector<HTMLInputElement>(`[data-twin="${color.name}"]`);
  if (twin) twin.value = color.value;
}

/** Sets fields as a person would, and moves the focus to the first one: the button may disappear. */
function setValues(form: HTMLFormElement, values: URLSearchParams): void {
  for (const [name, value] of values) {
    const control = findControl(form, name);
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === 'on';
    else if (control) control.value = value;
    if (control instanceof HTMLInputElement && control.type === 'color') showTyped(form, control);
  }
  const [first = ''] = values.keys();
  const control = findControl(form, first);
  const focused =
    control instanceof RadioNodeList ? form.querySelector(`[name="${first}"]:checked`) : control;
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  form.dispatchEvent(new Event('input', { bubbles: true }));
}

function findControl(
  form: HTMLFormElement,
  name: string,
): HTMLInputElement | HTMLSelectElement | RadioNodeList | null {
  const control = name === '' ? null : form.elements.namedItem(name);
  const isKnown =
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof RadioNodeList;
  return isKnown ? control : null;
}
