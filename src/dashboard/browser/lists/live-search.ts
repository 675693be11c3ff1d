import { showSelection } from './select-codes.ts';
import { suggestTags } from '../forms/suggest-tags.ts';

/** Long enough for the next letter, and short enough to seem at once. */
const WAIT_MS = 180;

/**
 * `<form data-live-search>` renews the parts of its page, `<… data-live-part="name">`, while somebody types, from the page that the form
 * leads to. The address follows, so that a bookmark, “back” and a reload show the same.
 */
export function enhanceSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-live-search]');
  if (!form) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();
  const search = () => {
    clearTimeout(timer);
    running.abort();
    running = new AbortController();
    void renew(form, running.signal);
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(search, WAIT_MS);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    search();
  });
}

function toAddress(form: HTMLFormElement): URL {
  const url = new URL(form.action);
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value.trim() !== '') url.searchParams.append(name, value);
  return url;
}

async function renew(form: HTMLFormElement, signal: AbortSignal): Promise<void> {
  const url = toAddress(form);
  const busy = document.querySelector<HTMLElement>('[data-live-part="list"]');
  if (busy) busy.ariaBusy = 'true';
  try {
    const response = await fetch(url, { signal });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (signal.aborted) return;
    // Somebody who was signed out sees the page for that.
    if (response.redirected || !page.querySelector('form[data-live-search]')) throw new Error(response.url);
    show(page, response.ok);
    history.replaceState(history.state, '', url);
  } catch {
    if (!signal.aborted) location.assign(url);
    return;
  }
  if (busy) busy.ariaBusy = null;
}

/** A search that is refused says why, and leaves the list as it was. */
function show(page: Document, isFound: boolean): void {
  const ticked = isFound ? listTicked() : [];
  for (const part of document.querySelectorAll<HTMLElement>('[data-live-part]')) {
    const { livePart } = part.dataset;
    if (!isFound && livePart !== 'count') continue;
    const fresh = page.querySelector(`[data-live-part="${livePart}"]`);
    if (fresh && fresh.innerHTML !== part.innerHTML) part.replaceChildren(...fresh.childNodes);
  }
  document.querySelector('#q-error')?.remove();
  document.querySelector('#q')?.removeAttribute('aria-invalid');
  for (const name of ticked) {
    const box = document.querySelector<HTMLInputElement>(`tbody input[name="${name}"]`);
    if (box) box.checked = true;
  }
  suggestTags();
  showSelection();
}

function listTicked(): string[] {
  return [...document.querySelectorAll<HTMLInputElement>('tbody input[form="selection"]:checked')].map(
    ({ name }) => name,
  );
}
