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
// The reader would fetch its WASM from a CDN: tests work without a network.
const wasm = await readFile(wasmFile);
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) },
});

/** Reads the one QR Code symbol in a PNG with ZXing-C++, an implementation that shares no code with the project. */
export function readSymbol(png: Uint8Array): Promise<ReadSymbol> {
  return read(png, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
}

/** Reads a picture that holds nothing but one upright symbol: faster, and blind to a symbol that is turned or inverted. */
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

async function read(png: Uint8Array, options: ReaderOptions): Promise<ReadSymbol> {
  const found = await readBarcodes(new Uint8Array(png), options);
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

/** RGBA pixels of an SVG at `width` pixels, rasterised by resvg. */
export async function rasterizeSvg(
  svg: string,
  width: number,
): Promise<{ pixels: Uint8Array; width: number; height: number; png: Uint8Array }> {
  const resvg = await Resvg.async(svg, { fitTo: { mode: 'width', value: width } });
  try {
    const image = resvg.render();
    try {
      return { pixels: image.pixels, width: image.width, height: image.height, png: image.asPng() };
    } finally {
      image.free();
    }
  } finally {
    resvg.free();
  }
}
