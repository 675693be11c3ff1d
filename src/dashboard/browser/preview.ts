/** Long enough that a word is typed in one go, short enough to feel at once. */
const PAUSE_MS = 300;

/** `<form data-preview="path">` sends its fields to the path as somebody types, and shows the answer in `#preview`. */
export function enhancePreview(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-preview]');
  const panel = document.getElementById('preview');
  if (!form || !panel) return;
  form.querySelector<HTMLButtonElement>('[data-preview-button]')?.setAttribute('hidden', '');
  let pause: number | undefined;
  let request: AbortController | undefined;

  const refresh = async () => {
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    try {
      const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
      const response = await fetch(form.dataset['preview'] ?? '', { method: 'POST', body, signal });
      if (response.ok) panel.innerHTML = await response.text();
    } catch {
      // A newer request took its place, or there is no network: the last preview stays.
    }
  };
  form.addEventListener('input', () => {
    request?.abort();
    clearTimeout(pause);
    pause = window.setTimeout(() => void refresh(), PAUSE_MS);
  });
}
