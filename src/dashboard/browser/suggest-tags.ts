/** `<input data-tags list="…">` holds tags with commas between them. A list suggests whole values, so each is put behind what is typed already. */
export function suggestTags(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-tags]')) {
    const { list } = field;
    if (!list) continue;
    const known = [...list.querySelectorAll('option')].map(({ value }) => value);
    field.addEventListener('input', () => {
      const typed = /^.*,\s*/s.exec(field.value)?.[0] ?? '';
      const taken = new Set(typed.split(',').map((tag) => tag.trim().toLowerCase()));
      const options = known
        .filter((tag) => !taken.has(tag.toLowerCase()))
        .map((tag) => Object.assign(document.createElement('option'), { value: typed + tag }));
      list.replaceChildren(...options);
    });
  }
}
