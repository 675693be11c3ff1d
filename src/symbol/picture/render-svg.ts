import type { SymbolColor } from '#core/styles/contrast.ts';
import type { SymbolMatrix } from '../matrix/encode.ts';
import { toContours } from './contours.ts';

export interface SvgStyle {
  readonly color: SymbolColor;
  /** Width and height in pixels that the document states. */
  readonly size: number;
  /** Width of the quiet zone in modules (ISO/IEC 18004 §9.1 requires 4). */
  readonly margin: number;
  /** What the symbol is, for people who cannot see it; left out when empty. */
  readonly title: string;
}

/**
 * Renders a symbol as a self-contained SVG document in module units: the light square, and one path of all dark modules. The path's
 * outlines are closed and filled by the even-odd rule, so that print and cutting tools see shapes.
 */
export function renderSvg(symbol: SymbolMatrix, style: SvgStyle): string {
  const side = symbol.side + 2 * style.margin;
  const title = style.title === '' ? '' : `<title>${escapeText(style.title)}</title>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${style.size}" height="${style.size}" ` +
    `viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">${title}` +
    `<path fill="${style.color.light}" d="M0 0h${side}v${side}H0z"/>` +
    `<path fill="${style.color.dark}" fill-rule="evenodd" d="${toContours(symbol, style.margin)}"/></svg>`
  );
}

/** Characters that XML 1.0 §2.2 forbids in a document, even escaped; this includes lone surrogates. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Text of an XML document. */
export function escapeText(text: string): string {
  return text
    .replaceAll(NOT_XML, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
