const SAID_MS = 2000;

/**
 * `<button data-copy-text="…" data-copied="…" data-not-copied="…">` of a picture copies a text, and says for two seconds whether that
 * worked, in its `<span role="status">`. One listener for all of them: a list has many, and is replaced during a search.
 */
export function enhanceCopyTexts(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-copy-text]') : null;
    if (button) void copy(button);
  });
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const { copyText = '', copied = '', notCopied = '' } = button.dataset;
  const said = button.querySelector('[role="status"]');
  if (!said) return;
  // Browsers refuse to copy without permission or outside of https.
  said.textContent = await navigator.clipboard.writeText(copyText).then(
    () => copied,
    () => notCopied,
  );
  setTimeout(() => (said.textContent = ''), SAID_MS);
}
