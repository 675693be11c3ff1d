import { formatLogoPicture } from '#core/logos/logo-picture.ts';
import type { LogoPicture } from '#core/drawing.ts';
import { toBase64 } from '#core/bytes/base64.ts';
import { err, ok, type Result } from '#core/result.ts';
import { SIGNATURE } from '../picture/png-file.ts';
import { renderPixels } from '../picture/render-pixels.ts';
import { writePixelPng } from '../style/write-pixel-png.ts';
import type { PictureFile, PictureProblem } from './picture-file.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { readSvg } from './read-svg.ts';
import { scaleDown } from './scale-down.ts';

/** The stored form of a picture. */
export interface MadeLogo {
  /** A square PNG or the paths of an SVG, in the middle of their square if the picture is not square. */
  readonly picture: LogoPicture;
  readonly bytes: number;
  /** Size of the uploaded picture, upright, in pixels or units. */
  readonly width: number;
  readonly height: number;
}

/**
 * The sides in pixels to try until the PNG is small enough, because each SVG of a code with the logo contains it. A logo is at most a third
 * of a code: 256 pixels are sharp in pictures of 1,024 pixels. In smaller pictures resvg, which looks only at the pixels next to each
 * point, draws them without gaps.
 */
const SIDES = [256, 192, 128, 96, 64] as const;
const LARGEST_PNG = 48 * 1024;

/** Larger pictures are decoded at half their size, where resvg averages four pixels: a quarter of the memory. */
const LARGEST_CANVAS = 1024;

/**
 * Decodes a PNG or JPEG and encodes its pixels again, or reads the paths of an SVG, so that nothing of the file itself is kept. Otherwise
 * says why the file cannot be a logo.
 *
 * @param largestSide in pixels
 */
export async function makeLogo(
  bytes: Uint8Array,
  largestSide: number,
): Promise<Result<MadeLogo, PictureProblem>> {
  if (isXml(bytes)) return makeFromSvg(bytes);
  const file = await readPicture(bytes, largestSide);
  if (!file.ok) return file;
  const { pixels, width, height } = await decode(file.value);
  // resvg draws nothing if it cannot decode the picture.
  if (pixels.every((value, i) => i % 4 !== 3 || value === 0)) {
    const message = 'The picture shows nothing: it is damaged, or transparent everywhere.';
    return err({ code: 'empty', message });
  }
  const isTurned = file.value.orientation > 4;
  const size = isTurned
    ? { width: file.value.height, height: file.value.width }
    : { width: file.value.width, height: file.value.height };
  const sides = SIDES.map((side) => Math.min(side, Math.max(width, height)));
  for (const side of new Set(sides)) {
    const png = await writePixelPng([scaleDown({ pixels, width, height }, side)], side);
    if (png.length <= LARGEST_PNG) return ok({ picture: { png: toBase64(png) }, bytes: png.length, ...size });
  }
  throw new Error(`a logo of ${SIDES.at(-1)} pixels is larger than ${LARGEST_PNG} bytes`);
}

/** Whether a file begins as an SVG does, and not as HTML. */
function isXml(bytes: Uint8Array): boolean {
  const head = headOf(bytes);
  return XML.test(head) && !HTML.test(head);
}

function makeFromSvg(bytes: Uint8Array): Result<MadeLogo, PictureProblem> {
  const read = readSvg(bytes);
  if (!read.ok) return read;
  const { paths, width, height } = read.value;
  const picture = { paths };
  return ok({ picture, bytes: formatLogoPicture(picture).length, width, height });
}

/** The format of a file, from its first bytes. */
async function readPicture(
  bytes: Uint8Array,
  largestSide: number,
): Promise<Result<PictureFile, PictureProblem>> {
  if (SIGNATURE.every((byte, i) => bytes[i] === byte)) return readPng(bytes, largestSide);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes, largestSide);
  const message = `The body is ${nameOf(bytes)}: images are PNG, JPEG or SVG files.`;
  return err({ code: 'not_an_image', message });
}

/** Behind the bytes that mark UTF-8. */
const XML = /^(?:\xef\xbb\xbf)?\s*<(?:[?!]|svg[\s>/])/;
const HTML = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|script)/i;

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^GIF8/, 'a GIF'],
  [/^RIFF....WEBP/s, 'a WebP'],
  [/^....ftyp(?:avif|avis)/s, 'an AVIF'],
  [/^....ftyp(?:heic|heix|mif1)/s, 'a HEIC'],
  [/^BM/, 'a BMP'],
  [/^(?:II\*\0|MM\0\*)/, 'a TIFF'],
  [/^%PDF/, 'a PDF'],
  [HTML, 'HTML'],
  [/^(?:\xff\xfe|\xfe\xff)/, 'text in UTF-16'],
  [/^$/, 'empty'],
];

function nameOf(bytes: Uint8Array): string {
  const head = headOf(bytes);
  return NAMES.find(([pattern]) => pattern.test(head))?.[1] ?? 'neither a PNG nor a JPEG nor an SVG';
}

function headOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 512));
}

/** The SVG matrix that turns a picture upright, by orientation; `w` and `h` are its sides in the file (EXIF 2.32 §4.6.4). */
const TURNS: readonly ((w: number, h: number) => readonly number[])[] = [
  () => [1, 0, 0, 1, 0, 0],
  (w) => [-1, 0, 0, 1, w, 0],
  (w, h) => [-1, 0, 0, -1, w, h],
  (_, h) => [1, 0, 0, -1, 0, h],
  () => [0, 1, 1, 0, 0, 0],
  (_, h) => [0, 1, -1, 0, h, 0],
  (w, h) => [0, -1, -1, 0, h, w],
  (w) => [0, -1, 1, 0, 0, w],
];

/** The RGBA pixels of a picture, their colours multiplied by alpha, upright; large pictures are halved on each side. */
async function decode({ type, width: w, height: h, orientation, bytes }: PictureFile) {
  const [upW, upH] = orientation > 4 ? [h, w] : [w, h];
  const matrix = TURNS[orientation - 1]?.(w, h) ?? [];
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${upW} ${upH}">` +
    `<image transform="matrix(${matrix.join(' ')})" width="${w}" height="${h}" preserveAspectRatio="none" ` +
    `xlink:href="data:image/${type};base64,${toBase64(bytes)}"/></svg>`;
  const width = Math.max(upW, upH) > LARGEST_CANVAS ? Math.ceil(upW / 2) : upW;
  const pixels = await renderPixels(svg, width);
  return { pixels, width, height: pixels.length / 4 / width };
}
