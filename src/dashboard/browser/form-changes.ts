import { hidePreviewButton } from './live-preview.ts';

/**
 * The buttons of `<form data-preview>` with a `formaction` show the form again, for another type or with a preview. This script does so
 * without leaving the page, because browsers cannot go back to a posted page.
 */
export function enhanceFormChanges(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-preview]');
  let isPlain = false;
  form?.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (isPlain || !(button instanceof HTMLButtonElement) || !button.hasAttribute('formaction')) return;
    event.preventDefault();
    void change(form, button).catch(() => {
      // Sends the form again without the script, so that the server shows the error as a page.
      isPlain = true;
      form.requestSubmit(button);
    });
  });
}

async function change(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const data = new FormData(form, button);
  const hasFile = button.formEnctype === 'multipart/form-data';
  const body = hasFile ? data : new URLSearchParams(data as unknown as Record<string, string>);
  const response = await fetch(button.formAction, { method: 'POST', body });
  // A refused file comes back as a form with an error.
  if (!response.ok && response.status !== 422) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const changed = page.querySelector('form[data-preview]');
  if (!changed) throw new Error('no form');
  hidePreviewButton(changed);
  form.replaceChildren(...changed.childNodes);
  form.querySelector<HTMLElement>('[autofocus], #dark')?.focus();
  // So that “back” returns to the same fields. A form without types always has the same ones.
  const type = form.querySelector<HTMLInputElement>('input[name="type"]')?.value;
  if (type !== undefined) history.replaceState(null, '', `/codes/new?type=${type}`);
}
