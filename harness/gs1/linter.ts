import { gs1datamatrix, gs1dldatamatrix } from 'bwip-js/generic';
import type { Element } from '#core/gs1/element.ts';

const NOTHING = {
  scale: () => null,
  measure: () => ({ width: 0, ascent: 0, descent: 0 }),
  init: () => undefined,
  line: () => undefined,
  polygon: () => undefined,
  hexagon: () => undefined,
  ellipse: () => undefined,
  fill: () => undefined,
  text: () => undefined,
  end: () => undefined,
};

/** What the linter of bwip-js, which shares no code with the project but the dictionary's text, finds wrong with elements; null for nothing. */
export function lintElements(elements: readonly Element[]): string | null {
  // A parenthesis would begin an identifier.
  const text = elements.map(([ai, value]) => `(${ai})${value.replaceAll('(', '^040')}`).join('');
  return lint(() => gs1datamatrix({ bcid: 'gs1datamatrix', text, parse: true }, NOTHING));
}

/** The same for an address. */
export function lintDigitalLink(uri: string): string | null {
  return lint(() => gs1dldatamatrix({ bcid: 'gs1dldatamatrix', text: uri }, NOTHING));
}

function lint(draw: () => unknown): string | null {
  try {
    draw();
    return null;
  } catch (error) {
    return String(error).replace(/^Error: bwipp\./, '');
  }
}
