import type { EyeShape, ModuleShape } from '#core/styles/style.ts';
import { writePathData } from '#symbol/style/path-data.ts';
import { outlineEye, outlineSample } from '#symbol/style/shapes.ts';

/** A sample picture of one shape, drawn as in symbols: a square of modules, for the even-odd rule. */
export interface StyleSample {
  readonly side: number;
  /** SVG path data. */
  readonly path: string;
}

/** Runs in both directions, corners and an isolated module. */
const SAMPLE_ROWS = ['##.#.', '#.###', '###..', '.#.##', '###.#'] as const;

export function drawModuleSample(shape: ModuleShape): StyleSample {
  return { side: SAMPLE_ROWS.length, path: writePathData(outlineSample(SAMPLE_ROWS, shape)) };
}

export function drawEyeSample(shape: EyeShape): StyleSample {
  return { side: 7, path: writePathData(outlineEye(0, 0, shape, 0)) };
}
