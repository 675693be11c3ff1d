import type { EyeShape, ModuleShape } from '#core/codes/style.ts';
import type { SymbolMatrix } from '../matrix/encode.ts';
import { placementOf } from '../matrix/placement.ts';
import { unpackModules } from '../matrix/bit-matrix.ts';
import { type IsDark, traceRounded } from './outlines.ts';

/**
 * The shapes of a styled symbol as SVG path data in modules from its upper left corner. The sizes lie inside of what readers were measured
 * to take (docs/decisions/styles.md): smaller dots, thinner bars and rounder eyes lose scans.
 */

/** Diameter of a dot. */
const DOT = 0.92;
/** Side of a square with a gap around it, and width of a bar. */
const GAPPED = 0.9;

/** Outer radius of an eye's frame; its hole and its ball follow it. */
const EYE_RADII: Readonly<Record<EyeShape, number>> = { square: 0, rounded: 2, leaf: 1.5 };

/** Sides of a finder pattern, of the hole in its frame, and of its ball (ISO/IEC 18004 §6.3.3.1). */
const [FRAME, HOLE, BALL] = [7, 5, 3];

/**
 * The dark modules apart from the finder patterns: those of the data in the shape, function patterns as full squares. Filled by the even-odd rule.
 *
 * @param hole side of a square in the middle that is left out, in modules; 0 where nothing is
 */
export function drawModules(symbol: SymbolMatrix, shape: ModuleShape, hole: number): string {
  const { side, modules, version } = symbol;
  const first = (side - hole) / 2;
  const isInHole = (at: number) => at >= first && at < first + hole;
  const data = unpackModules(placementOf(version).dataModules);
  const isBody: IsDark = (x, y) =>
    x >= 0 &&
    y >= 0 &&
    x < side &&
    y < side &&
    modules[y * side + x] === 1 &&
    !isInFinder(side, x, y) &&
    !(isInHole(x) && isInHole(y));
  const isData: IsDark = (x, y) => isBody(x, y) && data[y * side + x] === 1;
  const isFunction: IsDark = (x, y) => isBody(x, y) && data[y * side + x] === 0;
  if (isApart(shape)) return traceRounded(side, isFunction, () => 0) + drawApart(side, isData, shape);
  return drawTouching(side, isBody, isData, shape);
}

/** The same of modules that belong to no symbol, to show the shape: rows of which `#` are dark, as many as each is long. */
export function drawSample(rows: readonly string[], shape: ModuleShape): string {
  const side = rows.length;
  const isDark: IsDark = (x, y) => rows[y]?.[x] === '#';
  return isApart(shape) ? drawApart(side, isDark, shape) : drawTouching(side, isDark, isDark, shape);
}

/** Modules that touch are one outline. Only those of the data are rounded. */
function drawTouching(side: number, isDark: IsDark, isData: IsDark, shape: TouchingShape): string {
  switch (shape) {
    case 'square':
      return traceRounded(side, isDark, () => 0);
    case 'rounded':
      return traceRounded(side, isDark, (x, y) => (isData(x, y) ? 0.5 : 0));
    case 'classy':
      // The upper left corner and the lower right one.
      return traceRounded(side, isDark, (x, y, corner) => (corner % 2 === 0 && isData(x, y) ? 0.5 : 0));
  }
}

type TouchingShape = 'square' | 'rounded' | 'classy';
type ApartShape = Exclude<ModuleShape, TouchingShape>;

function isApart(shape: ModuleShape): shape is ApartShape {
  return shape !== 'square' && shape !== 'rounded' && shape !== 'classy';
}

/** Modules that do not touch, or only along one direction. */
function drawApart(side: number, isData: IsDark, shape: ApartShape): string {
  if (shape === 'bars_h' || shape === 'bars_v') return drawBars(side, isData, shape);
  const gap = (1 - GAPPED) / 2;
  let path = '';
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      if (!isData(x, y)) continue;
      path +=
        shape === 'dot'
          ? drawCircle(x + 0.5, y + 0.5, DOT / 2)
          : drawBox(x + gap, y + gap, GAPPED, [0, 0, 0, 0]);
    }
  }
  return path;
}

/** A bar for each run of dark modules. */
function drawBars(side: number, isData: IsDark, shape: 'bars_h' | 'bars_v'): string {
  const isDark = (line: number, at: number) => (shape === 'bars_h' ? isData(at, line) : isData(line, at));
  let path = '';
  for (let line = 0; line < side; line++) {
    for (let start = 0; start < side; start++) {
      let end = start;
      while (isDark(line, end)) end++;
      if (end > start) path += drawBar(shape, start, line, end - start);
      start = end;
    }
  }
  return path;
}

/** A bar over so many modules from `start` on, with round ends. */
function drawBar(shape: 'bars_h' | 'bars_v', start: number, line: number, length: number): string {
  const across = line + (1 - GAPPED) / 2;
  const radius = GAPPED / 2;
  const straight = round(length - GAPPED);
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  return shape === 'bars_h'
    ? `M${round(start + radius)} ${round(across)}h${straight}${arc(0, GAPPED)}h${-straight}${arc(0, -GAPPED)}z`
    : `M${round(across + GAPPED)} ${round(start + radius)}v${straight}${arc(-GAPPED, 0)}v${-straight}${arc(GAPPED, 0)}z`;
}

/** The three finder patterns, to be filled by the even-odd rule: the hole of each frame lies in it. */
export function drawEyes(side: number, shape: EyeShape): string {
  const far = side - FRAME;
  return drawEye(0, 0, shape, 0) + drawEye(far, 0, shape, 1) + drawEye(0, far, shape, 1);
}

/** One finder pattern. A leaf has two sharp corners: the upper left one and the one across from it where `sharp` is 0, the other two where it is 1. */
export function drawEye(x: number, y: number, shape: EyeShape, sharp: number): string {
  const radius = EYE_RADII[shape];
  const box = (size: number, corner: number) => {
    const inset = (FRAME - size) / 2;
    return drawBox(x + inset, y + inset, size, cornersOf(shape, corner, sharp));
  };
  return box(FRAME, radius) + box(HOLE, Math.max(0, radius - 1)) + box(BALL, (radius * BALL) / FRAME);
}

/** The radii of the corners, clockwise from the upper left one. A leaf has two that are sharp, across from each other. */
function cornersOf(shape: EyeShape, radius: number, sharp: number): readonly number[] {
  return [0, 1, 2, 3].map((corner) => (shape === 'leaf' && corner % 2 === sharp ? 0 : radius));
}

function isInFinder(side: number, x: number, y: number): boolean {
  const isLow = (at: number) => at < FRAME;
  const isHigh = (at: number) => at >= side - FRAME;
  return (isLow(x) && isLow(y)) || (isHigh(x) && isLow(y)) || (isLow(x) && isHigh(y));
}

function drawCircle(x: number, y: number, radius: number): string {
  const arc = `a${round(radius)} ${round(radius)} 0 1 1`;
  return `M${round(x)} ${round(y - radius)}${arc} 0 ${round(2 * radius)}${arc} 0 ${round(-2 * radius)}z`;
}

/** A square with four radii, clockwise from the upper left corner. */
function drawBox(x: number, y: number, size: number, radii: readonly number[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = radii;
  const arc = (radius: number, dx: number, dy: number) =>
    radius === 0 ? '' : `a${round(radius)} ${round(radius)} 0 0 1 ${round(dx)} ${round(dy)}`;
  return (
    `M${round(x + a)} ${round(y)}h${round(size - a - b)}${arc(b, b, b)}v${round(size - b - c)}${arc(c, -c, c)}` +
    `h${round(c + d - size)}${arc(d, -d, -d)}v${round(a + d - size)}${arc(a, a, -a)}z`
  );
}

/** Far below what a picture of 2,048 pixels shows. */
function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
