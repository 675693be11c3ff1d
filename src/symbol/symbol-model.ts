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

/** The codewords of a content, error correction included and interleaved, and the model that places format information. */
export interface EncodedContent {
  /** ISO/IEC 18004 §7.6. */
  readonly codewords: readonly number[];
  readonly model: QRCodeModel;
}

/** Encodes a content as its layout says: segments, padding and Reed-Solomon blocks (ISO/IEC 18004 §7.4 to §7.6). */
export function encodeContent(content: Uint8Array, layout: SymbolLayout): EncodedContent {
  const model = newModel(layout.version, layout.level);
  model.dataList = layout.plan.segments.map((segment) => new SegmentData(content, segment));
  model.makeImpl(false, 0);
  if (model.dataCache === null) throw new Error('qrcode-svg made no codewords');
  return { codewords: model.dataCache, model };
}

/** The function patterns of a version (ISO/IEC 18004 §6.3), format information left light; `null` where data belongs. */
export function buildFunctionPatterns(version: number): (boolean | null)[][] {
  const model = newModel(version, 'L');
  model.dataCache = [];
  model.makeImpl(true, 0);
  // That call was a test, which blanks the version information too (ISO/IEC 18004 §7.10), from version 7 on.
  if (version >= 7) model.setupTypeNumber(false);
  return model.modules;
}

/**
 * The order in which the package fills the data modules (ISO/IEC 18004 §7.7.3), as `row * side + column`. It is watched at
 * work once, because placing the bits of every symbol by it costs more than all eight masks.
 *
 * @param patterns function patterns, `null` where data belongs
 */
export function recordPlacement(patterns: readonly (readonly (boolean | null)[])[]): Uint16Array {
  const order: number[] = [];
  const side = patterns.length;
  const model: QRCodeModel = Object.create(MODEL_PROTOTYPE);
  model.moduleCount = side;
  model.modules = patterns.map(
    (line, row) =>
      new Proxy([...line], {
        set(target, column, isDark) {
          order.push(row * side + Number(column));
          return Reflect.set(target, column, isDark);
        },
      }),
  );
  model.mapData([], 0);
  return Uint16Array.from(order);
}

/** A model that leaves the data modules alone: they are placed here. */
function newModel(version: number, level: ErrorCorrectionLevel): QRCodeModel {
  const model: QRCodeModel = Object.create(MODEL_PROTOTYPE);
  model.typeNumber = version;
  model.errorCorrectLevel = LEVEL_INDICATORS[level];
  model.dataCache = null;
  model.dataList = [];
  model.mapData = placeNothing;
  return model;
}

function placeNothing(): void {}

/** A class rather than closures: bundlers that keep the names of functions make every new closure costly. */
class SegmentData implements DataItem {
  readonly mode: number;
  readonly #bytes: Uint8Array;
  readonly #write: (bytes: Uint8Array, buffer: BitBuffer) => void;

  constructor(content: Uint8Array, { mode, start, end }: Segment) {
    this.mode = MODE_INDICATORS[mode];
    this.#bytes = content.subarray(start, end);
    this.#write = WRITERS[mode];
  }

  getLength(): number {
    return this.#bytes.length;
  }

  write(buffer: BitBuffer): void {
    this.#write(this.#bytes, buffer);
  }
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
  let i = 0;
  for (; i + 1 < bytes.length; i += 2) buffer.put(valueAt(bytes, i) * 45 + valueAt(bytes, i + 1), 11);
  if (i < bytes.length) buffer.put(valueAt(bytes, i), 6);
}

function valueAt(bytes: Uint8Array, i: number): number {
  return ALPHANUMERIC_VALUES[bytes[i] ?? 0] ?? 0;
}

/**
 * One byte in 8 bits (ISO/IEC 18004 §7.4.5), laid over the last byte of the buffer and a new one. The buffer's own `put`
 * takes a bit at a time, which shows in a long content.
 */
function writeBytes(bytes: Uint8Array, buffer: BitBuffer): void {
  const { buffer: filled } = buffer;
  const used = buffer.length & 7;
  for (const byte of bytes) {
    if (used === 0) {
      filled.push(byte);
    } else {
      filled[filled.length - 1] = (filled.at(-1) ?? 0) | (byte >>> used);
      filled.push((byte << (8 - used)) & 0xff);
    }
  }
  buffer.length += 8 * bytes.length;
}
