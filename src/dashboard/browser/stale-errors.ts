/**
 * Takes the error away from a field that is right by now. In the form of a new code the server says so with each preview; elsewhere a field
 * counts as right once it was changed into something that the browser has nothing against, and the server looks at it when it is sent.
 */
export function enhanceErrors(): void {
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest('form[data-preview]')) return;
    if (isRight(target)) removeError(target);
  });
}

/** Takes the errors of a form away, but for those of the fields that are still wrong. */
export function removeErrorsBut(form: HTMLFormElement, faulty: ReadonlySet<string>): void {
  for (const field of form.querySelectorAll<HTMLElement>('[aria-invalid="true"]'))
    if (!faulty.has(field.id)) removeError(field);
  for (const fixes of form.querySelectorAll<HTMLElement>('[data-fixes]'))
    if (!faulty.has(fixes.dataset['fixes'] ?? '')) fixes.remove();
}

function isRight(field: HTMLElement): boolean {
  if (field instanceof HTMLSelectElement) return field.validity.valid;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  // What was refused is what the page came with.
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
  // The line that says that fields are marked stands above them, or above their form.
  const isLast = form?.querySelector('[aria-invalid="true"]') === null;
  if (isLast) document.querySelector('[data-marked-below]')?.remove();
}
