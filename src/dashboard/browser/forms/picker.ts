import { foldText } from '../fold-text.ts';

/** A search above the boxes of a picker (kit/picker.tsx), which also takes their values, such as “DE”, and the names of those that are chosen. */
export function enhancePickers(): void {
  for (const picker of document.querySelectorAll<HTMLElement>('[data-picker]')) {
    const search = picker.querySelector<HTMLInputElement>('[type="search"]');
    if (!search) continue;
    const rows = [...picker.querySelectorAll('li')];
    search.hidden = false;
    search.addEventListener('input', () => {
      const typed = foldText(search.value.trim());
      for (const row of rows) row.hidden = !isFound(row, typed);
    });
    search.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      // It would send the form.
      event.preventDefault();
      const found = rows.filter((row) => !row.hidden);
      if (search.value.trim() !== '' && found.length > 0) pickFirst(search, found);
    });
    picker.addEventListener('change', () => namePicked(picker));
  }
}

function isFound(row: HTMLLIElement, typed: string): boolean {
  const value = row.querySelector('input')?.dataset['value'] ?? '';
  return foldText(row.textContent ?? '').includes(typed) || foldText(value) === typed;
}

/** The one with the typed value, such as “IN” for India, or else the first; then the next one can be typed. */
function pickFirst(search: HTMLInputElement, rows: readonly HTMLLIElement[]): void {
  const boxes = rows.flatMap((row) => row.querySelector('input') ?? []);
  const typed = foldText(search.value.trim());
  const box = boxes.find(({ dataset }) => foldText(dataset['value'] ?? '') === typed) ?? boxes[0];
  if (box && !box.checked) box.click();
  search.value = '';
  search.dispatchEvent(new Event('input'));
}

function namePicked(picker: HTMLElement): void {
  const names = [...picker.querySelectorAll<HTMLInputElement>('li input:checked')].map((box) =>
    box.labels?.[0]?.textContent?.trim(),
  );
  const line = picker.querySelector('[data-picked]');
  if (line) line.textContent = names.join(', ');
}
