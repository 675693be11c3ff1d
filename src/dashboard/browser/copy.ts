const SAID_MS = 2000;

/**
 * `<button type="button" hidden data-copy="id of an element" data-copied="…" data-not-copied="…">` copies the element's text, or the
 * address of a hidden link, and says for
 * two seconds whether that worked.
 */
export function enhanceCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]'))
    sayWhatCame(button, () => copy(button.dataset));
}

/** Shows a button that runs `act` at each click, and then shows the returned words for two seconds. */
export function sayWhatCame(button: HTMLButtonElement, act: () => Promise<string>): void {
  // Read only once: at a second click, the button still shows the first result.
  const label = [...button.childNodes];
  let timer: ReturnType<typeof setTimeout> | undefined;
  button.hidden = false;
  const say = (words: string) => {
    clearTimeout(timer);
    button.textContent = words;
    timer = setTimeout(() => button.replaceChildren(...label), SAID_MS);
  };
  button.addEventListener('click', () => void act().then(say));
}

/** Returns the words to show. Browsers refuse to copy without permission or outside of https. */
async function copy({ copy: id = '', copied = '', notCopied = '' }: DOMStringMap): Promise<string> {
  try {
    const shown = document.getElementById(id);
    const text = shown instanceof HTMLAnchorElement && shown.hidden ? shown.href : shown?.textContent;
    await navigator.clipboard.writeText(text?.trim() ?? '');
    return copied;
  } catch {
    return notCopied;
  }
}
