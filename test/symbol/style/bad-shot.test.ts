import { describe, expect, it } from 'vitest';
import { takeBadShot } from '#symbol/style/bad-shot.ts';

const SIZE = 200;
const WHITE = [255, 255, 255] as const;

/** The shot of a picture that is dark below a row and light above it, in shades of grey by row and column. */
function shoot(dark = 0, light = 255, alpha = 255) {
  const rgba = new Uint8Array(4 * SIZE * SIZE);
  for (let i = 0; i < SIZE * SIZE; i++) {
    const isLight = i < (SIZE * SIZE) / 2;
    const shade = isLight ? (light * alpha) / 255 : dark;
    rgba.set([shade, shade, shade, isLight ? alpha : 255], 4 * i);
  }
  const shot = takeBadShot(rgba, SIZE, WHITE);
  return (x: number, y: number) => shot[4 * (y * SIZE + x)]!;
}

/** The mean of a row without the gradient of the light, so that noise is averaged out. */
function meanOfRow(at: ReturnType<typeof shoot>, y: number): number {
  let sum = 0;
  for (let x = 0; x < SIZE; x++) sum += at(x, y) / (1 - (0.5 * x) / SIZE);
  return sum / SIZE;
}

// docs/decisions/styles.md gives each figure: a milder shot would accept worse styles.
describe('the bad shot', () => {
  it('has half the contrast, whatever the picture had', () => {
    for (const at of [shoot(), shoot(100, 200)]) {
      expect(meanOfRow(at, 20)).toBeCloseTo(191.25, -0.4);
      expect(meanOfRow(at, SIZE - 20)).toBeCloseTo(63.75, -0.4);
    }
  });

  it('has light that falls to a half from left to right', () => {
    const at = shoot();
    const meanOfColumn = (x: number) =>
      Array.from({ length: 80 }, (_, y) => at(x, y)).reduce((a, b) => a + b) / 80;
    expect(meanOfColumn(SIZE - 1) / meanOfColumn(0)).toBeCloseTo(0.5, 1.7);
    expect(meanOfColumn(SIZE / 2) / meanOfColumn(0)).toBeCloseTo(0.75, 1.7);
  });

  it('is out of focus by 1.1 pixels', () => {
    const at = shoot();
    const rows = Array.from({ length: 13 }, (_, i) => meanOfRow(at, SIZE / 2 - 7 + i));
    // The differences between rows are the blur's own curve, and their second moment is its variance.
    const steps = rows.slice(1).map((value, i) => rows[i]! - value);
    const total = steps.reduce((a, b) => a + b);
    const middle = steps.reduce((sum, step, i) => sum + step * i, 0) / total;
    const variance = steps.reduce((sum, step, i) => sum + step * (i - middle) ** 2, 0) / total;
    expect(Math.sqrt(variance)).toBeCloseTo(1.1, 1.2);
  });

  it('has noise of 6 shades at most', () => {
    const at = shoot();
    let [sum, squares, most] = [0, 0, 0];
    for (let y = 0; y < 80; y++) {
      for (let x = 0; x < SIZE; x++) {
        const off = at(x, y) - 191.25 * (1 - (0.5 * x) / SIZE);
        sum += off;
        squares += off * off;
        most = Math.max(most, Math.abs(off));
      }
    }
    const mean = sum / (80 * SIZE);
    // The sum of two uniform distributions from -3 to 3.
    expect(Math.sqrt(squares / (80 * SIZE) - mean ** 2)).toBeCloseTo(6 / Math.sqrt(6), 0.9);
    expect(most).toBeGreaterThan(5);
    expect(most).toBeLessThanOrEqual(6.6);
  });

  it('shows the paper where the picture is transparent', () => {
    const [solid, clear] = [shoot(), shoot(0, 77, 0)];
    expect(meanOfRow(clear, 20)).toBeCloseTo(meanOfRow(solid, 20), 5);
  });
});
