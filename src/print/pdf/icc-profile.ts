/**
 * ICC profiles that say that red, green and blue are those of sRGB (IEC 61966-2-1). They are written here because those that others offer take
 * 3 KB and more, in every file.
 */

/** Red, green and blue as XYZ under the light D50, to which profiles adapt all colours: a row for each of X, Y and Z. */
const TO_XYZ = [
  [0.43604, 0.38512, 0.14305],
  [0.22249, 0.7169, 0.06061],
  [0.01392, 0.09706, 0.71391],
] as const;

/** The inverse. */
const FROM_XYZ = [
  [3.13426, -1.61729, -0.49072],
  [-0.9788, 1.91618, 0.03345],
  [0.07196, -0.22898, 1.40576],
] as const;

/** From the light of screens, D65, to D50, by the method of Bradford. */
const ADAPTATION = [
  [1.04788, 0.02292, -0.05021],
  [0.02959, 0.99048, -0.01707],
  [-0.00925, 0.01508, 0.75168],
] as const;

const D50 = [0.9642, 1, 0.8249] as const;

/** Largest number of the encoding of XYZ in 16 bits, whose 1 is 32,768 (ICC.1:2004-10 §6.3.4.2). */
const LARGEST_XYZ = 65535 / 32768;

/** The darkest colour of the medium for which perceptual tables are made (§6.3.3). */
const BLACK_OF_MEDIUM = 0.00347;

const NAME = 'sRGB';
const COPYRIGHT = 'CC0';

type Tag = readonly [signature: string, data: readonly number[]];

/** A profile of the class of screens in version 2, which every reader since PDF 1.3 knows. */
export function writeScreenProfile(): Uint8Array {
  const curve = [...text('curv'), ...u32(0, CURVE_POINTS), ...u16(...sampleCurve())];
  const column = (i: 0 | 1 | 2): number[] => writeXyz(TO_XYZ.map((row) => row[i]));
  return writeProfile(0x02100000, 'mntr', [
    ['desc', writeOldDescription()],
    ['cprt', [...text('text'), ...u32(0), ...text(COPYRIGHT), 0]],
    ['wtpt', writeXyz(D50)],
    ['rXYZ', column(0)],
    ['gXYZ', column(1)],
    ['bXYZ', column(2)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

/** The same in the class of printers, which PDF/X-4 requires. Its tables are exact: curves and a matrix, in both directions. */
export function writePrinterProfile(): Uint8Array {
  const [exact, perceptual] = [writeTables(0), writeTables(BLACK_OF_MEDIUM)];
  return writeProfile(0x04200000, 'prtr', [
    ['desc', writeDescription(NAME)],
    ['cprt', writeDescription(COPYRIGHT)],
    ['wtpt', writeXyz(D50)],
    ['chad', [...text('sf32'), ...u32(0), ...s15(...ADAPTATION.flat())]],
    // Perceptual, colorimetric and for saturation.
    ...[perceptual, exact, perceptual].flatMap(([to, from], intent): Tag[] => [
      [`A2B${intent}`, to],
      [`B2A${intent}`, from],
    ]),
    ['gamt', writeGamut()],
  ]);
}

/**
 * The tables from RGB to XYZ and back.
 *
 * @param black the brightness of the darkest colour as a share of white: all colours move up between it and white
 */
function writeTables(black: number): readonly [toXyz: number[], fromXyz: number[]] {
  const range = 1 - black;
  const toShift = D50.map((white) => (white * black) / LARGEST_XYZ);
  const fromShift = D50.map(() => -black / range);
  return [
    writeTable('mAB ', { matrix: scale(TO_XYZ, range / LARGEST_XYZ), shift: toShift, curve: TO_LIGHT }),
    writeTable('mBA ', { matrix: scale(FROM_XYZ, LARGEST_XYZ / range), shift: fromShift, curve: FROM_LIGHT }),
  ];
}

/** A header of 128 bytes, the table of the tags and their data (ICC.1:2004-10 §7). Tags of the same data share it. */
function writeProfile(version: number, deviceClass: string, tags: readonly Tag[]): Uint8Array {
  const data: number[] = [];
  const start = 128 + 4 + 12 * tags.length;
  const places = new Map<readonly number[], number>();
  for (const [, bytes] of tags) {
    if (places.has(bytes)) continue;
    places.set(bytes, start + data.length);
    data.push(...pad(bytes));
  }
  const header = [
    ...u32(start + data.length, 0, version),
    ...text(`${deviceClass}RGB XYZ `),
    ...u16(2026, 1, 1, 0, 0, 0),
    ...text('acsp'),
    ...Array.from({ length: 28 }, () => 0),
    ...s15(...D50),
    ...Array.from({ length: 48 }, () => 0),
  ];
  const table = tags.flatMap(([signature, bytes]) => [
    ...text(signature),
    ...u32(places.get(bytes) ?? 0, bytes.length),
  ]);
  return Uint8Array.from([...header, ...u32(tags.length), ...table, ...data]);
}

/** The light of a channel of sRGB, both from 0 to 1. */
function toLight(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** With so many points, straight lines between them are off by an eighth of a level of 255. */
const CURVE_POINTS = 64;

function sampleCurve(): number[] {
  return Array.from({ length: CURVE_POINTS }, (_, i) => Math.round(toLight(i / (CURVE_POINTS - 1)) * 65535));
}

/** Parametric curves (§10.15) of type 3, `(ax + b)^g` from d on and cx below, and of type 4, which adds e and f to them. */
const TO_LIGHT = [
  ...text('para'),
  ...u32(0),
  ...u16(3, 0),
  ...s15(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045),
];
const FROM_LIGHT = [
  ...text('para'),
  ...u32(0),
  ...u16(4, 0),
  ...s15(1 / 2.4, 1.055 ** 2.4, 0, 12.92, 0.0031308, -0.055, 0),
];
const UNCHANGED = [...text('curv'), ...u32(0, 0)];

type Matrix = readonly (readonly number[])[];

interface Table {
  readonly matrix: Matrix;
  /** The amount that is added after the matrix. */
  readonly shift: readonly number[];
  readonly curve: readonly number[];
  /** Turns the three channels into one. */
  readonly grid?: readonly number[];
}

/** A table between RGB and XYZ (§10.10, §10.11): a curve for each channel, a matrix, and curves on the side of XYZ that change nothing. */
function writeTable(signature: 'mAB ' | 'mBA ', { matrix, shift, curve, grid }: Table): number[] {
  const [atCurves, atMatrix] = [32, 32 + 3 * UNCHANGED.length];
  const atOthers = atMatrix + 48;
  const atGrid = grid ? atOthers + 3 * curve.length : 0;
  return [
    ...text(signature),
    ...u32(0),
    ...[3, grid ? 1 : 3, 0, 0],
    ...u32(atCurves, atMatrix, atOthers, atGrid, grid ? atGrid + grid.length : 0),
    ...thrice(UNCHANGED),
    ...s15(...matrix.flat(), ...shift),
    ...thrice(curve),
    ...(grid ? [...grid, ...UNCHANGED] : []),
  ];
}

/** Points of the grid of the gamut on each side: from one half below black to one half above white. */
const GAMUT_POINTS = 5;

/** Which colours sRGB has (§9.2.28): 0 for those, more for others. */
function writeGamut(): number[] {
  const isInside = (point: number) => point >= 1 && point <= 3;
  const points = Array.from({ length: GAMUT_POINTS ** 3 }, (_, i) =>
    [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)].every(isInside) ? 0 : 255,
  );
  const grid = [...Array.from({ length: 16 }, (_, i) => (i < 3 ? GAMUT_POINTS : 0)), 1, 0, 0, 0, ...points];
  const matrix = scale(FROM_XYZ, LARGEST_XYZ / 2);
  return writeTable('mBA ', { matrix, shift: [0.25, 0.25, 0.25], curve: UNCHANGED, grid: pad(grid) });
}

function scale(matrix: Matrix, factor: number): Matrix {
  return matrix.map((row) => row.map((value) => value * factor));
}

function thrice(bytes: readonly number[]): number[] {
  return [...bytes, ...bytes, ...bytes];
}

function writeXyz(values: readonly number[]): number[] {
  return [...text('XYZ '), ...u32(0), ...s15(...values)];
}

/** A text in English (§10.13). */
function writeDescription(value: string): number[] {
  const units = u16(...text(value));
  return [...text('mluc'), ...u32(0, 1, 12), ...text('enUS'), ...u32(units.length, 28), ...units];
}

/** Version 2 has room for two more scripts (ICC.1:2001-04 §6.5.17). */
function writeOldDescription(): number[] {
  const ascii = [...text(NAME), 0];
  return [...text('desc'), ...u32(0, ascii.length), ...ascii, ...Array.from({ length: 8 + 3 + 67 }, () => 0)];
}

function text(characters: string): number[] {
  return Array.from(characters, (character) => character.charCodeAt(0));
}

function u16(...values: readonly number[]): number[] {
  return values.flatMap((value) => [value >> 8, value & 255]);
}

function u32(...values: readonly number[]): number[] {
  return values.flatMap((value) => u16(value >>> 16, value & 65535));
}

/** Signed numbers with 16 bits before and after the point. */
function s15(...values: readonly number[]): number[] {
  return u32(...values.map((value) => Math.round(value * 65536)));
}

/** Tags and tables start at multiples of four bytes. */
function pad(bytes: readonly number[]): number[] {
  return [...bytes, ...Array.from({ length: -bytes.length & 3 }, () => 0)];
}
