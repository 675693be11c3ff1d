const SAID_MS = 2000;

/** `<button type="button" hidden data-copy="id of an element">` copies the element's text, and says for a moment whether it did. */
export function enhanceCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) enhance(button);
}

function enhance(button: HTMLButtonElement): void {
  // Taken once: a second click finds what the first one says.
  const label = button.textContent;
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.hidden = false;
  const say = (words: string) => {
    clearTimeout(timer);
    button.textContent = words;
    timer = setTimeout(() => (button.textContent = label), SAID_MS);
  };
  button.addEventListener('click', () => void copy(button.dataset['copy'] ?? '').then(say));
}

/** Gives what to say. Browsers refuse where somebody forbade it, or outside of https. */
async function copy(id: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(document.getElementById(id)?.textContent?.trim() ?? '');
    return 'Copied';
  } catch {
    return 'Not copied: select it';
  }
}
