/** What a page with a chosen scheme has on its root: src/dashboard/frame/scheme.ts. */
const CHOSEN = 'data-scheme';
const OPPOSITE = { light: 'dark', dark: 'light' } as const;
const QUERY = /@media ([^{]*?)\(prefers-color-scheme:\s*(light|dark)\)([^{]*)\{/g;

/**
 * Lets people choose light or dark, whatever their device prefers: each part of a stylesheet for one scheme does not apply where the other
 * is chosen, and a copy of it applies where its own is. `:where` leaves the order of the rules as it is.
 */
export function letPeopleChooseScheme(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(QUERY, '\u0000$&')
    .split('\u0000')
    .map(double)
    .join('');
}

/** The text begins with a part for one scheme, except for what stands before the first of them. */
function double(text: string): string {
  const [head = '', before = '', scheme, after = ''] = new RegExp(`^${QUERY.source}`).exec(text) ?? [];
  if (scheme !== 'light' && scheme !== 'dark') return text;
  const end = findEnd(text, head.length);
  const rules = text.slice(head.length, end);
  const only = (selector: string) => rules.replaceAll(':root', `:root:where(${selector})`);
  const rest = `${before} ${after}`.replaceAll(/only screen|\band\b/g, ' ').trim();
  const copy = only(`[${CHOSEN}='${scheme}']`);
  return [
    `${head}${only(`:not([${CHOSEN}='${OPPOSITE[scheme]}'])`)}}`,
    rest === '' ? copy : `@media ${rest} {${copy}}`,
    text.slice(end + 1),
  ].join('\n');
}

/** The place of the brace that closes the one before `start`. */
function findEnd(text: string, start: number): number {
  let depth = 1;
  for (let place = start; place < text.length; place++) {
    if (text[place] === '{') depth++;
    if (text[place] === '}') depth--;
    if (depth === 0) return place;
  }
  throw new Error('A part of a stylesheet is not closed.');
}
