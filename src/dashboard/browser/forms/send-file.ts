import { findUpload, formatSize, tell } from './upload-field.ts';

/** A file on its way. */
interface Sending {
  readonly request: XMLHttpRequest;
  /** Of its field. */
  readonly name: string;
  /** The button that was pressed meanwhile: the form goes once the file is there. */
  pressed: HTMLElement | null;
}

/** A connection over which nothing has gone for so long is taken for broken: browsers wait for minutes. */
const STALLED_MS = 60_000;

let sending: Sending | null = null;
/** What “Try again” sends. */
let failed: { readonly name: string; readonly file: File } | null = null;

/** Forms wait for the file that is on its way, and the browser asks before it leaves the page. */
export function holdForms(): void {
  const hold = (event: SubmitEvent) => {
    const field = sending && findUpload(sending.name);
    const isOther = !field || !(event.target as Element).contains(field);
    if (!sending || isOther || event.submitter?.hasAttribute('formaction')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    sending.pressed = event.submitter;
    sending.pressed?.setAttribute('aria-busy', 'true');
  };
  document.addEventListener('submit', hold, true);
  document.addEventListener('click', ({ target }) => {
    if (failed && target instanceof Element && target.closest('.again')) sendFile(failed.name, failed.file);
  });
  window.addEventListener('offline', () => sending?.request.abort());
  window.addEventListener('beforeunload', (event) => {
    if (sending) event.preventDefault();
  });
}

/**
 * Sends the bytes of a file to `data-sent-to`, and shows how far they are. Then the form goes with the id of the file, or, if the field has
 * `data-into`, these tiles show the file, and everything else stays as it is.
 */
export function sendFile(name: string, file: File): void {
  const field = findUpload(name);
  if (!field) return;
  const request = new XMLHttpRequest();
  const mine: Sending = { request, name, pressed: null };
  const former = sending;
  sending = mine;
  former?.request.abort();
  request.open('POST', field.dataset['sentTo'] ?? '');
  request.responseType = 'json';
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Content-Type', file.type);
  const encoded = encodeURIComponent(file.name);
  request.setRequestHeader('Content-Disposition', `attachment; filename*=UTF-8''${encoded}`);
  const stop = () => request.abort();
  let stalled = window.setTimeout(stop, STALLED_MS);
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    clearTimeout(stalled);
    stalled = window.setTimeout(stop, STALLED_MS);
    showProgress(name, loaded / total);
  });
  request.addEventListener('loadend', () => {
    clearTimeout(stalled);
    // Another file was chosen instead.
    if (sending !== mine) return;
    sending = null;
    mine.pressed?.removeAttribute('aria-busy');
    showProgress(name, null);
    const shown = findUpload(name);
    if (!shown) return;
    if (request.status === 200) finish(shown, request.response as Stored, mine.pressed);
    else fail(shown, file, request);
  });
  tell(field, field.dataset['uploading'], { file: file.name, size: formatSize(file.size) });
  showProgress(name, 0);
  request.send(file);
}

interface Stored {
  readonly id: string;
  readonly name: string;
}

function finish(field: HTMLElement, { id, name }: Stored, pressed: HTMLElement | null): void {
  const { into = '', uploaded } = field.dataset;
  const input = field.querySelector<HTMLInputElement>('input[type="file"]');
  const form = input?.form;
  const template = document.getElementById(into)?.querySelector('template');
  const tile = template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
  const [choice, words] = [tile?.querySelector('input'), tile?.querySelector('span')];
  if (!template || !tile || !choice || !words) {
    form?.addEventListener('formdata', ({ formData }) => formData.set(input?.name ?? '', id), { once: true });
    form?.requestSubmit(field.querySelector('[name="upload"]'));
    return;
  }
  [choice.value, words.textContent] = [id, name];
  template.parentElement?.querySelector('div')?.prepend(tile);
  // Also says that it changed.
  choice.click();
  tell(field, uploaded, { file: name });
  if (pressed) form?.requestSubmit(pressed);
}

/** Says why a file was not stored. What may work the next time can be tried again with a click. */
function fail(field: HTMLElement, file: File, { status, response }: XMLHttpRequest): void {
  const message = (response as { message?: string } | null)?.message;
  tell(field, message ?? field.dataset['broken'], { file: file.name }, true);
  const again = field.querySelector<HTMLElement>('.again');
  const name = field.querySelector('input')?.name ?? '';
  if (!again || (status >= 400 && status < 500 && status !== 429)) return;
  again.hidden = false;
  failed = { name, file };
}

/** @param part from 0 to 1; null once nothing is on its way */
function showProgress(name: string, part: number | null): void {
  const field = findUpload(name);
  const [line, again] = [field?.querySelector<HTMLElement>('.sending'), field?.querySelector('.again')];
  const [bar, percent] = [line?.querySelector('progress'), line?.querySelector('span')];
  if (!line || !again || !bar || !percent) return;
  line.hidden = part === null;
  again.toggleAttribute('hidden', true);
  bar.value = part ?? 0;
  percent.textContent = (part ?? 0).toLocaleString(document.documentElement.lang, { style: 'percent' });
}
