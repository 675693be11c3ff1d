import type { SymbolColor } from '#core/styles/contrast.ts';
import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import type { LogoPicture } from '#core/drawing.ts';
import type { Gs1Identity } from '#core/gs1/identity.ts';
import type { SymbolProblem } from '#core/codes/new-code-problem.ts';
import type { LogoFit } from '#core/styles/logo.ts';
import { loadElementText } from '#core/styles/element-text.ts';
import { type CodeStyle, PLAIN_STYLE, SCAN_TEST, type ScanFault, withLogoFit } from '#core/styles/style.ts';
import { err, ok, type Result } from '#core/result.ts';
import {
  chooseVersion,
  contentTooLong,
  layOutAt,
  NO_LIMIT,
  type SymbolLayout,
  type SymbolLimit,
  symbolTooLarge,
} from './encoding/choose-version.ts';
import { encodeSymbol, type SymbolMatrix } from './matrix/encode.ts';
import { type ModulePicture, toPicture } from './picture/module-picture.ts';
import { rasterizeModules } from './picture/rasterize-modules.ts';
import { renderBands } from './picture/render-pixels.ts';
import { renderSvg } from './picture/render-svg.ts';
import { writePng } from './picture/write-png.ts';
import { planFrame, smallestSizeOf } from './style/frame.ts';
import { layOutWithLogo } from './style/lay-out-logo.ts';
import { drawStyledSvg } from './style/draw-picture.ts';
import { besideCross } from './style/swiss-cross.ts';

export interface SymbolStyle {
  /** The weakest acceptable level; a higher one is used if it fits the same version. */
  readonly errorCorrection: ErrorCorrectionLevel;
  /** Kept as given: `checkContrast` says whether scanners can tell the two apart. */
  readonly color: SymbolColor;
  /** Width of the PNG, and the one that the SVG asks for, in pixels; with a frame or a text, both may be higher. A whole number. */
  readonly size: number;
  /** Width of the quiet zone in modules, a whole number; ISO/IEC 18004 §9.1 requires 4. */
  readonly margin: number;
  /** Its carrier, and the text below it; a QR code without a text if null or absent. */
  readonly gs1?: Gs1Identity | null;
  /** The largest version to draw, 1 to 40, and why no larger one is drawn; without it, 40. */
  readonly limit?: SymbolLimit;
  /** What the symbol is, for people who cannot see it; any text. */
  readonly title: string;
  /** Shapes, gradient, background, logo and frame; null for plain squares. */
  readonly look?: CodeStyle | null;
  /** The picture of the logo, if the style has one. */
  readonly picture?: LogoPicture | null;
  /** Whether a higher level is no better, because a standard says which it is. */
  readonly isExactLevel?: boolean;
  /** The version in which a symbol with a logo was first drawn. The logo was fitted then, and its level is kept exactly. */
  readonly version?: number | null;
}

export interface SvgSymbol {
  /** A standalone document that shows the same picture as the PNG. */
  readonly svg: string;
  /** The symbol in both pictures. */
  readonly picture: ModulePicture;
  /** Modules on a side, without the quiet zone. */
  readonly modules: number;
  /** 1 to 40; of a Data Matrix, its side. */
  readonly version: number;
  readonly errorCorrection: ErrorCorrectionLevel;
  /** Mask pattern reference, 0 to 7. */
  readonly mask: number;
  /** The size of its logo and what it costs; null without one. */
  readonly logo: LogoFit | null;
}

export interface DrawnSymbol extends SvgSymbol {
  /** `size` pixels wide; for a plain symbol indexed, one bit per pixel. */
  readonly png: Uint8Array;
}

/** What is made of a symbol, or what is wrong with it. */
type Attempt<T> = Promise<Result<T, SymbolProblem>>;

/** With fewer pixels per module, phone cameras start to lose the symbol. A styled symbol needs as many as its test picture has. */
const FEWEST_PIXELS_PER_MODULE = 3;

/** The longest content that a symbol can hold: digits in version 40-L (ISO/IEC 18004 Table 7). */
const LONGEST_CONTENT = 7089;

/**
 * Draws the symbol of a content, which is a QR code (ISO/IEC 18004, model 2) unless its carrier is another, as SVG and PNG, in the smallest
 * version that holds it at the requested level.
 *
 * The content is stored as UTF-8 in the shortest mix of numeric, alphanumeric and byte segments. It must be well-formed and not empty:
 * otherwise the caller made a mistake, and a `RangeError` is thrown.
 *
 * @returns both pictures, or an error: `size_too_small` below three pixels per module, four with a style
 */
export async function drawSymbol(content: string, style: SymbolStyle): Attempt<DrawnSymbol> {
  const encoded = await encodeInSize(content, style);
  return encoded.ok ? ok(await drawPictures(encoded.value, style)) : encoded;
}

/**
 * Lays out a symbol that nobody has printed yet: a reader must get the content from a bad photo of the styled symbol. `drawPictures` then
 * makes its pictures.
 *
 * @returns also `unscannable`, with the field of the style without which the reader succeeds
 */
export async function encodeScannable(content: string, style: SymbolStyle): Attempt<EncodedSymbol> {
  const encoded = await encodeInSize(content, style);
  if (!encoded.ok) return encoded;
  const cause = await findScanFault(encoded.value, content, style);
  return cause === null ? encoded : err({ code: 'unscannable', field: cause, values: { cause } });
}

/** Both pictures of a symbol that is laid out. */
export async function drawPictures(symbol: EncodedSymbol, style: SymbolStyle): Promise<DrawnSymbol> {
  const drawn = await drawSvg(symbol, style);
  const { color, size } = style;
  const png = hasMixedPixels(style)
    ? await drawStyledPng(drawn.svg, size, color)
    : writePng(await rasterizeModules(drawn.svg, drawn.picture, color), size, color);
  return { ...drawn, png };
}

/** Whether a picture has shapes that mix colours at their edges, and so is drawn pixel by pixel. */
export function hasMixedPixels({ look, gs1 }: Pick<SymbolStyle, 'look' | 'gs1'>): boolean {
  return Boolean(look) || gs1?.hasText === true;
}

/**
 * The PNG of a styled symbol: every pixel as resvg draws the SVG. Loads its dependencies on first use.
 *
 * @param color its light colour is also that of transparent pixels, because some programs and readers drop alpha
 * @param dpi pixels per inch, which the file then states; null leaves them out
 */
export async function drawStyledPng(
  svg: string,
  size: number,
  { light }: Pick<SymbolColor, 'light'>,
  dpi: number | null = null,
): Promise<Uint8Array> {
  const { writePixelPng } = await import('./style/write-pixel-png.ts');
  return writePixelPng(await renderBands(svg, size), size, { ground: light, dpi });
}

/**
 * Takes a bad photo of a styled symbol and reads it. Null if the reader gets the content; otherwise the field of the style without which it
 * does. A plain symbol is always readable, and a standard decides what its own symbol covers: neither is tested.
 */
export async function findScanFault(
  symbol: EncodedSymbol,
  content: string,
  { look, color, margin, picture = null }: SymbolStyle,
): Promise<ScanFault | null> {
  if (!look || look.hasSwissCross) return null;
  const { findFault, passesScan } = await import('./style/pass-scan.ts');
  const options = { style: withLogoFit(look, symbol.logo), color, margin, picture };
  return (await passesScan(symbol, content, options)) ? null : findFault(symbol, content, options);
}

/** Like `drawSymbol`, but without the PNG: enough for a screen. */
export async function drawSvgSymbol(content: string, style: SymbolStyle): Attempt<SvgSymbol> {
  const encoded = await encodeInSize(content, style);
  return encoded.ok ? ok(await drawSvg(encoded.value, style)) : encoded;
}

async function drawSvg(symbol: EncodedSymbol, style: SymbolStyle): Promise<SvgSymbol> {
  const { side: modules, version, level: errorCorrection, mask, logo } = symbol;
  const picture = toPicture(symbol, style.margin);
  const look = withLogoFit(style.look ?? PLAIN_STYLE, logo);
  const svg = hasMixedPixels(style)
    ? await drawStyledSvg(symbol, { ...style, style: look, text: await loadElementText(style.gs1 ?? null) })
    : renderSvg(symbol, style);
  return { svg, picture, modules, version, errorCorrection, mask, logo };
}

/** The modules of a symbol, if they fit the size of its picture. */
async function encodeInSize(content: string, style: SymbolStyle): Attempt<EncodedSymbol> {
  const encoded = await encodeCarrier(content, style);
  if (!encoded.ok) return encoded;
  const tooSmall = await findSizeProblem(encoded.value.side, style);
  return tooSmall ? err(tooSmall) : encoded;
}

export interface EncodedSymbol extends SymbolMatrix {
  /** The size of its logo and what it costs; null without one. The modules below the logo are still there. */
  readonly logo: LogoFit | null;
}

/** The modules of the symbol as in the pictures, for callers that draw them in another way. Loads what draws a Data Matrix with the first one. */
export async function encodeCarrier(
  content: string,
  style: Pick<SymbolStyle, 'gs1'> & Parameters<typeof encodeContent>[1],
): Attempt<EncodedSymbol> {
  if (style.gs1?.carrier !== 'datamatrix') return encodeContent(content, style);
  const { encodeDataMatrix } = await import('./datamatrix/encode-data-matrix.ts');
  const encoded = encodeDataMatrix(content, style.limit ?? NO_LIMIT);
  return encoded.ok ? ok({ ...encoded.value, logo: null }) : encoded;
}

/** The modules of a QR code. */
export function encodeContent(
  content: string,
  style: Pick<SymbolStyle, 'errorCorrection' | 'isExactLevel' | 'limit' | 'look' | 'version'>,
): Result<EncodedSymbol, SymbolProblem> {
  if (content === '' || !content.isWellFormed())
    throw new RangeError('content must be non-empty, well-formed text');
  const bytes = new TextEncoder().encode(content);
  const laidOut = layOut(bytes, style);
  if (!laidOut.ok) return laidOut;
  const { layout, fit } = laidOut.value;
  return ok({ ...encodeSymbol(bytes, layout), logo: fit });
}

function layOut(
  bytes: Uint8Array,
  {
    errorCorrection,
    isExactLevel = false,
    limit = NO_LIMIT,
    look,
    version,
  }: Parameters<typeof encodeContent>[1],
): Result<{ readonly layout: SymbolLayout; readonly fit: LogoFit | null }, SymbolProblem> {
  // This comes before any search over the content, so that content which no mode can hold costs nothing.
  if (bytes.length > LONGEST_CONTENT) return err(contentTooLong(bytes.length, errorCorrection));
  const wanted = look?.logo ?? null;
  if (wanted?.fit && version) {
    const layout = layOutAt(bytes, version, errorCorrection);
    if (layout === null) throw new RangeError(`version ${version} does not hold what was drawn in it`);
    return ok({ layout, fit: wanted.fit });
  }
  if (wanted) return layOutWithLogo(bytes, { errorCorrection, size: wanted.size }, limit);
  const smallest = chooseVersion(bytes, errorCorrection, { isExactLevel });
  const layout =
    smallest && look?.hasSwissCross
      ? layOutAt(bytes, besideCross(smallest.version), smallest.level)
      : smallest;
  if (layout === null) return err(contentTooLong(bytes.length, errorCorrection));
  if (layout.version > limit.symbolVersion) return err(symbolTooLarge(layout.version, limit));
  return ok({ layout, fit: null });
}

/**
 * Why a symbol cannot be drawn in so many pixels; null if it can.
 *
 * @param modules side of the symbol, without its quiet zone
 */
export async function findSizeProblem(
  modules: number,
  { size, margin, look }: Pick<SymbolStyle, 'size' | 'margin' | 'look'>,
): Promise<SymbolProblem | null> {
  const frame = await planFrame(look?.frame ?? null, modules + 2 * margin);
  const side = frame?.width ?? modules + 2 * margin;
  const perModule = look ? SCAN_TEST.module_px : FEWEST_PIXELS_PER_MODULE;
  const forModules = perModule * side;
  const smallestSize = Math.max(forModules, frame ? smallestSizeOf(frame) : 0);
  if (size >= smallestSize) return null;
  const values = {
    ...{ size, smallestSize, side, perModule },
    smallText: smallestSize === forModules ? null : (look?.frame?.text ?? null),
  };
  return { code: 'size_too_small', field: 'size', values };
}
