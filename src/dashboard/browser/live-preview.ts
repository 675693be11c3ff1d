import { removeErrorsBut } from './stale-errors.ts';

/** Long enough to type a word, short enough to feel immediate. */
const PAUSE_MS = 300;

/** `<form data-preview="path">` sends its fields to the path during typing, and shows the response in `#preview`. */
export function enhancePreview(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-preview]');
  if (!form) return;
  hidePreviewButton(form);
  let pause: number | undefined;
  let request: AbortController | undefined;

  const stop = () => {
    request?.abort();
    clearTimeout(pause);
  };
  const refresh = async () => {
    stop();
    request = new AbortController();
    const { signal } = request;
    const drawn = await draw(form, signal);
    const panel = document.getElementById('preview');
    // A newer request has replaced it.
    if (signal.aborted || !panel) return;
    if (drawn === null) showFailure(panel);
    else {
      await show(panel, drawn);
      if (signal.aborted) return;
      const faulty = panel.querySelector<HTMLElement>('[data-faulty]')?.dataset['faulty'] ?? '';
      removeErrorsBut(form, new Set(faulty.split(' ')));
    }
  };
  form.addEventListener('input', () => {
    stop();
    pause = window.setTimeout(() => void refresh(), PAUSE_MS);
  });
  form.addEventListener('submit', stop);
  // After “back”, the browser restores the typed text, but the preview is still that of the empty form.
  window.addEventListener('pageshow', () => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (navigation?.type !== 'navigate') void refresh();
  });
}

/** Hides the button, because the script draws the preview. */
export function hidePreviewButton(form: ParentNode): void {
  form.querySelector('[data-preview-button]')?.setAttribute('hidden', '');
}

/** The preview as HTML; null if the server sends an error or cannot be reached. */
async function draw(form: HTMLFormElement, signal: AbortSignal): Promise<string | null> {
  try {
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    const response = await fetch(form.dataset['preview'] ?? '', { method: 'POST', body, signal });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** Waits for the picture before it replaces the old one, so that nothing flickers or jumps. */
async function show(panel: HTMLElement, html: string): Promise<void> {
  const drawn = new DOMParser().parseFromString(html, 'text/html').body;
  const picture = new Image();
  picture.src = drawn.querySelector('img')?.src ?? '';
  // Without a picture that can be drawn, there is nothing to wait for.
  await picture.decode().catch(() => undefined);
  panel.replaceChildren(...drawn.childNodes);
}

/** Replaces the old preview, which people would mistake for the current one. */
function showFailure(panel: HTMLElement): void {
  const problem = document.createElement('p');
  problem.className = 'problem';
  problem.textContent = 'The preview cannot be drawn right now.';
  panel.replaceChildren(problem);
}
