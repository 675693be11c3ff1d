import SvgPath from 'svgpath';
import type { CurvedOutline, Point, Segment } from '#core/drawing.ts';
import { LOGO_UNITS } from '#core/logos/logo-picture.ts';
import { refuse, refuseDamaged, refuseTooManyPoints, SvgRefusal } from './svg-refusal.ts';

/** The attributes of a basic shape, and the path that it is (SVG 2 §10). */
const BASIC_SHAPES: Readonly<
  Record<string, readonly [attributes: readonly string[], toPath: (values: readonly number[]) => string]>
> = {
  rect: [
    ['x', 'y', 'width', 'height', 'rx', 'ry'],
    ([x = 0, y = 0, w = 0, h = 0, rx = 0, ry = 0]) => toRectangle(x, y, w, h, rx, ry),
  ],
  circle: [['cx', 'cy', 'r'], ([x = 0, y = 0, r = 0]) => toEllipse(x, y, r, r)],
  ellipse: [['cx', 'cy', 'rx', 'ry'], ([x = 0, y = 0, rx = 0, ry = 0]) => toEllipse(x, y, rx, ry)],
};

/** The attributes with the geometry of each element that draws. */
export const GEOMETRY: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(BASIC_SHAPES).map(([name, [attributes]]) => [name, attributes] as const),
  ['path', ['d']],
  ['polygon', ['points']],
  ['polyline', ['points']],
]);

/** The path data of an element that draws. */
export function toPathData(name: string, attributes: Readonly<Record<string, string>>): string {
  if (name === 'path') return attributes['d'] ?? '';
  const shape = BASIC_SHAPES[name];
  if (!shape) return (attributes['points'] ?? '').trim() === '' ? '' : `M${attributes['points']}Z`;
  // A rectangle with one radius has it for the other, too.
  const { rx, ry } = attributes;
  const known: typeof attributes =
    name === 'rect' ? { ...attributes, rx: rx ?? ry ?? '0', ry: ry ?? rx ?? '0' } : attributes;
  const values = shape[0].map((key) => readLength(known[key] ?? '0'));
  return shape[1](values);
}

/** A length in user units. */
export function readLength(text: string): number {
  const [, digits] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(?:px)?$/i.exec(text.trim()) ?? [];
  return digits === undefined ? refuseDamaged('a length is no number of pixels') : Number(digits);
}

function toRectangle(x: number, y: number, width: number, height: number, rx: number, ry: number): string {
  if (width <= 0 || height <= 0) return '';
  const [a, b] = [Math.min(Math.max(0, rx), width / 2), Math.min(Math.max(0, ry), height / 2)];
  if (a === 0 || b === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const corner = (dx: number, dy: number) => `a${a} ${b} 0 0 1 ${dx} ${dy}`;
  return `M${x + a} ${y}h${width - 2 * a}${corner(a, b)}v${height - 2 * b}${corner(-a, b)}h${2 * a - width}${corner(-a, -b)}v${2 * b - height}${corner(a, -b)}z`;
}

function toEllipse(x: number, y: number, rx: number, ry: number): string {
  if (rx <= 0 || ry <= 0) return '';
  return `M${x - rx} ${y}a${rx} ${ry} 0 0 1 ${2 * rx} 0a${rx} ${ry} 0 0 1 ${-2 * rx} 0z`;
}

/** The transformations of SVG (CSS Transforms 1 §8), a list of which is short. */
const TRANSFORM = /^(?:[\s,]*(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s,.eE+-]*\))*[\s,]*$/;
const LONGEST_TRANSFORM = 256;

export function checkTransform(text: string): string {
  return text.length <= LONGEST_TRANSFORM && TRANSFORM.test(text)
    ? text
    : refuse('transform', ' in an unusual way');
}

/** Twice the numbers that the largest logo has room for, because those before and behind a point count apart. */
const MOST_RUNS_OF_DIGITS = 60_000;

/** Path data as our own outlines, within the square of a logo. */
export function toOutlines(data: string, transform: string): CurvedOutline[] {
  // For each command SvgPath moves all numbers that follow.
  if ((data.match(/\d+|\.\d*/g)?.length ?? 0) > MOST_RUNS_OF_DIGITS) refuseTooManyPoints();
  const path = SvgPath(data);
  if ('err' in path && path.err) refuseDamaged('a path is not well-formed');
  const outlines: { start: Point; segments: Segment[] }[] = [];
  let start: Point = [0, 0];
  let isOpen = false;
  path
    .abs()
    .unshort()
    .unarc()
    .transform(transform)
    .iterate(([command, ...values], _index, fromX, fromY) => {
      if (command === 'Z' || command === 'z') isOpen = false;
      if (command === 'M') [start, isOpen] = [toPoint(values), false];
      const segment = toSegment(command, values, [fromX, fromY]);
      if (!segment) return;
      if (!isOpen) outlines.push({ start, segments: [] });
      isOpen = true;
      outlines.at(-1)?.segments.push(segment);
    });
  return outlines.filter(({ segments }) => segments.length > 0);
}

function toSegment(command: string, values: readonly number[], from: Point): Segment | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
  switch (command) {
    case 'L':
      return toPoint([a, b]);
    case 'H':
      return toPoint([a, from[1]]);
    case 'V':
      return toPoint([from[0], a]);
    case 'C':
      return toCubic(from, [a, b], [c, d], [e, f]);
    case 'Q': {
      // A quadratic curve written as a cubic one.
      const toward = (end: number, middle: number) => end + ((middle - end) * 2) / 3;
      const near: Point = [toward(from[0], a), toward(from[1], b)];
      return toCubic(from, near, [toward(c, a), toward(d, b)], [c, d]);
    }
    default:
      return null;
  }
}

/** How far a drawing may reach beyond its square, which is then cut off; half a module around a logo is more. */
const TOLERANCE = LOGO_UNITS / 200;

/** Places on a curve where it is looked whether it leaves the square. */
const PLACES = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875];

function toCubic(from: Point, near: Point, far: Point, to: Point): Segment {
  for (const t of PLACES) {
    const u = 1 - t;
    const at = (i: 0 | 1) =>
      u ** 3 * from[i] + 3 * u * u * t * near[i] + 3 * u * t * t * far[i] + t ** 3 * to[i];
    toPoint([at(0), at(1)]);
  }
  return [...round(near), ...round(far), ...toPoint(to)];
}

function toPoint([x = 0, y = 0]: readonly number[]): Point {
  const isInside = [x, y].every((at) => at >= -TOLERANCE && at <= LOGO_UNITS + TOLERANCE);
  if (!Number.isFinite(x + y)) refuseDamaged('a coordinate is no number');
  if (!isInside)
    throw new SvgRefusal(
      'unsupported',
      'The SVG draws beyond its viewBox: crop it to its drawing, or fit the artboard to it.',
    );
  const clamp = (at: number) => Math.min(LOGO_UNITS, Math.max(0, at));
  return round([clamp(x), clamp(y)]);
}

/** To the hundred-thousandth part of the side. */
function round([x, y]: Point): Point {
  if (!Number.isFinite(x + y)) refuseDamaged('a coordinate is no number');
  return [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
}
