/**
 * A picture is sent as soon as it is chosen, or dropped anywhere on its field. A picture that is too large is refused before it is sent. A
 * form may show and hide the fields, so the page listens for them.
 */
export function enhanceUploads(): void {
  // The stylesheet hides the button.
  for (const { form } of document.querySelectorAll<HTMLInputElement>('.upload input')) {
    if (form) form.dataset['live'] = '';
  }
  document.addEventListener('change', ({ target }) => {
    const field = findField(target);
    if (field) send(field);
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
    send(field);
  });
  // After “back”, nothing is being sent.
  window.addEventListener('pageshow', () => {
    for (const status of document.querySelectorAll('.uploading')) status.textContent = '';
  });
}

function findField(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.upload') : null;
}

function send(field: HTMLElement): void {
  const input = field.querySelector<HTMLInputElement>('input[type="file"]');
  const button = field.querySelector<HTMLButtonElement>('button[name="upload"]');
  const status = field.querySelector<HTMLElement>('.uploading');
  const file = input?.files?.[0];
  if (!input || !button || !status || !file) return;
  const most = Number(field.dataset['most']);
  const isTooLarge = file.size > most;
  status.classList.toggle('error', isTooLarge);
  const values: Readonly<Record<string, string>> = {
    file: file.name,
    size: toKib(file.size),
    most: toKib(most),
  };
  const words = field.dataset[isTooLarge ? 'tooLarge' : 'uploading'] ?? '';
  status.textContent = words.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  if (isTooLarge) input.value = '';
  else input.form?.requestSubmit(button);
}

function toKib(bytes: number): string {
  return `${Math.ceil(bytes / 1024).toLocaleString(document.documentElement.lang)} KiB`;
}
