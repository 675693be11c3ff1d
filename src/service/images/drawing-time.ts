import type { NewCode } from '#core/codes/code-request.ts';
import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import { HIGHEST_FRAMED } from '#core/styles/frame-size.ts';
import type { FileForm } from '#core/prints/files-request.ts';
import { type Plan, PLANS } from '#core/accounts/plan.ts';
import type { Budget } from '../budget.ts';

const LARGEST_VERSION = 40;

/** What decides how long a code's files take to draw. */
type Drawn = Pick<QrCode, 'symbolVersion' | 'style' | 'size'>;

/**
 * The estimated CPU of the file of a code, in milliseconds: about the most that `npm run bench:drawing` measures for its size, symbol
 * and look.
 */
export function estimateDrawingMs(code: Drawn, form: FileForm): number {
  if (form.kind === 'print') return FILE_MS + estimatePathsMs(code) + (code.style?.logo ? LOGO_MS : 0);
  if (form.image.format === 'svg') return estimatePathsMs(code);
  return estimatePngMs({ ...code, size: form.image.size ?? code.size });
}

/** The pixels of a frame count as those of the highest one. */
function estimatePngMs({ symbolVersion, style, size }: Drawn): number {
  const share = symbolVersion / LARGEST_VERSION;
  const megapixels = (size * size * (style?.frame ? HIGHEST_FRAMED : 1)) / 1e6;
  if (style === null) return 5 + 10 * share + megapixels;
  const framed = style.frame ? 1 : 0;
  return hasManyColors(style)
    ? 40 + 150 * share + (35 + 80 * share) * megapixels + framed * (90 + 350 * share)
    : 10 + 60 * share + (15 + 16 * share) * megapixels + framed * (10 + 50 * share);
}

/** More than the palette of a PNG holds. */
function hasManyColors({ gradient, logo }: CodeStyle): boolean {
  return gradient !== null || logo !== null;
}

/**
 * The estimated CPU of each code of a sheet, in their order. A sheet is drawn in paths, except for the pixels of a logo, which the
 * file holds once for all of its codes.
 */
export function estimateSheetMs(codes: readonly Pick<QrCode, 'symbolVersion' | 'style'>[]): number[] {
  const logos = new Set<string>();
  return codes.map((code) => {
    const image = code.style?.logo?.image;
    const isFirst = image !== undefined && !logos.has(image);
    if (isFirst) logos.add(image);
    return estimatePathsMs(code) + (isFirst ? LOGO_MS : 0);
  });
}

const FILE_MS = 12;
const LOGO_MS = 9;

function estimatePathsMs({ symbolVersion, style }: Pick<QrCode, 'symbolVersion' | 'style'>): number {
  const modules = (symbolVersion / LARGEST_VERSION) ** 2;
  return style ? 9 + 280 * modules : 3.5 + 26 * modules;
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
}: Pick<NewCode, 'target' | 'isDynamic' | 'style' | 'size' | 'errorCorrection'>): number {
  const bytes = isDynamic ? SHORT_URL_BYTES : new TextEncoder().encode(target).length;
  const side = Math.sqrt(bytes * MODULES_OF_A_BYTE[style?.logo ? 'H' : errorCorrection]);
  const symbolVersion = Math.min(Math.max(Math.ceil((side - 17) / 4), 1), LARGEST_VERSION);
  const perModule = style && hasManyColors(style) ? 600 : 300;
  const photosMs = style ? 40 + perModule * (symbolVersion / LARGEST_VERSION) ** 2 : 0;
  return STORE_MS + estimatePngMs({ symbolVersion, style, size }) + photosMs;
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
