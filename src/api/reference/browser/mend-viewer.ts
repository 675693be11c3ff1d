/** What the viewer does not tell to readers who hear the page: how to find it, and how to tell it. */
const FAULTS: readonly (readonly [selector: string, mend: (element: Element) => void])[] = [
  ['button.scalar-code-copy:not([aria-label])', (button) => button.setAttribute('aria-label', 'Copy')],
  // It points at a text that is there only while it has been copied.
  ['button[class*="copy-button"][aria-controls]', (button) => button.removeAttribute('aria-controls')],
  ['button[role=none]', (button) => button.removeAttribute('role')],
  ['[role=combobox]:not([aria-expanded])', (field) => field.setAttribute('aria-expanded', 'false')],
  // Its name lacks the words that stand on it.
  ['button.show-more[aria-label]', (button) => button.removeAttribute('aria-label')],
  // It scrolls, and nothing in it takes the focus.
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
  ['.cm-content:not([aria-label])', (text) => text.setAttribute('aria-label', 'Body')],
];

/** Mends these faults wherever the viewer draws something, for as long as the page is open. */
export function mendViewer(): void {
  const mend = () => {
    for (const [selector, mendOne] of FAULTS) document.querySelectorAll(selector).forEach(mendOne);
  };
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
}
