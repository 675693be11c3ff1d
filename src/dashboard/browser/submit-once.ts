/** So long nobody's second click is a double click any more; and whoever stopped the page from loading wants the button back. */
const FORGET_MS = 3000;

/**
 * A form that changes something is sent once: the second click of a double click would cancel the first answer, and with it a cookie, a
 * key or a link that is shown only there. Buttons with a `formaction` of their own change nothing, and may be pressed at will.
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
  // Whoever comes back by the browser's button may send it again.
  window.addEventListener('pageshow', () => {
    for (const form of [...sent.keys()]) forget(form);
  });
}
