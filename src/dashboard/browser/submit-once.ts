/** `<form data-once>` is sent once: the second click of a double click goes nowhere. The server would not do it twice either. */
export function enhanceForms(): void {
  const forms = document.querySelectorAll<HTMLFormElement>('form[data-once]');
  for (const form of forms) {
    form.addEventListener('submit', (event) => {
      if (form.dataset['once'] === 'sent') event.preventDefault();
      form.dataset['once'] = 'sent';
    });
  }
  // Whoever comes back by the browser's button may send it again.
  window.addEventListener('pageshow', () => {
    for (const form of forms) form.dataset['once'] = '';
  });
}
