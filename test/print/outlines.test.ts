import { describe, expect, test } from 'vitest';
import { gridOf } from '#harness/data/print.ts';
import { LOWER_CASE, randomText } from '#harness/data/contents.ts';
import { seededRandom } from '#scripts/support/seeded-random.ts';
import { traceRounded } from '#symbol/style/outlines.ts';

/** A closed outline of straight edges: x and y of each corner in turn. */
type Outline = readonly number[];

function traceOutlines(
  { side, modules }: { readonly side: number; readonly modules: Uint8Array },
  inset: number,
): Outline[] {
  const isDark = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < side && y < side && modules[y * side + x] === 1;
  return traceRounded(side, isDark, () => 0, inset).map(({ start, segments }) =>
    [start, ...segments].flatMap(([x, y]) => [x, y]),
  );
}

const grids = [10, 40, 200].map((length) => gridOf(randomText(seededRandom(length), LOWER_CASE, length)));

describe('the outlines of a symbol', () => {
  test('contain the centre of every dark module and of no light one, even if edges move in', () => {
    for (const grid of grids) {
      for (const inset of [0, 0.2]) {
        const outlines = traceOutlines(grid, inset);
        const filled = new Uint8Array(grid.side ** 2);
        for (const outline of outlines) toggle(filled, grid.side, outline);
        expect(filled).toEqual(grid.modules);
      }
    }
  });

  test('turn at every corner, and pass no edge twice', () => {
    for (const grid of grids) {
      const edges = traceOutlines(grid, 0).flatMap(edgesOf).flatMap(stepsOf);
      expect(new Set(edges).size).toBe(edges.length);
    }
  });

  test('lose the inset on each edge: a lone module becomes a smaller square', () => {
    const outlines = traceOutlines({ side: 3, modules: Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 1) }, 0.1);
    const squares = outlines.map((outline) => [...outline].map((value) => Number(value.toFixed(6))));
    // Two modules that touch only at a corner are two squares.
    expect(squares).toEqual([
      [1.9, 1.1, 1.9, 1.9, 1.1, 1.9, 1.1, 1.1],
      [2.9, 2.1, 2.9, 2.9, 2.1, 2.9, 2.1, 2.1],
    ]);
  });

  test('widen the light of a ring, as they narrow its dark', () => {
    const ring = { side: 3, modules: Uint8Array.of(1, 1, 1, 1, 0, 1, 1, 1, 1) };
    const xs = traceOutlines(ring, 0.1).map((outline) => {
      const values = outline.filter((_, i) => i % 2 === 0);
      return [Math.min(...values), Math.max(...values)];
    });
    expect(xs).toEqual([
      [0.1, 2.9],
      [0.9, 2.1],
    ]);
  });
});

function edgesOf(outline: Outline): [number, number, number, number][] {
  return Array.from({ length: outline.length / 2 }, (_, i) => {
    const at = (index: number) => outline[index % outline.length] ?? 0;
    return [at(2 * i), at(2 * i + 1), at(2 * i + 2), at(2 * i + 3)];
  });
}

/** The edges of modules that form one straight edge. */
function stepsOf([x1, y1, x2, y2]: [number, number, number, number]): string[] {
  expect([x1 === x2, y1 === y2].filter(Boolean)).toHaveLength(1);
  const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)];
  return Array.from({ length: Math.abs(x2 - x1) + Math.abs(y2 - y1) }, (_, step) =>
    x1 === x2 ? `${x},${y + step} down` : `${x + step},${y} right`,
  );
}

/** Inverts every module to the right of each vertical edge: this leaves the modules whose centres are inside the outline. */
function toggle(filled: Uint8Array, side: number, outline: Outline): void {
  for (const [x1, y1, x2, y2] of edgesOf(outline).filter(([from, , to]) => from === to)) {
    // An edge that moved inwards lies within the module beside its original grid line.
    const [top, bottom, left] = [Math.round(Math.min(y1, y2)), Math.round(Math.max(y1, y2)), Math.round(x1)];
    expect(x2).toBe(x1);
    for (let row = top; row < bottom; row++) {
      for (let column = left; column < side; column++) filled[row * side + column]! ^= 1;
    }
  }
}
