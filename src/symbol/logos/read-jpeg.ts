import { joinBytes } from '#core/bytes/join-bytes.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { PictureFile, PictureProblem } from './picture-file.ts';
import { damaged, tooManyPixels } from './read-png.ts';

/** Markers of JPEG (ITU-T T.81 Table B.1). */
const [SOF0, DHT, SOF15, DAC] = [0xc0, 0xc4, 0xcf, 0xcc];
const [RST0, RST7, SOI, EOI, SOS, DNL, APP0, APP1, APP14, APP15, COM] = [
  0xd0, 0xd7, 0xd8, 0xd9, 0xda, 0xdc, 0xe0, 0xe1, 0xee, 0xef, 0xfe,
];

/** Encoders make about ten scans; each costs a decoder a pass over the whole picture, however short it is. */
const MOST_SCANS = 32;

interface Segment {
  readonly marker: number;
  /** Start and end in the file, marker included; a scan ends after its coded data. */
  readonly start: number;
  readonly end: number;
  /** The data after its length. */
  readonly data: Uint8Array;
}

/**
 * Reads the segments of a JPEG up to its end: baseline and progressive, 8 bits, colour or grey.
 *
 * @param largestSide in pixels
 */
export function readJpeg(bytes: Uint8Array, largestSide: number): Result<PictureFile, PictureProblem> {
  const segments = readSegments(bytes);
  if (!segments.ok) return segments;
  const frames = segments.value.filter(({ marker }) => isFrame(marker));
  const [frame] = frames;
  const scans = segments.value.filter(({ marker }) => marker === SOS).length;
  if (!frame || frames.length > 1 || scans === 0) return err(damaged('it does not hold one picture'));
  if (frame.marker > SOF0 + 2) return err(unsupported('it is compressed in a way that browsers do not read'));
  if (scans > MOST_SCANS || segments.value.some(({ marker }) => marker === DAC || marker === DNL))
    return err(unsupported('it is compressed in a way that no program writes for the web'));
  const [precision, heightHigh = 0, heightLow = 0, widthHigh = 0, widthLow = 0, components] = frame.data;
  const width = 256 * widthHigh + widthLow;
  const height = 256 * heightHigh + heightLow;
  if (components === 4) return err(unsupported('its colours are CMYK, those of a press. Save it in RGB'));
  if (precision !== 8 || (components !== 1 && components !== 3))
    return err(unsupported('it is not in RGB or grey with 8 bits'));
  if (width === 0 || height === 0) return err(damaged('its size is missing'));
  if (width > largestSide || height > largestSide) return err(tooManyPixels(width, height, largestSide));
  const exif = segments.value.find(({ marker, data }) => marker === APP1 && startsWith(data, EXIF));
  const kept = segments.value.filter(({ marker }) => !isAside(marker));
  const clean = [
    Uint8Array.of(0xff, SOI),
    ...kept.map(({ start, end }) => bytes.subarray(start, end)),
    Uint8Array.of(0xff, EOI),
  ];
  const orientation = exif ? readOrientation(exif.data.subarray(EXIF.length)) : 1;
  return ok({ type: 'jpeg', width, height, orientation, bytes: joinBytes(clean) });
}

function isFrame(marker: number): boolean {
  return marker >= SOF0 && marker <= SOF15 && marker !== DHT && marker !== 0xc8 && marker !== DAC;
}

/** Metadata, profiles and comments; not APP14, where Adobe states how colours are coded. */
function isAside(marker: number): boolean {
  return (marker >= APP0 && marker <= APP15 && marker !== APP14) || marker === COM;
}

/** All segments before the end of the picture. */
function readSegments(bytes: Uint8Array): Result<readonly Segment[], PictureProblem> {
  const segments: Segment[] = [];
  let at = 2;
  for (;;) {
    const start = at;
    if (bytes[at] !== 0xff && at < bytes.length)
      return err(damaged('a part of it begins in the wrong place'));
    while (bytes[at] === 0xff) at++;
    const marker = bytes[at++];
    if (marker === undefined) return err(damaged('it ends early'));
    if (marker === EOI) return ok(segments);
    const length = 256 * (bytes[at] ?? 0) + (bytes[at + 1] ?? 0);
    if (at + length > bytes.length) return err(damaged('it ends early'));
    if (length < 2) return err(damaged('a part of it has no length'));
    const data = bytes.subarray(at + 2, at + length);
    at += length;
    if (marker === SOS) at = findEndOfScan(bytes, at);
    segments.push({ marker, start, end: at, data });
  }
}

/** Position of the next marker after coded pixels, in which 0xff is followed by 0 or by a restart. */
function findEndOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at === -1) return bytes.length;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && (next < RST0 || next > RST7)) return at;
    at += 2;
  }
}

const EXIF = Uint8Array.of(0x45, 0x78, 0x69, 0x66, 0, 0);

function startsWith(data: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, i) => data[i] === byte);
}

/** The tag "Orientation" in the first directory of a TIFF header (EXIF 2.32 §4.6.4); 1 if it is missing or invalid. */
function readOrientation(tiff: Uint8Array): number {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const isLittle = tiff[0] === 0x49;
  const read = (at: number, size: 2 | 4) => {
    if (at + size > tiff.length) return 0;
    return size === 2 ? view.getUint16(at, isLittle) : view.getUint32(at, isLittle);
  };
  const directory = read(4, 4);
  const entries = Math.min(read(directory, 2), 100);
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + 12 * i;
    const orientation = read(entry + 8, 2);
    if (read(entry, 2) === 0x0112) return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}

function unsupported(why: string): PictureProblem {
  return { code: 'unsupported', message: `This JPEG cannot be used: ${why}.` };
}
