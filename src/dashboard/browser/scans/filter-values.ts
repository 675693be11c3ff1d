/**
 * The menu of filters: `<details data-values="/path">` holds a link to a page with the values to choose from. Once it is opened, the list of
 * that page takes the place of the link, which stays if the page does not come.
 */
export function showFilterValues(): void {
  for (const entry of document.querySelectorAll<HTMLDetailsElement>('details[data-values]'))
    entry.addEventListener('toggle', () => void fill(entry));
}

async function fill(entry: HTMLDetailsElement): Promise<void> {
  const path = entry.dataset['values'];
  if (!entry.open || path === undefined) return;
  delete entry.dataset['values'];
  entry.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(path, { redirect: 'error' });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const values = response.ok ? page.querySelector('[data-filter-values]') : null;
    if (values) entry.querySelector('summary')?.after(...values.children);
    // Beside a list that is not whole, it leads to the page where any value can be typed.
    if (values && !page.querySelector('[name="value"]')) entry.querySelector('[data-all-values]')?.remove();
  } catch {
    // The link still leads to the page.
  } finally {
    entry.removeAttribute('aria-busy');
  }
}
