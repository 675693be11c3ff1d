// oxlint-disable-next-line typescript/triple-slash-reference -- every program that compiles this file finds the types with it
/// <reference path="./qrcode-svg.d.ts" />
import QRCode from 'qrcode-svg';
import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import { sideOf } from '../encoding/versions.ts';

/** Error correction level indicators of the format information (ISO/IEC 18004 Table 12). */
const LEVEL_INDICATORS: Readonly<Record<ErrorCorrectionLevel, number>> = { L: 1, M: 0, Q: 3, H: 2 };

/** Side of a finder pattern (ISO/IEC 18004 §6.3.3). */
const FINDER_SIDE = 7;

/**
 * The package's model, taken from the only symbol that its constructor makes here, because the constructor alters the content (a BOM,
 * broken surrogates, three wasted bytes). Every use of the model clears it first.
 */
const MODEL = takeModel();

/** `modules[row][column]`, true for dark, `null` if not placed. */
export type PlacedModules = readonly (readonly (boolean | null)[])[];

/**
 * The function patterns and the version information of a version (ISO/IEC 18004 §6.3, §7.10). Format information is light; data modules are
 * `null`.
 */
export function drawFunctionPatterns(version: number): PlacedModules {
  clear(version);
  const far = MODEL.moduleCount - FINDER_SIDE;
  MODEL.setupPositionProbePattern(0, 0);
  MODEL.setupPositionProbePattern(far, 0);
  MODEL.setupPositionProbePattern(0, far);
  MODEL.setupPositionAdjustPattern();
  MODEL.setupTimingPattern();
  // The test flag reserves the modules and makes them light.
  MODEL.setupTypeInfo(true, 0);
  if (version >= 7) MODEL.setupTypeNumber(false);
  return MODEL.modules;
}

/** The format information of a mask (ISO/IEC 18004 §7.9) and the dark module beside it; all other modules are `null`. */
export function drawFormatInformation(
  version: number,
  level: ErrorCorrectionLevel,
  mask: number,
): PlacedModules {
  clear(version);
  MODEL.errorCorrectLevel = LEVEL_INDICATORS[level];
  MODEL.setupTypeInfo(false, mask);
  return MODEL.modules;
}

function clear(version: number): void {
  const side = sideOf(version);
  MODEL.typeNumber = version;
  MODEL.moduleCount = side;
  MODEL.modules = Array.from({ length: side }, () => Array.from({ length: side }, () => null));
}

/** The constructor would also place its content under every mask, for which each start of a Worker would wait: here `make` does nothing. */
function takeModel(): QRCode['qrcode'] {
  let model: QRCode['qrcode'] | undefined;
  const symbol: QRCode = Object.defineProperty(Object.create(QRCode.prototype), 'qrcode', {
    get: () => model,
    set(made: QRCode['qrcode']) {
      model = Object.assign(made, { make: () => undefined });
    },
  });
  QRCode.call(symbol, { content: '0', ecl: 'L' });
  return symbol.qrcode;
}
