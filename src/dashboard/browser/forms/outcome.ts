import { createTypingQuestions } from './ask-server.ts';

/** `<form data-outcome="path">`: its `.outcome` shows, during typing, what the server makes of its fields. */
export function showOutcomes(): void {
  const ask = createTypingQuestions();
  document.addEventListener('input', ({ target }) => {
    const form = (target as Element).closest<HTMLFormElement>('form[data-outcome]');
    const place = form?.querySelector('.outcome');
    const fields = form && (new FormData(form) as unknown as Record<string, string>);
    if (place && fields) ask(place, form.dataset['outcome'], new URLSearchParams(fields));
  });
}
