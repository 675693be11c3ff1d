import type { EyeShape, ModuleShape } from '#core/styles/style.ts';
import { type FrameKind, FRAME_TEXTS } from '#core/styles/frame.ts';
import { outlineBox } from '#core/drawing.ts';
import { outlineFrame } from '#symbol/style/frame.ts';
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

/** Modules of the sample symbol with the smallest quiet zone. */
const SAMPLE_SIDE = 29;
const QUIET = 2;

/** A sample picture of a frame with a symbol and a line for its text. */
export interface FrameSample {
  readonly width: number;
  readonly height: number;
  /** SVG path data for the even-odd rule. */
  readonly path: string;
  readonly symbol: { readonly x: number; readonly y: number; readonly side: number };
  /** Null for a frame without a text. */
  readonly line: { readonly path: string; readonly isDark: boolean } | null;
}

/** @param kind null for a symbol without a frame */
export function drawFrameSample(kind: FrameKind | null): FrameSample {
  const text = kind === null || FRAME_TEXTS[kind] === 'none' ? null : '';
  const { width, height, x, y, shapes } = outlineFrame(kind && { kind, text }, SAMPLE_SIDE);
  const label = shapes?.label ?? null;
  const thick = 2.2;
  const line = label && {
    x: label.x + label.width / 4,
    y: label.y + (label.height - thick) / 2,
    width: label.width / 2,
    height: thick,
  };
  return {
    ...{ width, height },
    path: writePathData((shapes?.dark ?? []).flat()),
    symbol: { x: x + QUIET, y: y + QUIET, side: SAMPLE_SIDE - 2 * QUIET },
    line: line && label && { path: writePathData([outlineBox(line)]), isDark: label.isDark },
  };
}
