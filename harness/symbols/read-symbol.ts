import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Resvg } from '@cf-wasm/resvg';
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';

export interface ReadSymbol {
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly isMirrored: boolean;
  readonly version: number;
  readonly errorCorrection: string;
}

const wasmFile = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
// The reader would load its WASM from a CDN, but tests work without a network.
const wasm = await readFile(wasmFile);
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) },
});

/** Reads the single QR Code symbol in a PNG with ZXing-C++, an implementation that shares no code with the project. */
export function readSymbol(png: Uint8Array): Promise<ReadSymbol> {
  return read(png, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
}

export interface Gs1Symbol {
  readonly text: string;
  /** The symbology identifier (ISO/IEC 15424). */
  readonly identifier: string;
}

/** Reads the single QR code or Data Matrix in a PNG, FNC1 as the character of GS1. */
export async function readGs1Symbol(png: Uint8Array): Promise<Gs1Symbol> {
  const formats: ReaderOptions['formats'] = ['QRCode', 'DataMatrix'];
  const found = await readBarcodes(new Uint8Array(png), {
    formats,
    maxNumberOfSymbols: 2,
    textMode: 'Plain',
  });
  const [symbol] = found;
  if (symbol === undefined || found.length > 1) throw new Error(`there are ${found.length} readable symbols`);
  return { text: symbol.text, identifier: symbol.symbologyIdentifier };
}

/** Reads it from shades of grey, one byte per pixel. */
export function readGraySymbol({ width, height, pixels }: GrayPicture): Promise<ReadSymbol> {
  const data = new Uint8ClampedArray(4 * pixels.length);
  for (const [i, gray] of pixels.entries()) data.set([gray, gray, gray, 255], 4 * i);
  return readRgbaSymbol({ width, height, data });
}

/** Reads it from RGBA pixels. */
export function readRgbaSymbol(picture: RgbaPicture): Promise<ReadSymbol> {
  return read(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
}

/** What browsers call ImageData. */
export interface RgbaPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  /** Row by row, 0 for black and 255 for white. */
  readonly pixels: Uint8Array;
}

/** Reads a picture with nothing but one upright symbol: faster, but blind to a rotated or inverted symbol. */
export function readCleanSymbol(png: Uint8Array): Promise<ReadSymbol> {
  return read(png, {
    formats: ['QRCode'],
    maxNumberOfSymbols: 1,
    isPure: true,
    binarizer: 'FixedThreshold',
    tryHarder: false,
    tryRotate: false,
    tryInvert: false,
    tryDownscale: false,
  });
}

async function read(picture: Uint8Array | RgbaPicture, options: ReaderOptions): Promise<ReadSymbol> {
  const found = await readBarcodes(
    picture instanceof Uint8Array ? new Uint8Array(picture) : picture,
    options,
  );
  const [symbol] = found;
  if (symbol === undefined) throw new Error('there is no readable QR Code symbol in the picture');
  return {
    text: symbol.text,
    bytes: symbol.bytes,
    isMirrored: symbol.isMirrored,
    version: Number(symbol.version),
    errorCorrection: symbol.ecLevel,
  };
}

/** The RGBA pixels of an SVG at `width` pixels, rasterised by resvg, with colours multiplied by alpha. */
export function rasterizeSvg(
  svg: string,
  width: number,
): Promise<{ pixels: Uint8Array; width: number; height: number }> {
  return render(svg, width, (image) => ({ pixels: image.pixels, width: image.width, height: image.height }));
}

/** The same as a PNG by resvg, which takes much longer. */
export function rasterizeToPng(svg: string, width: number): Promise<Uint8Array> {
  return render(svg, width, (image) => image.asPng());
}

async function render<T>(
  svg: string,
  width: number,
  take: (image: ReturnType<Resvg['render']>) => T,
): Promise<T> {
  const resvg = await Resvg.async(svg, { fitTo: { mode: 'width', value: width } });
  try {
    const image = resvg.render();
    try {
      return take(image);
    } finally {
      image.free();
    }
  } finally {
    resvg.free();
  }
}
