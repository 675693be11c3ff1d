import { foldText } from './fold-text.ts';

/** The palette that Ctrl-K opens, and the keys that work on every page. Its words are in a template: frame/palette.tsx. */

/** People who dictate can press single keys by accident, so they can be switched off (WCAG 2.2, 2.1.4). */
const OFF = 'single-keys-off';

/** Long enough to type a letter more, short enough to feel immediate. */
const PAUSE_MS = 150;

/** A search that fails is asked again: the person who waits for it types nothing more. */
const RETRIES_MS = [1000, 3000];

export function enhanceKeys(): void {
  const template = document.querySelector<HTMLTemplateElement>('#palette');
  if (!template) return;
  nameCommandKey(document);
  nameCommandKey(template.content);
  let dialog: HTMLDialogElement | null = null;
  const open = () => {
    dialog ??= buildPalette(template);
    listActionsHere(dialog);
    if (!dialog.open) dialog.showModal();
    dialog.querySelector('input')?.select();
  };
  const link = document.querySelector('[data-opens-palette]');
  link?.setAttribute('aria-haspopup', 'dialog');
  link?.addEventListener('click', (event) => {
    event.preventDefault();
    open();
  });
  listenForKeys(open);
}

function listenForKeys(open: () => void): void {
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

/** Keyboards of Apple have no Ctrl for this. */
function nameCommandKey(root: ParentNode): void {
  if (!/Mac|iP(hone|ad)/.test(navigator.platform)) return;
  for (const key of root.querySelectorAll('[data-command]')) key.textContent = '⌘ K';
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
    if (target === dialog || (target as Element).matches('[data-close]')) dialog.close();
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

/** What the page itself offers: each of its buttons and links that have other words, by which people look for them. */
function listActionsHere(dialog: HTMLDialogElement): void {
  const section = dialog.querySelector<HTMLElement>('[data-here]');
  if (!section) return;
  // Those of the frame, which each page has, come last.
  const actions = ['main', 'header'].flatMap((part) =>
    Array.from(document.querySelectorAll<HTMLElement>(`${part} [data-words]`)),
  );
  const rows = actions
    .filter((action) => !dialog.contains(action))
    .map((action) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset['words'] = action.dataset['words'];
      button.textContent = action.textContent;
      button.addEventListener('click', () => {
        dialog.close();
        perform(action);
      });
      const row = document.createElement('li');
      row.append(button);
      return row;
    });
  section.querySelector('ul')?.replaceChildren(...rows);
  section.hidden = rows.length === 0;
  filterRows(dialog, dialog.querySelector('input')?.value ?? '');
}

/** Presses it where it stands; what opens below a button is opened, with the focus in it. */
function perform(action: HTMLElement): void {
  const opened = action.closest('summary')?.parentElement;
  if (!(opened instanceof HTMLDetailsElement)) return action.click();
  opened.open = true;
  opened.scrollIntoView({ block: 'nearest' });
  opened.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select')?.focus();
}

const ROWS = 'li > :is(a, button)';

/** The rows with all typed words, in their text or among their other words. */
function filterRows(dialog: HTMLDialogElement, typed: string): void {
  const words = foldText(typed).split(/\s+/);
  for (const group of dialog.querySelectorAll<HTMLElement>('section:not([data-found])')) {
    const rows = [...group.querySelectorAll<HTMLElement>(ROWS)];
    for (const row of rows) {
      const text = foldText(`${row.textContent} ${row.dataset['words'] ?? ''}`);
      row.parentElement?.toggleAttribute('hidden', !words.every((word) => text.includes(word)));
    }
    group.hidden = rows.every((row) => row.parentElement?.hidden);
  }
}

/**
 * What can be done here, pages and actions with the typed words, and below them the codes: Enter opens the first of all, and searches the
 * codes if there is none yet; arrows go up and down.
 */
function followTyping(dialog: HTMLDialogElement): void {
  const field = dialog.querySelector<HTMLInputElement>('[type="search"]');
  const found = dialog.querySelector<HTMLElement>('[data-found]');
  if (!field || !found) return;
  const search = searchCodes(found);
  field.addEventListener('input', () => {
    filterRows(dialog, field.value);
    search(field.value.trim());
  });
  dialog.addEventListener('keydown', (event) => {
    const shown = [...dialog.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row.checkVisibility());
    const first = shown.find((row) => !row.closest('[data-stale]'));
    if (event.key === 'Enter' && event.target === field && field.value.trim() !== '' && first) {
      event.preventDefault();
      first.click();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops: HTMLElement[] = [field, ...shown];
    stops[stops.indexOf(event.target as HTMLElement) + step]?.focus();
  });
}

/** Shows the codes that match, as the server lists them. Those of the text before stay until then, and Enter does not open them. */
function searchCodes(found: HTMLElement): (text: string) => void {
  let pause: number | undefined;
  let request: AbortController | undefined;
  const show = (heading: string, rows: readonly Node[]) => {
    const label = found.querySelector('h2');
    if (label) label.textContent = heading;
    found.querySelector('ul')?.replaceChildren(...rows);
    found.querySelector('.skeleton')?.toggleAttribute('hidden', heading !== '');
  };
  const ask = async (text: string, [pauseMs, ...later]: readonly number[]) => {
    request = new AbortController();
    const { signal } = request;
    try {
      const query = new URLSearchParams({ q: text });
      const response = await fetch(`${found.dataset['found']}?${query}`, { signal, redirect: 'error' });
      if (!response.ok) throw new Error(String(response.status));
      const { body } = new DOMParser().parseFromString(await response.text(), 'text/html');
      show(body.querySelector('h2')?.textContent ?? '', [...body.querySelectorAll('li')]);
      found.removeAttribute('data-stale');
    } catch {
      if (signal.aborted) return;
      if (pauseMs !== undefined) pause = window.setTimeout(() => void ask(text, later), pauseMs);
      // Enter still searches on a page, which says what is wrong.
      else found.hidden = true;
    }
  };
  return (text) => {
    request?.abort();
    clearTimeout(pause);
    if (found.hidden) show('', []);
    found.hidden = text === '';
    found.setAttribute('data-stale', '');
    if (text !== '') pause = window.setTimeout(() => void ask(text, RETRIES_MS), PAUSE_MS);
  };
}
