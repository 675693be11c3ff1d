import { placePaths } from '#core/logos/logo-picture.ts';
import type { Fill, PictureShape, Shape, TextShape } from '#core/drawing.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import { type Paint, paintOf } from '../ink.ts';
import { formatNumber, formatNumbers, POINTS_PER_MM } from '../numbers.ts';
import { writeCurves } from '../write-curves.ts';
import { type PathWriter, postfix, writeGlyphs } from '../write-text.ts';
import { FORM_MM, type Resources, SPOT } from './resources.ts';

/**
 * The operators that draw shapes (PDF 1.4 §4), on a page or a form of the given height in millimetres. Coordinates are those of PDF: points,
 * y up.
 */
export function writeContent(shapes: readonly Shape[], height: number, resources: Resources): string {
  return shapes.map((shape) => writeShape(shape, height, resources)).join('\n');
}

function writeShape(shape: Shape, pageHeight: number, resources: Resources): string {
  const toPoints = (...mm: number[]) => formatNumbers(...mm.map((length) => length * POINTS_PER_MM));
  const paint = (color: HexColor) => paintOf(resources.inks, color);
  switch (shape.kind) {
    case 'outlines': {
      // In units of the outlines, y down, so that modules are whole numbers.
      const scale = (shape.scale * POINTS_PER_MM).toFixed(8);
      const matrix = `${scale} 0 0 -${scale} ${toPoints(shape.x, pageHeight - shape.y)}`;
      // A rectangle's operator decides itself which way round it goes, which matters for the other rule.
      const [writer, fill] = shape.rule === 'nonzero' ? [PATH, 'f'] : [PATH_WITH_BOXES, 'f*'];
      const path = writeCurves(shape.outlines, writer).join('\n');
      return `q ${matrix} cm ${fillWith(shape.fill, matrix, resources)}\n${path}\n${fill} Q`;
    }
    case 'text':
      return writeText(shape, pageHeight, setFill(paint(shape.fill)));
    case 'picture': {
      const side = formatNumber(shape.side * POINTS_PER_MM);
      const corner = toPoints(shape.x, pageHeight - shape.y - shape.side);
      return `q ${side} 0 0 ${side} ${corner} cm ${resources.namePicture(shape, () => writePaths(shape, resources))} Do Q`;
    }
    case 'lines': {
      const lines = shape.lines.map(
        ([x1, y1, x2, y2]) => `${toPoints(x1, pageHeight - y1)} m ${toPoints(x2, pageHeight - y2)} l`,
      );
      return `${setStroke(paint(shape.fill))} ${toPoints(shape.width)} w\n${lines.join('\n')}\nS`;
    }
  }
}

/** The paths of a logo in a square of `FORM_MM`; nothing if it has pixels. */
function writePaths({ picture }: PictureShape, resources: Resources): string {
  if ('png' in picture) return '';
  return writeContent(placePaths(picture.paths, { x: 0, y: 0, side: FORM_MM }), FORM_MM, resources);
}

const PATH: PathWriter = postfix('m', 'l', 'c');

const PATH_WITH_BOXES: PathWriter = {
  ...PATH,
  box: (corner, size) => `${corner} ${size} re`,
};

/** A line of text: fills each glyph at its origin, then advances the origin. */
function writeText({ x, y, size, text, typeface }: TextShape, pageHeight: number, fill: string): string {
  const scale = ((size * POINTS_PER_MM) / typeface.unitsPerEm).toFixed(8);
  const place = `${scale} 0 0 ${scale} ${formatNumbers(x * POINTS_PER_MM, (pageHeight - y) * POINTS_PER_MM)} cm`;
  const glyphs = writeGlyphs(typeface, text, PATH).map(({ path, advance }) => {
    const outlines = path.length === 0 ? '' : `${path.join(' ')} f\n`;
    return `${outlines}1 0 0 1 ${advance} 0 cm`;
  });
  return `q ${place} ${fill}\n${glyphs.join('\n')}\nQ`;
}

/** @param matrix from the unit of the outlines to that of the page: a pattern does not follow the page's own (PDF 1.4 §4.6.1) */
function fillWith(fill: Fill, matrix: string, resources: Resources): string {
  if (typeof fill === 'string') return setFill(paintOf(resources.inks, fill));
  return `/Pattern cs ${resources.nameGradient(fill, matrix)} scn`;
}

/** Those that fill. In capital letters, they stroke. */
const OPERATORS = { grey: 'g', rgb: 'rg', cmyk: 'k' } as const;

function setFill(paint: Paint): string {
  if (paint.space === 'spot') return `${SPOT} cs ${formatNumber(paint.tint)} scn`;
  return `${formatNumbers(...paint.shares)} ${OPERATORS[paint.space]}`;
}

function setStroke(paint: Paint): string {
  if (paint.space === 'spot') return `${SPOT} CS ${formatNumber(paint.tint)} SCN`;
  return `${formatNumbers(...paint.shares)} ${OPERATORS[paint.space].toUpperCase()}`;
}
