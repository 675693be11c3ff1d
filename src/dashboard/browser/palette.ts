/** The palette that Ctrl-K opens, and the keys that work on every page. Its words are in a template: frame/palette.tsx. */

/** People who dictate can press single keys by accident, so they can be switched off (WCAG 2.2, 2.1.4). */
const OFF = 'single-keys-off';

export function enhanceKeys(): void {
  const template = document.querySelector<HTMLTemplateElement>('#palette');
  if (!template) return;
  let dialog: HTMLDialogElement | null = null;
  const open = () => {
    dialog ??= buildPalette(template);
    if (!dialog.open) dialog.showModal();
    dialog.querySelector('input')?.select();
  };
  const actions = new Map<string, () => void>([
    ['?', open],
    ['n', () => document.querySelector<HTMLAnchorElement>('a.new-code')?.click()],
    [
      '/',
      () => (document.querySelector<HTMLInputElement>('main [type="search"]') ?? { focus: open }).focus(),
    ],
  ]);
  document.addEventListener('keydown', (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const isPalette = isCommand && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';
    const isOwn =
      !isCommand && !event.altKey && !isTyping(event.target) && localStorage.getItem(OFF) === null;
    const action = isPalette ? open : isOwn ? actions.get(event.key) : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function isTyping(target: EventTarget | null): boolean {
  // A field of a closed palette may still have the focus.
  return (
    target instanceof Element &&
    target.matches('input, select, textarea, dialog[open] *') &&
    target.checkVisibility()
  );
}

function buildPalette(template: HTMLTemplateElement): HTMLDialogElement {
  const content = document.importNode(template.content, true);
  const dialog = content.querySelector('dialog');
  if (!dialog) throw new Error('The template has no dialog.');
  document.body.append(content);
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  keepChoice(dialog);
  followTyping(dialog);
  return dialog;
}

function keepChoice(dialog: HTMLDialogElement): void {
  const box = dialog.querySelector<HTMLInputElement>('[type="checkbox"]');
  if (!box) return;
  box.checked = localStorage.getItem(OFF) === null;
  box.addEventListener('change', () => {
    if (box.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, '');
  });
}

/** The pages with the typed words: Enter opens the first of them, and searches the codes if there is none; arrows go up and down. */
function followTyping(dialog: HTMLDialogElement): void {
  const field = dialog.querySelector<HTMLInputElement>('[type="search"]');
  if (!field) return;
  const rows = [...dialog.querySelectorAll('li')];
  const listShown = () => dialog.querySelectorAll<HTMLElement>('li:not([hidden]) > a');
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const row of rows)
      row.hidden = !words.every((word) => (row.textContent ?? '').toLowerCase().includes(word));
  });
  dialog.addEventListener('keydown', (event) => {
    const [first, ...others] = listShown();
    if (event.key === 'Enter' && event.target === field && field.value.trim() !== '' && first) {
      event.preventDefault();
      first.click();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops: HTMLElement[] = [field, ...(first ? [first] : []), ...others];
    stops[stops.indexOf(event.target as HTMLElement) + step]?.focus();
  });
}
