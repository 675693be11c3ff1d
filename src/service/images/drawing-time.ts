import type { NewCode } from '#core/codes/code-request.ts';
import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import { countSymbolModules, type QrCode } from '#core/codes/qr-code.ts';
import { formatDigitalLink } from '#core/gs1/digital-link.ts';
import type { Gs1Drawing, Gs1Identity } from '#core/gs1/identity.ts';
import { type CodeStyle, PLAIN_STYLE } from '#core/styles/style.ts';
import { HIGHEST_FRAMED } from '#core/styles/frame-size.ts';
import type { FileForm } from '#core/prints/files-request.ts';
import { type Plan, PLANS } from '#core/accounts/plan.ts';
import type { Budget } from '../budget.ts';

const LARGEST_VERSION = 40;

/** Pictures with a text below the symbol are seldom higher than so many times their width. */
const HIGHEST_WITH_TEXT = 2;

/** What decides how long a code's files take to draw. */
type Drawn = Pick<QrCode, 'symbolVersion' | 'style' | 'size' | 'gs1'>;

/** Its version as a share of the largest. A Data Matrix has that of a QR code with as many modules. */
function shareOf(code: Pick<QrCode, 'symbolVersion' | 'gs1'>): number {
  return Math.max(0, countSymbolModules(code) - 17) / 4 / LARGEST_VERSION;
}

/** A code as a form draws it: the Data Matrix of an identity has about as many modules as its QR code. */
function asDrawn<Code extends Omit<Drawn, 'size'>>(code: Code, drawing: Gs1Drawing | undefined): Code {
  if (!code.gs1 || !drawing) return code;
  const symbolVersion = drawing.carrier === 'datamatrix' ? countSymbolModules(code) : code.symbolVersion;
  return { ...code, gs1: { ...code.gs1, ...drawing }, symbolVersion };
}

/** A QR code is laid out in no time. */
function estimateEncodingMs(gs1: Gs1Identity | null, share: number): number {
  return gs1?.carrier === 'datamatrix' ? 10 + 150 * share ** 2 : 0;
}

/**
 * The estimated CPU of the file of a code, in milliseconds: about the most that `npm run bench:drawing` measures for its size, symbol
 * and look.
 */
export function estimateDrawingMs(code: Drawn, form: FileForm): number {
  const drawn = asDrawn(code, form.gs1);
  if (form.kind === 'print') return FILE_MS + estimatePathsMs(drawn) + (code.style?.logo ? LOGO_MS : 0);
  if (form.image.format === 'svg') return estimatePathsMs(drawn);
  return estimatePngMs(shareOf(drawn), { ...drawn, size: form.image.size ?? code.size });
}

/** The pixels of a frame count as those of the highest one. */
function estimatePngMs(share: number, { style: own, size, gs1 }: Omit<Drawn, 'symbolVersion'>): number {
  const style = own ?? (gs1?.hasText ? PLAIN_STYLE : null);
  const highest = (style?.frame ? HIGHEST_FRAMED : 1) * (gs1?.hasText ? HIGHEST_WITH_TEXT : 1);
  const megapixels = (size * size * highest) / 1e6;
  const encodingMs = estimateEncodingMs(gs1, share);
  if (style === null) return encodingMs + 5 + 10 * share + megapixels;
  const framed = style.frame ? 1 : 0;
  return hasManyColors(style)
    ? encodingMs + 40 + 150 * share + (35 + 80 * share) * megapixels + framed * (90 + 350 * share)
    : encodingMs + 10 + 60 * share + (15 + 16 * share) * megapixels + framed * (10 + 50 * share);
}

/** More than the palette of a PNG holds. */
function hasManyColors({ gradient, logo }: CodeStyle): boolean {
  return gradient !== null || logo !== null;
}

/**
 * The estimated CPU of each code of a sheet, in their order. A sheet is drawn in paths, except for the pixels of a logo, which the
 * file holds once for all of its codes.
 */
export function estimateSheetMs(codes: readonly Omit<Drawn, 'size'>[], drawing?: Gs1Drawing): number[] {
  const logos = new Set<string>();
  return codes.map((code) => {
    const image = code.style?.logo?.image;
    const isFirst = image !== undefined && !logos.has(image);
    if (isFirst) logos.add(image);
    return estimatePathsMs(asDrawn(code, drawing)) + (isFirst ? LOGO_MS : 0);
  });
}

const FILE_MS = 12;
const LOGO_MS = 9;

function estimatePathsMs({ style, ...code }: Omit<Drawn, 'size'>): number {
  const modules = shareOf(code) ** 2;
  return estimateEncodingMs(code.gs1, shareOf(code)) + (style ? 9 + 280 * modules : 3.5 + 26 * modules);
}

/** Modules for each byte of content, by level: the square of the side. */
const MODULES_OF_A_BYTE: Readonly<Record<ErrorCorrectionLevel, number>> = {
  L: 10.6,
  M: 13.4,
  Q: 18.8,
  H: 24.6,
};
const SHORT_URL_BYTES = 40;
const STORE_MS = 15;

/**
 * The estimated CPU of a new code, in milliseconds, before its symbol is laid out: both pictures, and the photos that a styled one
 * is tested with.
 */
export function estimateCreationMs({
  target,
  isDynamic,
  style = null,
  size,
  errorCorrection,
  gs1 = null,
}: Pick<NewCode, 'target' | 'isDynamic' | 'style' | 'size' | 'errorCorrection' | 'gs1'>): number {
  const shortUrlBytes = SHORT_URL_BYTES + (gs1 ? formatDigitalLink('', gs1).length : 0);
  const bytes = isDynamic ? shortUrlBytes : new TextEncoder().encode(target).length;
  const side = Math.sqrt(bytes * MODULES_OF_A_BYTE[style?.logo ? 'H' : errorCorrection]);
  const share = Math.min(Math.max(Math.ceil((side - 17) / 4), 1), LARGEST_VERSION) / LARGEST_VERSION;
  const perModule = style && hasManyColors(style) ? 600 : 300;
  const photosMs = style ? 40 + perModule * share ** 2 : 0;
  return STORE_MS + estimatePngMs(share, { style, size, gs1 }) + photosMs;
}

export const REQUEST_MS = 300;

/** For how many requests of a plan a drawing counts. */
export function toRequests(drawingMs: number): number {
  return Math.max(1, Math.ceil(drawingMs / REQUEST_MS));
}

/** What a caller may draw, and who pays. Whatever draws files for a caller takes one, so that no door can forget it. */
export interface Allowance {
  /** The most CPU that the files of one request may take by the estimate, in milliseconds: what the service and the plan's minute allow. */
  readonly mostMs: number;
  /** Charges the account's plan for CPU, in milliseconds. Throws if the plan admits no more requests now. */
  readonly charge: (drawingMs: number) => Promise<void>;
}

export function allow(
  { drawingMs }: Pick<Budget, 'drawingMs'>,
  plan: Plan,
  charge: Allowance['charge'],
): Allowance {
  return { mostMs: Math.min(drawingMs, PLANS[plan].requestsPerMinute * REQUEST_MS), charge };
}

/** How many things, from the first on, can be drawn in a time. */
export function countFitting(timesMs: readonly number[], mostMs: number): number {
  let ms = 0;
  const beyond = timesMs.findIndex((timeMs) => (ms += timeMs) > mostMs);
  return beyond === -1 ? timesMs.length : beyond;
}
