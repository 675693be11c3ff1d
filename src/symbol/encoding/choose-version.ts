import { ERROR_CORRECTION_LEVELS, type ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import type { SymbolProblem } from '#core/codes/new-code-problem.ts';
import { planSegments, VERSION_RANGES, type SegmentPlan } from './segments.ts';
import { dataBits, LARGEST_VERSION } from './versions.ts';

export interface SymbolLayout {
  readonly version: number;
  /** The requested level, or a higher one that fits the same version. */
  readonly level: ErrorCorrectionLevel;
  readonly plan: SegmentPlan;
}

/**
 * Finds the smallest version that holds the content at `level`, with the shortest segments, and raises the level as far as that version
 * allows, unless the level is exact. `null` if even version 40 is too small.
 */
export function chooseVersion(
  content: Uint8Array,
  level: ErrorCorrectionLevel,
  { isExactLevel = false } = {},
): SymbolLayout | null {
  for (const range of VERSION_RANGES) {
    const plan = planSegments(content, range);
    for (let version = range.first; version <= range.last; version++) {
      if (fits(plan.bits, version, level)) {
        return { version, level: isExactLevel ? level : raiseLevel(version, level, plan.bits), plan };
      }
    }
  }
  return null;
}

/** The layout at a given version and level; `null` if the content does not fit. */
export function layOutAt(
  content: Uint8Array,
  version: number,
  level: ErrorCorrectionLevel,
): SymbolLayout | null {
  const range = VERSION_RANGES.find(({ last }) => version <= last);
  const plan = range && planSegments(content, range);
  return plan && fits(plan.bits, version, level) ? { version, level, plan } : null;
}

/** The largest version to draw, and why no larger one is drawn; null if none is larger. */
export interface SymbolLimit {
  readonly symbolVersion: number;
  readonly reason: string | null;
}

export const NO_LIMIT: SymbolLimit = { symbolVersion: LARGEST_VERSION, reason: null };

/** Bits before the data of a single byte segment in versions 27 to 40: mode indicator and character count. */
const BYTE_HEADER_BITS = 4 + 16;

export function contentTooLong(contentBytes: number, errorCorrection: ErrorCorrectionLevel): SymbolProblem {
  const largestBytes = Math.floor((dataBits(LARGEST_VERSION, errorCorrection) - BYTE_HEADER_BITS) / 8);
  const values = { contentBytes, largestBytes, errorCorrection };
  return { code: 'content_too_long', field: 'target', values };
}

export function symbolTooLarge(version: number, { symbolVersion, reason }: SymbolLimit): SymbolProblem {
  const values = { version, largestVersion: symbolVersion, reason };
  return { code: 'symbol_too_large', field: 'target', values };
}

function raiseLevel(version: number, level: ErrorCorrectionLevel, bits: number): ErrorCorrectionLevel {
  return ERROR_CORRECTION_LEVELS.findLast((higher) => fits(bits, version, higher)) ?? level;
}

function fits(bits: number, version: number, level: ErrorCorrectionLevel): boolean {
  return bits <= dataBits(version, level);
}
