/** A closed outline of straight lines and arcs, x to the right and y down. */
export interface CurvedOutline {
  readonly start: Point;
  readonly segments: readonly Segment[];
}

export type Point = readonly [x: number, y: number];

/** A straight line to a point, or an arc to it of at most half a circle, clockwise. */
export type Segment = readonly [x: number, y: number] | readonly [x: number, y: number, radius: number];
