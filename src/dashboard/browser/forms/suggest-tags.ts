const known = new WeakSet<HTMLInputElement>();

/**
 * `<input data-tags list="…">` contains tags separated by commas. A datalist suggests whole values, so each suggestion is appended to the
 * typed text.
 */
export function suggestTags(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[data-tags]')) {
    const { list } = field;
    if (!list || known.has(field)) continue;
    known.add(field);
    const tags = [...list.querySelectorAll('option')].map(({ value }) => value);
    field.addEventListener('input', () => {
      const typed = /^.*,\s*/s.exec(field.value)?.[0] ?? '';
      const taken = new Set(typed.split(',').map((tag) => tag.trim().toLowerCase()));
      const options = tags
        .filter((tag) => !taken.has(tag.toLowerCase()))
        .map((tag) => Object.assign(document.createElement('option'), { value: typed + tag }));
      list.replaceChildren(...options);
    });
  }
}
