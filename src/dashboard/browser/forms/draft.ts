import { replaceForm } from './live-preview.ts';

/** Long enough to type a word. */
const PAUSE_MS = 300;
const PREFIX = 'draft-';

/** Never kept: passwords, files, and what belongs to one opening of the form. */
const NEVER_KEPT = new Set(['id', 'password', 'wifi.password', 'logo_file', 'template_name']);

/**
 * `<form data-draft="person">` keeps what was typed in this browser until it is sent, and offers it when a new form is opened. Signing out
 * forgets it.
 */
export function keepDrafts(): void {
  const signOut = document.querySelector('#sign-out');
  signOut?.addEventListener('submit', forgetAll);
  const form = document.querySelector<HTMLFormElement>('form[data-draft]');
  if (!form || !canKeep()) return;
  // Nothing is lost by leaving.
  form.removeAttribute('data-unsaved');
  const key = PREFIX + (form.dataset['draft'] ?? '');
  const opened = read(form);
  let pause: number | undefined;
  let isSigningOut = false;
  const keep = () => {
    clearTimeout(pause);
    pause = undefined;
    if (!isSigningOut) localStorage.setItem(key, read(form));
  };
  // Nor is kept what was typed just before, or while the sign-out is on its way.
  signOut?.addEventListener('submit', () => {
    isSigningOut = true;
  });
  form.addEventListener('input', () => {
    clearTimeout(pause);
    pause = window.setTimeout(keep, PAUSE_MS);
  });
  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('formaction')) return;
    clearTimeout(pause);
    pause = undefined;
    localStorage.removeItem(key);
  });
  window.addEventListener('pagehide', () => {
    if (pause !== undefined) keep();
  });
  // What was refused was not created.
  if (form.querySelector('[aria-invalid="true"]')) keep();
  else window.addEventListener('pageshow', () => offer(form, key, opened), { once: true });
}

/** Shows the offer above the form, unless the browser has put the same text back. */
function offer(form: HTMLFormElement, key: string, opened: string): void {
  const draft = localStorage.getItem(key);
  const template = document.querySelector<HTMLTemplateElement>('#draft-offer');
  if (draft === null || !template || [opened, read(form)].includes(draft)) return;
  const notice = template.content.firstElementChild?.cloneNode(true);
  if (!(notice instanceof HTMLElement)) return;
  notice.addEventListener('click', ({ target }) => {
    const chosen = target instanceof HTMLElement ? target.dataset['draftAction'] : undefined;
    if (chosen === undefined) return;
    notice.remove();
    if (chosen === 'discard') localStorage.removeItem(key);
    else void resume(form, draft);
  });
  template.before(notice);
}

/** The server shows the form again with the draft: its type may have other fields than the opened one. */
async function resume(form: HTMLFormElement, draft: string): Promise<void> {
  const fields = new URLSearchParams(draft);
  fields.set('id', form.querySelector<HTMLInputElement>('input[name="id"]')?.value ?? '');
  await replaceForm(form, '/codes/new', fields);
}

function read(form: HTMLFormElement): string {
  const kept = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !NEVER_KEPT.has(field[0]),
  );
  return new URLSearchParams(kept).toString();
}

/** Some browsers keep nothing, or nothing for this site. */
function canKeep(): boolean {
  try {
    localStorage.setItem(PREFIX, '');
    localStorage.removeItem(PREFIX);
    return true;
  } catch {
    return false;
  }
}

function forgetAll(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
