import type { EyeShape, ModuleShape } from '#core/styles/style.ts';
import { type CurvedOutline, outlineBox } from '#core/drawing.ts';
import type { SymbolMatrix } from '../matrix/encode.ts';
import { placementOf } from '../matrix/placement.ts';
import { unpackModules } from '../matrix/bit-matrix.ts';
import { type IsDark, type RadiusAt, traceRounded } from './outlines.ts';

/**
 * The shapes of a styled symbol as outlines in modules from its upper left corner, for the even-odd rule. The sizes lie within what readers
 * accepted in measurements (docs/decisions/styles.md): smaller dots, thinner bars and rounder eyes lose scans.
 */

/** Diameter of a dot. */
const DOT = 0.92;
/** Side of a square with a gap around it, and width of a bar. */
const GAPPED = 0.9;

/** Outer radius of an eye's frame; the radii of its hole and ball follow from it. */
const EYE_RADII: Readonly<Record<EyeShape, number>> = { square: 0, rounded: 1.5, leaf: 1.5 };

/** Sides of a finder pattern, of the hole in its frame, and of its ball (ISO/IEC 18004 §6.3.3.1). */
const [FRAME, HOLE, BALL] = [7, 5, 3];

/** The part of a symbol to leave out, and how far its edges move in. */
interface ShapeOptions {
  /** Side of the square in the middle to leave out, in modules. */
  readonly hole?: number;
  /** How far every edge moves into the dark, in modules; less than a quarter. */
  readonly inset?: number;
}

/** The dark modules apart from the finder patterns: data in the chosen shape, function patterns as full squares. A Data Matrix has squares. */
export function outlineModules(
  symbol: SymbolMatrix,
  shape: ModuleShape,
  { hole = 0, inset = 0 }: ShapeOptions,
): CurvedOutline[] {
  const { carrier, side, modules, version } = symbol;
  const first = (side - hole) / 2;
  const isInHole = (at: number) => at >= first && at < first + hole;
  const isBody: IsDark = (x, y) =>
    x >= 0 &&
    y >= 0 &&
    x < side &&
    y < side &&
    modules[y * side + x] === 1 &&
    !(carrier === 'qr' && isInFinder(side, x, y)) &&
    !(isInHole(x) && isInHole(y));
  if (carrier === 'datamatrix') return traceRounded(side, isBody, () => 0, inset);
  const data = unpackModules(placementOf(version).dataModules);
  const isData: IsDark = (x, y) => isBody(x, y) && data[y * side + x] === 1;
  const isFunction: IsDark = (x, y) => isBody(x, y) && data[y * side + x] === 0;
  return isApart(shape)
    ? [...traceRounded(side, isFunction, () => 0, inset), ...outlineApart(side, isData, shape, inset)]
    : outlineTouching(side, isBody, isData, shape, inset);
}

/** Sample modules in a shape, without a symbol: as many rows as columns, in which `#` is dark. */
export function outlineSample(rows: readonly string[], shape: ModuleShape): CurvedOutline[] {
  const side = rows.length;
  const isDark: IsDark = (x, y) => rows[y]?.[x] === '#';
  return isApart(shape)
    ? outlineApart(side, isDark, shape, 0)
    : outlineTouching(side, isDark, isDark, shape, 0);
}

/** Touching modules form one outline. Only data modules are rounded. */
function outlineTouching(side: number, isDark: IsDark, isData: IsDark, shape: TouchingShape, inset: number) {
  const trace = (radiusAt: RadiusAt) => traceRounded(side, isDark, radiusAt, inset);
  switch (shape) {
    case 'square':
      return trace(() => 0);
    case 'rounded':
      return trace((x, y) => (isData(x, y) ? 0.5 : 0));
    case 'classy':
      // The upper left corner and the lower right one.
      return trace((x, y, corner) => (corner % 2 === 0 && isData(x, y) ? 0.5 : 0));
  }
}

type TouchingShape = 'square' | 'rounded' | 'classy';
type ApartShape = Exclude<ModuleShape, TouchingShape>;

function isApart(shape: ModuleShape): shape is ApartShape {
  return shape !== 'square' && shape !== 'rounded' && shape !== 'classy';
}

/** Modules that never touch, or only in one direction. */
function outlineApart(side: number, isData: IsDark, shape: ApartShape, inset: number): CurvedOutline[] {
  if (shape === 'bars_h' || shape === 'bars_v') return outlineBars(side, isData, shape, inset);
  const gap = (1 - GAPPED) / 2 + inset;
  const outlines: CurvedOutline[] = [];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (!isData(x, y)) continue;
      outlines.push(
        shape === 'dot'
          ? outlineCircle(x + 0.5, y + 0.5, DOT / 2 - inset)
          : outlineBox({ x: x + gap, y: y + gap, width: 1 - 2 * gap, height: 1 - 2 * gap }),
      );
    }
  }
  return outlines;
}

/** A bar for each run of dark modules. */
function outlineBars(side: number, isData: IsDark, shape: 'bars_h' | 'bars_v', inset: number) {
  const isDark = (line: number, at: number) => (shape === 'bars_h' ? isData(at, line) : isData(line, at));
  const outlines: CurvedOutline[] = [];
  for (let line = 0; line < side; line++) {
    for (let start = 0; start < side; start++) {
      let end = start;
      while (isDark(line, end)) end++;
      if (end > start) outlines.push(outlineBar(shape, start + inset, line, end - start - 2 * inset, inset));
      start = end;
    }
  }
  return outlines;
}

/** A bar of the given length from `start`, with round ends. */
function outlineBar(
  shape: 'bars_h' | 'bars_v',
  start: number,
  line: number,
  length: number,
  inset: number,
): CurvedOutline {
  const radius = GAPPED / 2 - inset;
  const [near, far] = [line + 0.5 - radius, line + 0.5 + radius];
  const [first, last] = [start + radius, start + length - radius];
  return shape === 'bars_h'
    ? {
        start: [first, near],
        segments: [
          [last, near],
          [last, far, radius],
          [first, far],
          [first, near, radius],
        ],
      }
    : {
        start: [far, first],
        segments: [
          [far, last],
          [near, last, radius],
          [near, first],
          [far, first, radius],
        ],
      };
}

/** The three finder patterns, each with a hole in its frame. */
export function outlineEyes(side: number, shape: EyeShape, inset = 0): CurvedOutline[] {
  const far = side - FRAME;
  return [
    ...outlineEye(0, 0, shape, 0, inset),
    ...outlineEye(far, 0, shape, 1, inset),
    ...outlineEye(0, far, shape, 1, inset),
  ];
}

/** One finder pattern. A leaf has two sharp corners: the upper left one and its opposite if `sharp` is 0, the other two if it is 1. */
export function outlineEye(x: number, y: number, shape: EyeShape, sharp: number, inset = 0): CurvedOutline[] {
  const box = (size: number, round: number, inward: number) => {
    const start = (FRAME - size) / 2 + inward;
    // A sharp corner stays sharp, however its edges move.
    const radius = round === 0 ? 0 : Math.max(0, round - inward);
    const width = size - 2 * inward;
    return outlineBox({ x: x + start, y: y + start, width, height: width }, cornersOf(shape, radius, sharp));
  };
  const radius = EYE_RADII[shape];
  return [
    box(FRAME, radius, inset),
    box(HOLE, Math.max(0, radius - 1), -inset),
    box(BALL, (radius * BALL) / FRAME, inset),
  ];
}

/** The radii of the corners, clockwise from the upper left. A leaf has two opposite sharp corners. */
function cornersOf(shape: EyeShape, radius: number, sharp: number): readonly number[] {
  return [0, 1, 2, 3].map((corner) => (shape === 'leaf' && corner % 2 === sharp ? 0 : radius));
}

function isInFinder(side: number, x: number, y: number): boolean {
  const isLow = (at: number) => at < FRAME;
  const isHigh = (at: number) => at >= side - FRAME;
  return (isLow(x) && isLow(y)) || (isHigh(x) && isLow(y)) || (isLow(x) && isHigh(y));
}

function outlineCircle(x: number, y: number, radius: number): CurvedOutline {
  return {
    start: [x, y - radius],
    segments: [
      [x, y + radius, radius],
      [x, y - radius, radius],
    ],
  };
}
