import { removeErrorsBut } from './stale-errors.ts';
import { showUploads } from './upload.ts';

/** Long enough to type a word, short enough to feel immediate. */
const PAUSE_MS = 300;

/** `<form data-preview="path">` sends its fields to the path during typing, and shows the response in `#preview`. */
export function enhancePreview(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-preview]');
  if (!form) return;
  hideButtons(form);
  let pause: number | undefined;
  let request: AbortController | undefined;

  const stop = () => {
    request?.abort();
    clearTimeout(pause);
  };
  const refresh = async () => {
    stop();
    request = new AbortController();
    const { signal } = request;
    const drawn = await draw(form, signal);
    const panel = document.getElementById('preview');
    // A newer request has replaced it.
    if (signal.aborted || !panel) return;
    if (drawn === null) showFailure(panel);
    else {
      await show(panel, drawn);
      if (signal.aborted) return;
      const faulty = panel.querySelector<HTMLElement>('[data-faulty]')?.dataset['faulty'] ?? '';
      removeErrorsBut(form, new Set(faulty.split(' ')));
    }
  };
  form.addEventListener('input', () => {
    stop();
    pause = window.setTimeout(() => void refresh(), PAUSE_MS);
  });
  form.addEventListener('submit', stop);
  // After “back”, the browser restores the typed text, but the preview is still that of the empty form.
  window.addEventListener('pageshow', () => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (navigation?.type !== 'navigate') void refresh();
  });
}

/** Hides the buttons that the script presses itself: for the preview, and for the fields of another type. */
function hideButtons(form: ParentNode): void {
  for (const button of form.querySelectorAll('[data-preview-button], [data-show-type]'))
    button.setAttribute('hidden', '');
}

/** The preview as HTML; null if the server sends an error or cannot be reached. */
async function draw(form: HTMLFormElement, signal: AbortSignal): Promise<string | null> {
  try {
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    const response = await fetch(form.dataset['preview'] ?? '', { method: 'POST', body, signal });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** Waits for the picture before it replaces the old one, so that nothing flickers or jumps. */
async function show(panel: HTMLElement, html: string): Promise<void> {
  const drawn = new DOMParser().parseFromString(html, 'text/html').body;
  const picture = new Image();
  picture.src = drawn.querySelector('img')?.src ?? '';
  // Without a picture that can be drawn, there is nothing to wait for.
  await picture.decode().catch(() => undefined);
  // Figures that somebody has opened stay open.
  if (panel.querySelector('details[open]')) drawn.querySelector('details')?.setAttribute('open', '');
  panel.replaceChildren(...drawn.childNodes);
}

/** Replaces the old preview, which people would mistake for the current one. */
function showFailure(panel: HTMLElement): void {
  const problem = document.createElement('p');
  problem.className = 'problem';
  problem.textContent = panel.dataset['failed'] ?? '';
  panel.replaceChildren(problem);
}

/**
 * The buttons of `<form data-preview>` with a `formaction` show the form again, for another type or with a preview. This script does so
 * without leaving the page, because browsers cannot go back to a posted page.
 */
export function enhanceFormChanges(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-preview]');
  let isPlain = false;
  let pause: number | undefined;
  form?.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'type') return;
    clearTimeout(pause);
    const press = () => form.requestSubmit(form.querySelector<HTMLElement>('[data-show-type]'));
    // Arrow keys pass over types.
    pause = window.setTimeout(press, target.matches(':focus-visible') ? PAUSE_MS : 0);
  });
  form?.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (isPlain || !(button instanceof HTMLButtonElement) || !button.hasAttribute('formaction')) return;
    event.preventDefault();
    void change(form, button).catch(() => {
      // Sends the form again without the script, so that the server shows the error as a page.
      isPlain = true;
      form.requestSubmit(button);
    });
  });
}

async function change(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const data = new FormData(form, button);
  const hasFile = button.formEnctype === 'multipart/form-data';
  const body = hasFile ? data : new URLSearchParams(data as unknown as Record<string, string>);
  await replaceForm(form, button.formAction, body);
}

/**
 * Shows the form as the server shows it after these fields; the parts that were open stay so. Until then nobody can change it, because the
 * change would be lost.
 */
export async function replaceForm(
  form: HTMLFormElement,
  action: string,
  body: FormData | URLSearchParams,
): Promise<void> {
  // People who move through the types with the arrow keys keep the focus.
  const stays = form.querySelector('[name="type"]:focus-visible') !== null;
  form.inert = true;
  const html = await send(action, body).finally(() => (form.inert = false));
  const page = new DOMParser().parseFromString(html, 'text/html');
  const changed = page.querySelector('form[data-preview]');
  if (!changed) throw new Error('no form');
  hideButtons(changed);
  const open = new Set([...form.querySelectorAll('details[open] > summary')].map(nameOf));
  for (const summary of changed.querySelectorAll('details > summary'))
    if (open.has(nameOf(summary))) summary.parentElement?.setAttribute('open', '');
  form.replaceChildren(...changed.childNodes);
  showUploads();
  form.querySelector<HTMLElement>(stays ? '[name="type"]:checked' : '[autofocus]')?.focus();
  // So that “back” returns to the same fields. A form without types always has the same ones.
  const [type, id] = ['type', 'id'].map(
    (name) =>
      form.querySelector<HTMLInputElement>(`input[name="${name}"]:is([type="hidden"], :checked)`)?.value,
  );
  if (type !== undefined) history.replaceState(null, '', `/codes/new?type=${type}&form=${id}`);
}

async function send(action: string, body: FormData | URLSearchParams): Promise<string> {
  const response = await fetch(action, { method: 'POST', body });
  // A refused file comes back as a form with an error.
  if (!response.ok && response.status !== 422) throw new Error(String(response.status));
  return response.text();
}

/** The first words of a part: the others say what is chosen. */
function nameOf(summary: Element): string {
  return (summary.firstElementChild ?? summary).textContent;
}
