import type { HexColor } from './styles/hex-color.ts';
import type { Typeface } from './typeface/typeface.ts';

/**
 * What a picture is made of, whichever format it is written in. Lengths are in the unit of the picture, from its upper left corner, x to the
 * right and y down. Later shapes cover earlier ones.
 */
export type Shape = OutlinesShape | TextShape | PictureShape | LinesShape;

/** Outlines whose unit is `scale`, and which start at x and y. */
export interface OutlinesShape {
  readonly kind: 'outlines';
  readonly fill: Fill;
  /** Which points are inside: those that the outlines go round an odd number of times, or any number of times; `evenodd` if absent. */
  readonly rule?: FillRule;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly outlines: readonly CurvedOutline[];
}

/** A line of text as outlines of its glyphs: the baseline begins at x and y, and an em is `size` high. */
export interface TextShape {
  readonly kind: 'text';
  readonly fill: HexColor;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
  readonly typeface: Typeface;
}

/** A picture in a square, in which it keeps its proportions. */
export interface PictureShape {
  readonly kind: 'picture';
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly picture: LogoPicture;
  /** The colour below it, and whether the paper shows through instead: formats without transparency blend pixels with that colour. */
  readonly ground: HexColor;
  readonly isClear: boolean;
}

/** The picture of a logo in a square: pixels, or paths that are sharp in any size. */
export type LogoPicture =
  /** A square PNG, in base64. */
  { readonly png: string } | { readonly paths: readonly LogoPath[] };

/** Outlines in one colour, in a square of `LOGO_UNITS` (`logos/logo-picture.ts`). */
export interface LogoPath extends Pick<OutlinesShape, 'rule' | 'outlines'> {
  readonly fill: HexColor;
}

/** Lines of one width, each from its first point to its second. */
export interface LinesShape {
  readonly kind: 'lines';
  readonly fill: HexColor;
  readonly width: number;
  readonly lines: readonly (readonly [x1: number, y1: number, x2: number, y2: number])[];
}

export type FillRule = 'evenodd' | 'nonzero';

export type Fill = HexColor | GradientFill;

/** A gradient in the unit of its outlines: along a line from one colour to the other, or around a point up to a radius. */
export type GradientFill = { readonly from: HexColor; readonly to: HexColor } & (
  | { readonly type: 'linear'; readonly start: Point; readonly end: Point }
  | { readonly type: 'radial'; readonly centre: Point; readonly radius: number }
);

/** A closed outline of straight lines, arcs and curves. */
export interface CurvedOutline {
  readonly start: Point;
  readonly segments: readonly Segment[];
}

export type Point = readonly [x: number, y: number];

/** A straight line to a point, an arc to it of at most half a circle, clockwise, or a curve to it. */
export type Segment = Point | ArcSegment | CubicSegment;

export type ArcSegment = readonly [x: number, y: number, radius: number];

/** A cubic Bézier curve: its two control points, then its end. */
export type CubicSegment = readonly [x1: number, y1: number, x2: number, y2: number, x: number, y: number];

/** A box filled with one colour, its corners rounded. */
export function paint(fill: HexColor, box: Box, radius = 0): OutlinesShape {
  const radii = Array.from({ length: 4 }, () => radius);
  return { kind: 'outlines', fill, x: 0, y: 0, scale: 1, outlines: [outlineBox(box, radii)] };
}

/** A rectangle with four radii, clockwise from the upper left corner. */
export function outlineBox(
  { x, y, width, height }: Box,
  [a = 0, b = 0, c = 0, d = 0]: readonly number[] = [],
): CurvedOutline {
  const [right, bottom] = [x + width, y + height];
  const arc = (endX: number, endY: number, radius: number): Segment[] =>
    radius === 0 ? [] : [[endX, endY, radius]];
  return {
    start: [x + a, y],
    segments: [
      [right - b, y],
      ...arc(right, y + b, b),
      [right, bottom - c],
      ...arc(right - c, bottom, c),
      [x + d, bottom],
      ...arc(x, bottom - d, d),
      // The outline closes itself.
      ...(a === 0 ? [] : [[x, y + a] as const, ...arc(x + a, y, a)]),
    ],
  };
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
