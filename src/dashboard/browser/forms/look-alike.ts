import { createTypingQuestions } from './ask-server.ts';

/**
 * `<input data-look-alike="id">`: the element with this id warns, during typing, if the host of the address can be mistaken for another
 * one. The server decides that. It is asked only about hosts with letters that a plain address does not have.
 */
export function warnOfLookAlikes(): void {
  const ask = createTypingQuestions();
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const place = document.getElementById(target.dataset['lookAlike'] ?? '');
    if (!place) return;
    if (hasOtherLetters(target.value)) {
      ask(place, '/codes/look-alike', new URLSearchParams({ target: target.value }));
    } else {
      ask(place);
      place.replaceChildren();
    }
  });
}

/** Browsers write such a host with `xn--`. The server reads an address without its scheme, too. */
function hasOtherLetters(address: string): boolean {
  const typed = address.trim();
  return [typed, `https://${typed}`].some(
    (url) => URL.canParse(url) && new URL(url).hostname.includes('xn--'),
  );
}
