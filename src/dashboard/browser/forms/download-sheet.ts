import { sayWhatCame } from '../copy.ts';
import { removeErrorsBut } from './stale-errors.ts';

/** Long enough to type a number, short enough to feel immediate. */
const PAUSE_MS = 300;

/** `<form data-check="path">` shows its preview while it is filled in, and its image can be copied. */
export function enhanceDownloads(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-check]')) checkWhileTyping(form);
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy-image]'))
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
    const words = await readCheck(`${form.dataset['check']}?${toQuery(form)}`, signal);
    if (signal.aborted || !place) return;
    place.innerHTML = words ?? '';
    const faulty = place.querySelectorAll<HTMLElement>('[data-field]');
    removeErrorsBut(form, new Set([...faulty].map(({ dataset }) => dataset['field'] ?? '')));
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
    query.set('kind', 'png');
    // A promise of the image: Safari only lets a click write without waiting.
    const image = readImage(`${button.dataset['copyImage']}?${query}`);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    return button.dataset['copied'] ?? '';
  } catch {
    return button.dataset['notCopied'] ?? '';
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
