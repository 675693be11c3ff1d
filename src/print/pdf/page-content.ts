import { toChannels } from '#core/styles/hex-color.ts';
import type { Drawing, Shape, TextShape } from '../drawing.ts';
import type { Ink } from '../ink.ts';
import { formatNumbers, POINTS_PER_MM } from '../numbers.ts';
import type { Outline } from '../outlines.ts';
import { writeCurves } from '../write-curves.ts';
import { postfix, writeGlyphs } from '../write-text.ts';
import { toName } from './pdf-file.ts';

/** Name of the spot colour in the page's resources. */
const SPOT = '/S';

/** The operators that draw a page (PDF 1.4 §4). Coordinates are those of PDF: points, y up. */
export function writePageContent({ height, ink, shapes }: Drawing): string {
  return shapes.map((shape) => writeShape(shape, height, ink)).join('\n');
}

/** The resources that a page's content refers to (PDF 1.4 §3.7.2). */
export function writeResources(ink: Ink): string {
  if (ink.space !== 'spot') return '<<>>';
  const ends = `/C0[0 0 0 0]/C1[${formatNumbers(...ink.cmyk)}]`;
  const tint = `<</FunctionType 2/Domain[0 1]${ends}/N 1>>`;
  return `<</ColorSpace<<${SPOT}[/Separation${toName(ink.name)}/DeviceCMYK${tint}]>>>>`;
}

function writeShape(shape: Shape, pageHeight: number, ink: Ink): string {
  const toPoints = (...mm: number[]) => formatNumbers(...mm.map((length) => length * POINTS_PER_MM));
  switch (shape.kind) {
    case 'paper': {
      const corner = toPoints(shape.x, pageHeight - shape.y - shape.height);
      return `${paperColor(ink)} ${corner} ${toPoints(shape.width, shape.height)} re f`;
    }
    case 'outlines':
    case 'curves': {
      // In units of the outlines, y down, so that modules are whole numbers.
      const scale = (shape.scale * POINTS_PER_MM).toFixed(8);
      const place = `${scale} 0 0 -${scale} ${toPoints(shape.x, pageHeight - shape.y)} cm`;
      const path =
        shape.kind === 'curves'
          ? writeCurves(shape.outlines, PATH).join('\n')
          : writeOutlines(shape.outlines);
      return `q ${place} ${fillColor(ink)}\n${path}\nf* Q`;
    }
    case 'text':
      return writeText(shape, pageHeight, fillColor(ink));
    case 'lines': {
      const lines = shape.lines.map(
        ([x1, y1, x2, y2]) => `${toPoints(x1, pageHeight - y1)} m ${toPoints(x2, pageHeight - y2)} l`,
      );
      return `${strokeColor(ink)} ${toPoints(shape.width)} w\n${lines.join('\n')}\nS`;
    }
  }
}

const PATH = postfix('m', 'l', 'c');

/** A line of text: fills each glyph at its origin, then advances the origin. */
export function writeText(
  { x, y, size, text, typeface }: TextShape,
  pageHeight: number,
  color: string,
): string {
  const scale = ((size * POINTS_PER_MM) / typeface.unitsPerEm).toFixed(8);
  const place = `${scale} 0 0 ${scale} ${formatNumbers(x * POINTS_PER_MM, (pageHeight - y) * POINTS_PER_MM)} cm`;
  const glyphs = writeGlyphs(typeface, text, PATH).map(({ path, advance }) => {
    const fill = path.length === 0 ? '' : `${path.join(' ')} f\n`;
    return `${fill}1 0 0 1 ${advance} 0 cm`;
  });
  return `q ${place} ${color}\n${glyphs.join('\n')}\nQ`;
}

/** Outlines as a path for the even-odd rule. */
export function writeOutlines(outlines: readonly Outline[]): string {
  return outlines.map(writeOutline).join('\n');
}

function writeOutline(outline: Outline): string {
  const [x = 0, y = 0, , , x2 = 0, y2 = 0] = outline;
  // Four corners form a rectangle, as most outlines do.
  if (outline.length === 8) return `${formatNumbers(x, y, x2 - x, y2 - y)} re`;
  const corners: string[] = [];
  for (let i = 0; i < outline.length; i += 2) {
    corners.push(`${formatNumbers(outline[i] ?? 0, outline[i + 1] ?? 0)} ${i === 0 ? 'm' : 'l'}`);
  }
  // Filling closes the path.
  return corners.join(' ');
}

function fillColor(ink: Ink): string {
  if (ink.space === 'spot') return `${SPOT} cs 1 scn`;
  return ink.space === 'rgb' ? `${toShares(ink)} rg` : `${formatNumbers(...ink.cmyk)} k`;
}

function strokeColor(ink: Ink): string {
  if (ink.space === 'spot') return `${SPOT} CS 1 SCN`;
  return ink.space === 'rgb' ? `${toShares(ink)} RG` : `${formatNumbers(...ink.cmyk)} K`;
}

/** No ink, expressed in the inks that the page uses anyway, so that it needs no other plate. */
function paperColor(ink: Ink): string {
  if (ink.space === 'spot') return `${SPOT} cs 0 scn`;
  return ink.space === 'rgb' ? '1 1 1 rg' : '0 0 0 0 k';
}

function toShares(ink: Extract<Ink, { space: 'rgb' }>): string {
  return formatNumbers(...toChannels(ink.color).map((channel) => channel / 255));
}
