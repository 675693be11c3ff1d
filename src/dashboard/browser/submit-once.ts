/** A later click is no double click: the person stopped the page from loading and tries again. */
const FORGET_MS = 3000;

/**
 * Sends a form that changes something only once. The second click of a double click would cancel the first response, and with it a cookie,
 * a key or a link that only that response shows. Buttons with their own `formaction` change nothing and are left alone.
 */
export function enhanceForms(): void {
  const sent = new Map<HTMLFormElement, HTMLElement | null>();
  const forget = (form: HTMLFormElement) => {
    sent.get(form)?.removeAttribute('aria-busy');
    sent.delete(form);
  };
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('[method="post"]')) return;
    if (sent.has(form)) {
      event.preventDefault();
    } else if (!event.submitter?.hasAttribute('formaction')) {
      sent.set(form, event.submitter);
      event.submitter?.setAttribute('aria-busy', 'true');
      setTimeout(forget, FORGET_MS, form);
    }
  });
  // After “back”, the form may be sent again.
  window.addEventListener('pageshow', () => {
    for (const form of [...sent.keys()]) forget(form);
  });
}
