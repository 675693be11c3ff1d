import { Resvg } from '@cf-wasm/resvg';
import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import { encodeQR } from 'qr';
import QrcodeSvg from 'qrcode-svg';
import qrcode from 'qrcode/lib/server.js';
import qrcodeGenerator from 'qrcode-generator';
import * as uqr from 'uqr';
import { parseHexColor, type HexColor } from '#core/styles/hex-color.ts';
import { chooseVersion } from '#symbol/encoding/choose-version.ts';
import { drawSymbol, type SymbolStyle } from '#symbol/draw-symbol.ts';
import { encodeSymbol, type SymbolMatrix } from '#symbol/matrix/encode.ts';
import { renderSvg } from '#symbol/picture/render-svg.ts';

/** One piece of work: what it makes is weighed, so that no engine can leave it out. */
export type Task = (content: string, size: number) => { length: number } | Promise<{ length: number }>;

/** Every peer draws at level M with a quiet zone of 4 modules, and at its own defaults otherwise. */
export const TASKS: Readonly<Record<string, Readonly<Record<string, Task>>>> = {
  matrix: {
    'this project': (content) => encode(content).modules,
    qrcode: (content) => qrcode.create(content, { errorCorrectionLevel: 'M' }).modules.data,
    qr: (content) => encodeQR(content, 'raw', { ecc: 'medium', border: 1 }),
    'lean-qr': (content) => ({ length: leanQr(content).size }),
    uqr: (content) => uqr.encode(content, UQR_OPTIONS).data,
    'qrcode-generator': (content) => ({ length: generator(content).getModuleCount() }),
    'qrcode-svg': (content) => new QrcodeSvg({ content, ecl: 'M' }).qrcode.modules,
  },
  svg: {
    'this project': (content, size) => renderSvg(encode(content), style(size)),
    qrcode: (content) => qrcode.toString(content, { type: 'svg', errorCorrectionLevel: 'M' }),
    qr: (content) => encodeQR(content, 'svg', { ecc: 'medium', border: 4 }),
    'lean-qr': (content) => toSvgSource(leanQr(content)),
    uqr: (content) => uqr.renderSVG(content, { ...UQR_OPTIONS, border: 4 }),
    'qrcode-generator': (content) => generator(content).createSvgTag({ cellSize: 1, margin: 4 }),
    'qrcode-svg': (content, size) => qrcodeSvg(content, size),
  },
  png: {
    'this project (SVG and PNG)': drawBoth,
    'qrcode (PNG alone)': (content, size) =>
      qrcode.toBuffer(content, { type: 'png', errorCorrectionLevel: 'M', width: size }),
    'qrcode-svg and resvg (SVG and PNG)': (content, size) => rasterize(qrcodeSvg(content, size), size),
  },
};

const UQR_OPTIONS = { ecc: 'M', boostEcc: false, border: 0 } as const;

function encode(content: string): SymbolMatrix {
  const bytes = new TextEncoder().encode(content);
  const layout = chooseVersion(bytes, 'M');
  if (layout === null) throw new Error('the content is too long');
  return encodeSymbol(bytes, layout);
}

export async function drawBoth(content: string, size: number): Promise<Uint8Array> {
  const drawn = await drawSymbol(content, style(size));
  if (!drawn.ok) throw new Error(drawn.error.code);
  return drawn.value.png;
}

function style(size: number): SymbolStyle {
  return {
    errorCorrection: 'M',
    color: { dark: hex('#000000'), light: hex('#ffffff') },
    size,
    margin: 4,
    title: '',
  };
}

function hex(text: string): HexColor {
  const color = parseHexColor(text);
  if (color === null) throw new Error(`${text} is not a colour`);
  return color;
}

function leanQr(content: string) {
  return generate(content, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M });
}

function generator(content: string) {
  const symbol = qrcodeGenerator(0, 'M');
  symbol.addData(content, 'Byte');
  symbol.make();
  return symbol;
}

function qrcodeSvg(content: string, size: number): string {
  return new QrcodeSvg({ content, ecl: 'M', width: size, height: size }).svg();
}

async function rasterize(svg: string, size: number): Promise<Uint8Array> {
  const resvg = await Resvg.async(svg, { fitTo: { mode: 'width', value: size } });
  const image = resvg.render();
  const png = image.asPng();
  image.free();
  resvg.free();
  return png;
}
