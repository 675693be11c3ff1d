/**
 * Removes the error from a field once it is right. In the form of a new code, the server decides that with each preview. Elsewhere, a field
 * counts as right after a change that the browser accepts, and the server checks it when it is sent.
 */
export function enhanceErrors(): void {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest('form[data-preview]')) return;
    if (isRight(target)) removeError(target);
  });
}

/** Removes the errors of a form, except those of fields that are still wrong. */
export function removeErrorsBut(form: HTMLFormElement, faulty: ReadonlySet<string>): void {
  for (const field of form.querySelectorAll<HTMLElement>('[aria-invalid="true"]'))
    if (!faulty.has(field.id)) removeError(field);
  for (const fixes of form.querySelectorAll<HTMLElement>('[data-fixes]'))
    if (!faulty.has(fixes.dataset['fixes'] ?? '')) fixes.remove();
}

function isRight(field: HTMLElement): boolean {
  if (field instanceof HTMLSelectElement) return field.validity.valid;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  // The refused values are those that the page came with.
  return field.validity.valid && field.value !== field.defaultValue;
}

function removeError(field: HTMLElement): void {
  if (field.getAttribute('aria-invalid') !== 'true') return;
  const { form } = field as HTMLInputElement;
  const errorId = `${field.id}-error`;
  document.getElementById(errorId)?.remove();
  field.removeAttribute('aria-invalid');
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== errorId);
  if (described.join(' ') === '') field.removeAttribute('aria-describedby');
  else field.setAttribute('aria-describedby', described.join(' '));
  // The line that says that fields are marked is above them, or above their form.
  const isLast = form?.querySelector('[aria-invalid="true"]') === null;
  if (isLast) document.querySelector('[data-marked-below]')?.remove();
}
