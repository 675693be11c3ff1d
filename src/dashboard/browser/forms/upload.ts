import { holdForms, sendFile } from './send-file.ts';
import { type Shrunk, shrinkPicture } from './shrink-picture.ts';
import { fillIn, formatSize, tell } from './upload-field.ts';

const SHRUNK = 'shrunk';

/**
 * A file is sent as soon as it is chosen, or dropped anywhere on its field. One that is too large is refused before it is sent, but a picture is
 * made to fit. A form may show and hide the fields, so the page listens for them.
 */
export function enhanceUploads(): void {
  // The stylesheet hides the button.
  for (const { form } of document.querySelectorAll<HTMLInputElement>('.upload input')) {
    if (form) form.dataset['live'] = '';
  }
  showUploads();
  holdForms();
  document.addEventListener('change', ({ target }) => {
    const field = findField(target);
    if (field) void send(field);
  });
  document.addEventListener('dragover', (event) => {
    const over = findField(event.target);
    if (over) event.preventDefault();
    for (const field of document.querySelectorAll('.upload')) field.classList.toggle('over', field === over);
  });
  document.addEventListener('drop', (event) => {
    const field = findField(event.target);
    const files = event.dataTransfer?.files;
    if (!field || !files || files.length === 0) return;
    event.preventDefault();
    field.classList.remove('over');
    const input = field.querySelector<HTMLInputElement>('input[type="file"]');
    if (input) input.files = files;
    void send(field);
  });
  // After “back”, nothing is being sent.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const status of document.querySelectorAll('.uploading')) status.textContent = '';
  });
}

/** Lets people choose any picture that can be made to fit, and says what was done to the one before. */
export function showUploads(): void {
  for (const field of document.querySelectorAll<HTMLElement>('.upload[data-side]')) {
    field.querySelector('input')?.setAttribute('accept', 'image/*');
    const words = takeNote();
    if (words !== '' && !field.querySelector('[aria-invalid="true"]')) tell(field, words);
  }
}

function findField(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.upload') : null;
}

async function send(field: HTMLElement): Promise<void> {
  const input = field.querySelector<HTMLInputElement>('input[type="file"]');
  const chosen = input?.files?.[0];
  if (!input || !chosen) return;
  const { most = '', side, sentTo, tooLarge, wrongKind, uploading } = field.dataset;
  const bounds = { bytes: Number(most), side: Number(side) };
  const shrunk = side === undefined ? null : await shrinkPicture(chosen, bounds);
  // Meanwhile, another one was chosen.
  if (input.files?.[0] !== chosen) return;
  const file = shrunk?.file ?? chosen;
  const values = { file: file.name, size: formatSize(file.size), most: formatSize(bounds.bytes) };
  const isWrong = sentTo !== undefined && !input.accept.split(',').includes(file.type);
  if (isWrong || file.size > bounds.bytes) {
    tell(field, isWrong ? wrongKind : tooLarge, values, true);
    input.value = '';
  } else if (sentTo !== undefined) {
    // The form never carries the bytes.
    input.value = '';
    sendFile(input.name, file);
  } else {
    takeNote();
    if (shrunk) replace(field, input, shrunk);
    tell(field, uploading, values);
    input.form?.requestSubmit(field.querySelector('[name="upload"]'));
  }
}

/** Puts the picture that fits in place of the chosen one, and remembers to say so. */
function replace(field: HTMLElement, input: HTMLInputElement, { file, isWhole, width, height }: Shrunk) {
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  const values = { size: `${width} × ${height}`, kind: file.type === 'image/png' ? 'PNG' : 'JPEG' };
  keepNote(fillIn(field.dataset[isWhole ? 'converted' : 'shrunk'], values));
}

/** What was done to a picture, for the form that is shown next. Some browsers keep nothing. */
function keepNote(words: string): void {
  try {
    sessionStorage.setItem(SHRUNK, words);
  } catch {}
}

function takeNote(): string {
  try {
    const words = sessionStorage.getItem(SHRUNK);
    sessionStorage.removeItem(SHRUNK);
    return words ?? '';
  } catch {
    return '';
  }
}
