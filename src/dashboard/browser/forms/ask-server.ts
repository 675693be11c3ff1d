/** Long enough to type a word. */
const PAUSE_MS = 300;

/**
 * Shows in a place what the server says of what somebody types: after a pause, and only about the last that was typed.
 * @returns asks about the fields in `body`; without a path, takes the question back
 */
export function createTypingQuestions() {
  let pause: number | undefined;
  let request: AbortController | undefined;
  return function ask(place: Element, path?: string, body?: URLSearchParams): void {
    request?.abort();
    clearTimeout(pause);
    if (path === undefined) return;
    pause = window.setTimeout(() => {
      request = new AbortController();
      void show(place, path, { method: 'POST', body: body ?? null, signal: request.signal });
    }, PAUSE_MS);
  };
}

async function show(place: Element, path: string, request: RequestInit & { signal: AbortSignal }) {
  try {
    const response = await fetch(path, request);
    if (!response.ok) return;
    const answer = new DOMParser().parseFromString(await response.text(), 'text/html').body;
    if (!request.signal.aborted) place.replaceChildren(...answer.childNodes);
  } catch {
    // The page shows it after the form is saved.
  }
}
