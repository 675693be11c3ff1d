import { deflateSync } from 'node:zlib';
import { fromBase64 } from '#core/bytes/base64.ts';
import { joinBytes } from '#core/bytes/join-bytes.ts';
import { SIGNATURE, toChunk } from '#symbol/picture/png-file.ts';

/** Pictures that people upload, valid and broken. */

interface PngOptions {
  readonly width: number;
  readonly height: number;
  /** Bits per sample and colour type; by default, RGBA with 8 bits. */
  readonly depth?: number;
  readonly colorType?: number;
  readonly interlace?: number;
  /** The bytes of all rows, each after its filter byte; white and opaque by default. */
  readonly scanlines?: Uint8Array;
  /** Further chunks before the pixels, and bytes after the end. */
  readonly chunks?: readonly (readonly [type: string, data: Uint8Array])[];
  readonly tail?: Uint8Array;
}

export function makePng(options: PngOptions): Uint8Array<ArrayBuffer> {
  const { width, height, depth = 8, colorType = 6, interlace = 0, chunks = [] } = options;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([depth, colorType, 0, 0, interlace], 8);
  return new Uint8Array(
    joinBytes([
      SIGNATURE,
      toChunk('IHDR', header),
      ...chunks.map(([type, data]) => toChunk(type, data)),
      toChunk(
        'IDAT',
        new Uint8Array(deflateSync(options.scanlines ?? whiteRows(width, height), { level: 6 })),
      ),
      toChunk('IEND', new Uint8Array(0)),
      options.tail ?? new Uint8Array(0),
    ]),
  );
}

function whiteRows(width: number, height: number): Uint8Array {
  const rows = new Uint8Array(height * (1 + 4 * width)).fill(255);
  for (let y = 0; y < height; y++) rows[y * (1 + 4 * width)] = 0;
  return rows;
}

/** An RGBA picture with each pixel from a function: `[red, green, blue]`, or with alpha. */
export function paintPng(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => readonly number[],
): Uint8Array<ArrayBuffer> {
  const scanlines = new Uint8Array(height * (1 + 4 * width));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red = 0, green = 0, blue = 0, alpha = 255] = colorAt(x, y);
      scanlines.set([red, green, blue, alpha], y * (1 + 4 * width) + 1 + 4 * x);
    }
  }
  return makePng({ width, height, scanlines });
}

/** A red disc on a transparent background. */
export function discPng(side: number): Uint8Array<ArrayBuffer> {
  const middle = (side - 1) / 2;
  return paintPng(side, side, (x, y) =>
    (x - middle) ** 2 + (y - middle) ** 2 < (side / 2) ** 2 ? [200, 0, 32] : [0, 0, 0, 0],
  );
}

/** Red on the left and white on the right, 48 × 24 pixels, with a blue square of 8 pixels in the upper left corner. */
const JPEGS = {
  /** With EXIF: an orientation of 1, and the words "Kitchen, GPS 52.5,13.4". */
  exif: '/9j/4AAQSkZJRgABAQAAAQABAAD/4QBGRXhpZgAATU0AKgAAAAgAAgEOAAIAAAAXAAAAJgESAAMAAAABAAEAAAAAAABLaXRjaGVuLCBHUFMgNTIuNSwxMy40AAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAYADADAREAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAoHCf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAXAQEBAQEAAAAAAAAAAAAAAAAACQcG/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8A5zqFuUbGkypsAoIa2noAAn3ZIoWAAoIa2noAAn3ZIoWAAoIa2noAA//Z',
  progressive:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wgARCAAYADADAREAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAkGCP/EABcBAQEBAQAAAAAAAAAAAAAAAAAIBgX/2gAMAwEAAhADEAAAAec6F5OxkymxQTXT0BPvI0KBQTXT0BPvI0KBQTXT0B//xAAUEAEAAAAAAAAAAAAAAAAAAABA/9oACAEBAAEFAhf/xAAUEQEAAAAAAAAAAAAAAAAAAABA/9oACAEDAQE/ARf/xAAUEQEAAAAAAAAAAAAAAAAAAABA/9oACAECAQE/ARf/xAAUEAEAAAAAAAAAAAAAAAAAAABA/9oACAEBAAY/Ahf/xAAUEAEAAAAAAAAAAAAAAAAAAABA/9oACAEBAAE/IRf/2gAMAwEAAgADAAAAEH/JP/JP/JP/xAAUEQEAAAAAAAAAAAAAAAAAAABA/9oACAEDAQE/EBf/xAAUEQEAAAAAAAAAAAAAAAAAAABA/9oACAECAQE/EBf/xAAUEAEAAAAAAAAAAAAAAAAAAABA/9oACAEBAAE/EBf/2Q==',
  grey: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/wAALCAAYADABAREA/8QAFwABAQEBAAAAAAAAAAAAAAAAAAkGCP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8A5zbEUEBPsFBAT7BQQH//2Q==',
  cmyk: '/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdoZz5NcXlwZHhcZWdj/8AAFAgACAAQBEMRAE0RAFkRAEsRAP/EABcAAAMBAAAAAAAAAAAAAAAAAAAGBwX/xAAhEAABAwMFAQEAAAAAAAAAAAABAAIFBBESAxMiMnEUMf/aAA4EQwBNAFkASwAAPwDZjI7Qi6X56bPbyLuRublIDew9SZIyWvKVraipw3LBvEWFgqAmYfivreo8Vxb1HiF//9k=',
} as const;

export function jpeg(name: keyof typeof JPEGS): Uint8Array<ArrayBuffer> {
  return fromBase64(JPEGS[name]);
}

/** The JPEG with EXIF, with a different orientation. */
export function orientedJpeg(orientation: number): Uint8Array<ArrayBuffer> {
  const bytes = jpeg('exif');
  const at = bytes.findIndex((byte, i) => byte === 0x01 && bytes[i + 1] === 0x12 && bytes[i + 3] === 3);
  bytes[at + 9] = orientation;
  return bytes;
}
