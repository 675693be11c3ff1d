/** Long enough to type a word. */
const PAUSE_MS = 300;

/**
 * `<input data-look-alike="id">`: the element with this id warns, during typing, if the host of the address can be mistaken for another
 * one. The server decides that. It is asked only about hosts with letters that a plain address does not have.
 */
export function warnOfLookAlikes(): void {
  let pause: number | undefined;
  let request: AbortController | undefined;
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const place = document.getElementById(target.dataset['lookAlike'] ?? '');
    if (!place) return;
    request?.abort();
    clearTimeout(pause);
    if (!hasOtherLetters(target.value)) {
      place.replaceChildren();
      return;
    }
    pause = window.setTimeout(() => {
      request = new AbortController();
      void warn(place, target.value, request.signal);
    }, PAUSE_MS);
  });
}

/** Browsers write such a host with `xn--`. The server reads an address without its scheme, too. */
function hasOtherLetters(address: string): boolean {
  const typed = address.trim();
  return [typed, `https://${typed}`].some(
    (url) => URL.canParse(url) && new URL(url).hostname.includes('xn--'),
  );
}

async function warn(place: HTMLElement, target: string, signal: AbortSignal): Promise<void> {
  try {
    const body = new URLSearchParams({ target });
    const response = await fetch('/codes/look-alike', { method: 'POST', body, signal });
    if (!response.ok) return;
    const warning = new DOMParser().parseFromString(await response.text(), 'text/html').body;
    if (!signal.aborted) place.replaceChildren(...warning.childNodes);
  } catch {
    // The page shows the warning again after the target is saved.
  }
}
