import { describe, expect, test } from 'vitest';
import { gridOf } from '#harness/data/print.ts';
import { LOWER_CASE, randomText, seededRandom } from '#harness/data/contents.ts';
import { type Outline, traceOutlines } from '#print/outlines.ts';

const grids = [10, 40, 120, 600, 2000].map((length) =>
  gridOf(randomText(seededRandom(length), LOWER_CASE, length)),
);

describe('the outlines of a symbol', () => {
  test('hold the middle of every dark module and of no light one, also where its edges move in', () => {
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
      const seen = new Set<string>();
      for (const outline of traceOutlines(grid, 0)) {
        for (const [x1, y1, x2, y2] of edgesOf(outline)) {
          expect(Math.sign(Math.abs(x2 - x1)) + Math.sign(Math.abs(y2 - y1))).toBe(1);
          const steps = Math.abs(x2 - x1) + Math.abs(y2 - y1);
          for (let step = 0; step < steps; step++) {
            const edge = `${Math.min(x1, x2) + (x1 === x2 ? 0 : step)},${Math.min(y1, y2) + (y1 === y2 ? 0 : step)},${x1 === x2}`;
            expect(seen.has(edge), edge).toBe(false);
            seen.add(edge);
          }
        }
      }
    }
  });

  test('lose on each edge what the inset says: a lone module becomes a smaller square', () => {
    const outlines = traceOutlines({ side: 3, modules: Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 1) }, 0.1);
    const squares = outlines.map((outline) => [...outline].map((value) => Number(value.toFixed(6))));
    // Two modules that touch at a corner are two squares.
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

/** Changes every module whose middle lies in the outline: rays to the left that cross its upright edges. */
function toggle(filled: Uint8Array, side: number, outline: Outline): void {
  for (const [x1, y1, x2, y2] of edgesOf(outline)) {
    if (x1 !== x2) continue;
    const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
    for (let row = 0; row < side; row++) {
      if (row + 0.5 < top || row + 0.5 > bottom) continue;
      for (let column = 0; column < side; column++) {
        if (column + 0.5 > x1) filled[row * side + column] = 1 - (filled[row * side + column] ?? 0);
      }
    }
  }
}
