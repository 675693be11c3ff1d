// oxlint-disable-next-line typescript/triple-slash-reference -- every program that compiles this file finds the types with it
/// <reference path="./qrcode-svg.d.ts" />
import QRCode, { type BitBuffer, type DataItem, type QRCodeModel } from 'qrcode-svg';
import type { ErrorCorrectionLevel } from '../core/error-correction.ts';
import type { SymbolLayout } from './choose-version.ts';
import { ALPHANUMERIC, type Segment, type SegmentMode } from './segments.ts';

export type { QRCodeModel };

/** Mode indicators (ISO/IEC 18004 Table 2). */
const MODE_INDICATORS: Readonly<Record<SegmentMode, number>> = { numeric: 1, alphanumeric: 2, byte: 4 };

/** Error correction level indicators of the format information (ISO/IEC 18004 Table 12). */
const LEVEL_INDICATORS: Readonly<Record<ErrorCorrectionLevel, number>> = { L: 1, M: 0, Q: 3, H: 2 };

/** The value of each alphanumeric character by its byte (ISO/IEC 18004 Table 5). */
const ALPHANUMERIC_VALUES = Uint8Array.from({ length: 128 }, (_, byte) =>
  Math.max(0, ALPHANUMERIC.indexOf(String.fromCharCode(byte))),
);

/**
 * The package's model, reached through the only symbol that its constructor ever makes here. The constructor itself
 * alters what it encodes (a BOM, broken surrogates, three wasted bytes), so symbols are built from the model's prototype.
 */
const MODEL_PROTOTYPE: QRCodeModel = Object.getPrototypeOf(new QRCode({ content: '0', ecl: 'L' }).qrcode);

/** A model with error correction computed and every module placed, masked with pattern 0. */
export function buildModel(content: Uint8Array, layout: SymbolLayout): QRCodeModel {
  const model = newModel(layout.version, layout.level);
  model.dataList = layout.plan.segments.map((segment) => toDataItem(content, segment));
  model.makeImpl(false, 0);
  return model;
}

/** A model with the function patterns alone (ISO/IEC 18004 §6.3): modules that belong to the data stay `null`. */
export function buildFunctionPatterns(version: number): QRCodeModel {
  const model = newModel(version, 'L');
  model.dataCache = [];
  model.mapData = () => undefined;
  model.makeImpl(false, 0);
  return model;
}

function newModel(version: number, level: ErrorCorrectionLevel): QRCodeModel {
  const model: QRCodeModel = Object.create(MODEL_PROTOTYPE);
  model.typeNumber = version;
  model.errorCorrectLevel = LEVEL_INDICATORS[level];
  model.dataCache = null;
  model.dataList = [];
  return model;
}

function toDataItem(content: Uint8Array, { mode, start, end }: Segment): DataItem {
  const bytes = content.subarray(start, end);
  return {
    mode: MODE_INDICATORS[mode],
    getLength: () => bytes.length,
    write: (buffer) => WRITERS[mode](bytes, buffer),
  };
}

const WRITERS: Readonly<Record<SegmentMode, (bytes: Uint8Array, buffer: BitBuffer) => void>> = {
  numeric: writeNumeric,
  alphanumeric: writeAlphanumeric,
  byte: writeBytes,
};

/** Three digits in 10 bits, two in 7, one in 4 (ISO/IEC 18004 §7.4.3). */
function writeNumeric(bytes: Uint8Array, buffer: BitBuffer): void {
  for (let i = 0; i < bytes.length; i += 3) {
    const digits = bytes.subarray(i, i + 3);
    const value = digits.reduce((sum, byte) => sum * 10 + (byte - 0x30), 0);
    buffer.put(value, digits.length * 3 + 1);
  }
}

/** Two characters in 11 bits, one in 6 (ISO/IEC 18004 §7.4.4). */
function writeAlphanumeric(bytes: Uint8Array, buffer: BitBuffer): void {
  const valueAt = (i: number): number => ALPHANUMERIC_VALUES[bytes[i] ?? 0] ?? 0;
  let i = 0;
  for (; i + 1 < bytes.length; i += 2) buffer.put(valueAt(i) * 45 + valueAt(i + 1), 11);
  if (i < bytes.length) buffer.put(valueAt(i), 6);
}

/** One byte in 8 bits (ISO/IEC 18004 §7.4.5). */
function writeBytes(bytes: Uint8Array, buffer: BitBuffer): void {
  for (const byte of bytes) buffer.put(byte, 8);
}
