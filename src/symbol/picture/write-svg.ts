import type { Fill, GradientFill, OutlinesShape, Shape, TextShape } from '#core/drawing.ts';
import { placePaths } from '#core/logos/logo-picture.ts';
import type { Contour } from '#core/typeface/typeface.ts';
import { writePathData } from '../style/path-data.ts';
import { nameIds, OWN } from './own-ids.ts';
import { escapeText } from './render-svg.ts';

export interface SvgPage {
  readonly width: number;
  readonly height: number;
  /** The unit of the shapes; pixels have none. */
  readonly unit: '' | 'mm';
  /** What the picture shows, for people who cannot see it; left out when empty. */
  readonly title: string;
}

/** Writes shapes as a self-contained SVG document. */
export async function writeSvg(
  shapes: readonly Shape[],
  { width, height, unit, title }: SvgPage,
): Promise<string> {
  // Readers that know only SVG 1.1 need this name.
  const links = shapes.some((shape) => shape.kind === 'picture' && 'png' in shape.picture)
    ? ' xmlns:xlink="http://www.w3.org/1999/xlink"'
    : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg"${links} width="${width}${unit}" height="${height}${unit}" viewBox="0 0 ${width} ${height}">` +
    `${title === '' ? '' : `<title>${escapeText(title)}</title>`}${await writeShapes(shapes)}</svg>`
  );
}

/** The elements of shapes, for an SVG document that has others, too. */
export function writeShapes(shapes: readonly Shape[]): Promise<string> {
  const names = new Map<GradientFill, string>();
  for (const shape of shapes)
    if (shape.kind === 'outlines' && typeof shape.fill !== 'string' && !names.has(shape.fill))
      names.set(shape.fill, `fill-${OWN}-${names.size}`);
  const paint = (fill: Fill) => (typeof fill === 'string' ? fill : `url(#${names.get(fill)})`);
  const definitions = [...names].map(([fill, name]) => writeGradient(fill, name));
  return nameIds(definitions.join('') + shapes.map((shape) => writeShape(shape, paint)).join(''));
}

function writeShape(shape: Shape, paint: (fill: Fill) => string): string {
  switch (shape.kind) {
    case 'outlines': {
      const { x, y, scale } = shape;
      const isPlaced = x !== 0 || y !== 0 || scale !== 1;
      const place = isPlaced ? ` transform="translate(${round(x)} ${round(y)}) scale(${round(scale)})"` : '';
      const needsNoRule = shape.rule === 'nonzero' || hasFourSides(shape.outlines);
      const rule = needsNoRule ? '' : ' fill-rule="evenodd"';
      return `<path fill="${paint(shape.fill)}"${rule}${place} d="${writePathData(shape.outlines)}"/>`;
    }
    case 'text':
      return writeText(shape);
    case 'picture': {
      const { x, y, side, picture } = shape;
      if ('paths' in picture)
        return placePaths(picture.paths, shape)
          .map((path) => writeShape(path, paint))
          .join('');
      const place = `x="${round(x)}" y="${round(y)}" width="${round(side)}" height="${round(side)}"`;
      return `<image ${place} xlink:href="data:image/png;base64,${picture.png}"/>`;
    }
    case 'lines': {
      const path = shape.lines.map(
        ([x1, y1, x2, y2]) => `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`,
      );
      return `<path fill="none" stroke="${shape.fill}" stroke-width="${round(shape.width)}" d="${path.join('')}"/>`;
    }
  }
}

/** Whether there is only one outline, of four straight sides: both rules fill it alike. */
function hasFourSides([first, ...others]: OutlinesShape['outlines']): boolean {
  if (!first || others.length > 0 || first.segments.length !== 3) return false;
  return first.segments.every((segment) => segment.length === 2);
}

/** A line of text as one path, for the non-zero rule, so that no picture needs a font. */
function writeText({ fill, x, y, size, text, typeface }: TextShape): string {
  let pen = 0;
  let path = '';
  for (const character of text) {
    for (const contour of typeface.contoursOf(character)) path += writeContour(contour, pen);
    pen += typeface.advanceOf(character) ?? 0;
  }
  const place = `translate(${round(x)} ${round(y)}) scale(${round(size / typeface.unitsPerEm)})`;
  return `<path fill="${fill}" transform="${place}" d="${path}"/>`;
}

/** The typeface has y up. */
function writeContour({ start, segments }: Contour, pen: number): string {
  const write = ([x, y]: Contour['start']) => `${x + pen} ${-y}`;
  const lines = segments.map(([first, end]) =>
    end === undefined ? `L${write(first)}` : `Q${write(first)} ${write(end)}`,
  );
  return `M${write(start)}${lines.join('')}z`;
}

function writeGradient(fill: GradientFill, name: string): string {
  const stops = `<stop stop-color="${fill.from}"/><stop offset="1" stop-color="${fill.to}"/>`;
  const start = `id="${name}" gradientUnits="userSpaceOnUse"`;
  if (fill.type === 'radial') {
    const [x, y] = fill.centre;
    return `<radialGradient ${start} cx="${x}" cy="${y}" r="${round(fill.radius)}">${stops}</radialGradient>`;
  }
  const [[x1, y1], [x2, y2]] = [fill.start, fill.end];
  return `<linearGradient ${start} x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}">${stops}</linearGradient>`;
}

/** Far finer than any picture shows, also for the scale of letters. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
