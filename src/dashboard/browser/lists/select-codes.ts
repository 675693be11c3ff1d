/** The boxes of the list: how many are ticked, and one that ticks the whole page. The list may be replaced while it is searched. */
export function enhanceSelection(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.matches('[data-select-page]')) for (const box of listBoxes()) box.checked = target.checked;
    if (target.matches('[data-select-page], form.selection [name="all"]') || target.form?.id === 'selection')
      showSelection();
  });
  // After “back”, the browser has ticked them again.
  window.addEventListener('pageshow', showSelection);
}

function listBoxes(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('tbody input[form="selection"]')];
}

export function showSelection(): void {
  const head = document.querySelector<HTMLInputElement>('[data-select-page]');
  const said = document.querySelector<HTMLElement>('[data-selected]');
  if (!head || !said) return;
  const boxes = listBoxes();
  const ticked = boxes.filter((box) => box.checked).length;
  head.checked = ticked === boxes.length;
  head.indeterminate = ticked > 0 && !head.checked;
  const { selected = '', allSelected = '' } = said.dataset;
  const isAll = document.querySelector<HTMLInputElement>('form.selection [name="all"]')?.checked;
  said.textContent = isAll ? allSelected : selected.replace('{count}', String(ticked));
}
