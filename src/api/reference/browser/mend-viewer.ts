/** Faults of the viewer for screen readers: how to find each, and how to fix it. */
const FAULTS: readonly (readonly [selector: string, mend: (element: Element) => void])[] = [
  ['button.scalar-code-copy:not([aria-label])', (button) => button.setAttribute('aria-label', 'Copy')],
  // It refers to a text that exists only right after copying.
  ['button[class*="copy-button"][aria-controls]', (button) => button.removeAttribute('aria-controls')],
  ['button[role=none]', (button) => button.removeAttribute('role')],
  ['[role=combobox]:not([aria-expanded])', (field) => field.setAttribute('aria-expanded', 'false')],
  // Its accessible name lacks its visible text.
  ['button.show-more[aria-label]', (button) => button.removeAttribute('aria-label')],
  // It scrolls, but nothing in it can take the focus.
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
  ['.cm-content:not([aria-label])', (text) => text.setAttribute('aria-label', 'Body')],
];

/** Fixes these faults wherever the viewer draws something, as long as the page is open. */
export function mendViewer(): void {
  const mend = () => {
    for (const [selector, mendOne] of FAULTS) document.querySelectorAll(selector).forEach(mendOne);
  };
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
}
