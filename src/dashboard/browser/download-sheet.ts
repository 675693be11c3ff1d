import { sayWhatCame } from './copy.ts';

/** Long enough to type a number, short enough to feel immediate. */
const PAUSE_MS = 300;

/**
 * `<a data-dialog="Title">` opens the sheet of its page, `#download-sheet`, in a dialog over this page. On the sheet's page and in the
 * dialog, forms show their result while they are filled in, and the image can be copied.
 */
export function enhanceDownloads(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-dialog]')) {
    link.addEventListener('click', (event) => {
      // The browser opens other tabs and windows itself.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void openDialog(link).catch(() => location.assign(link.href));
    });
  }
  enhanceSheet(document);
}

/** Fetches the page each time, because it contains the last choice. */
async function openDialog(link: HTMLAnchorElement): Promise<void> {
  const response = await fetch(link.href);
  if (!response.ok || response.redirected) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const sheet = page.getElementById('download-sheet');
  if (!sheet) throw new Error('no sheet');

  const dialog = document.createElement('dialog');
  const article = document.createElement('article');
  const header = document.createElement('header');
  const heading = document.createElement('h2');
  heading.id = 'dialog-heading';
  heading.textContent = link.dataset['dialog'] ?? '';
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'close';
  close.setAttribute('aria-label', 'Close');
  header.append(heading, close);
  article.append(header, document.adoptNode(sheet));
  dialog.className = 'sheet';
  dialog.setAttribute('aria-labelledby', heading.id);
  dialog.append(article);
  document.body.append(dialog);

  enhanceSheet(dialog);
  close.addEventListener('click', () => dialog.close());
  // A click outside the sheet.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    link.focus();
  });
  dialog.showModal();
}

function enhanceSheet(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-check]')) checkWhileTyping(form);
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy-image]'))
    sayWhatCame(button, () => copyImage(button));
}

function checkWhileTyping(form: HTMLFormElement): void {
  const place = form.querySelector<HTMLElement>('[data-checked]');
  form.querySelector('[data-check-button]')?.setAttribute('hidden', '');
  let pause: number | undefined;
  let request: AbortController | undefined;
  const check = async () => {
    request = new AbortController();
    const { signal } = request;
    const words = await readCheck(`${form.dataset['check']}&${toQuery(form)}`, signal);
    if (signal.aborted || !place) return;
    place.innerHTML = words ?? '';
  };
  form.addEventListener('input', () => {
    request?.abort();
    clearTimeout(pause);
    pause = window.setTimeout(() => void check(), PAUSE_MS);
  });
}

/** The server's answer about a form; null if there is none. */
async function readCheck(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(url, { signal });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** Copies the image of the form as a PNG, which is what programs can paste. Returns the words to show. */
async function copyImage(button: HTMLButtonElement): Promise<string> {
  try {
    const query = new URLSearchParams(button.form ? toQuery(button.form) : '');
    query.set('image_format', 'png');
    // A promise of the image: Safari only lets a click write without waiting.
    const image = readImage(`${button.dataset['copyImage']}?${query}`);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    return 'Copied';
  } catch {
    return 'Copy failed: download it';
  }
}

async function readImage(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(String(response.status));
  return response.blob();
}

function toQuery(form: HTMLFormElement): string {
  return new URLSearchParams(new FormData(form) as unknown as Record<string, string>).toString();
}
