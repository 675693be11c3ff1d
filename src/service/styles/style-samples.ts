import type { EyeShape, ModuleShape } from '#core/styles/style.ts';
import { writePathData } from '#symbol/style/path-data.ts';
import { outlineEye, outlineSample } from '#symbol/style/shapes.ts';

/** A picture of one shape, drawn as symbols are: a square of so many modules, filled by the even-odd rule. */
export interface StyleSample {
  readonly side: number;
  /** SVG path data. */
  readonly path: string;
}

/** Runs in both directions, corners and a module that stands alone. */
const SAMPLE_ROWS = ['##.#.', '#.###', '###..', '.#.##', '###.#'] as const;

export function drawModuleSample(shape: ModuleShape): StyleSample {
  return { side: SAMPLE_ROWS.length, path: writePathData(outlineSample(SAMPLE_ROWS, shape)) };
}

export function drawEyeSample(shape: EyeShape): StyleSample {
  return { side: 7, path: writePathData(outlineEye(0, 0, shape, 0)) };
}
