const SAID_MS = 2000;

/** `<button type="button" hidden data-copy="id of an element">` copies the element's text, and shows for two seconds whether that worked. */
export function enhanceCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) enhance(button);
}

function enhance(button: HTMLButtonElement): void {
  sayWhatCame(button, () => copy(button.dataset['copy'] ?? ''));
}

/** Shows a button that runs `act` at each click, and then shows the returned words for two seconds. */
export function sayWhatCame(button: HTMLButtonElement, act: () => Promise<string>): void {
  // Read only once: at a second click, the button still shows the first result.
  const label = button.textContent;
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.hidden = false;
  const say = (words: string) => {
    clearTimeout(timer);
    button.textContent = words;
    timer = setTimeout(() => (button.textContent = label), SAID_MS);
  };
  button.addEventListener('click', () => void act().then(say));
}

/** Returns the words to show. Browsers refuse to copy without permission or outside of https. */
async function copy(id: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(document.getElementById(id)?.textContent?.trim() ?? '');
    return 'Copied';
  } catch {
    return 'Copy failed: select the text';
  }
}
