import type { NewCode } from '#core/codes/code-request.ts';
import type { ErrorCorrectionLevel } from '#core/codes/error-correction.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { HIGHEST_FRAMED } from '#core/styles/frame-size.ts';
import type { FileForm } from '#core/prints/files-request.ts';
import { type Plan, PLANS } from '#core/accounts/plan.ts';
import type { Budget } from '../budget.ts';

const LARGEST_VERSION = 40;

/**
 * CPU that the file of a code is reckoned to take, in milliseconds, by three things that it depends on: pixels, a style, and the size of the
 * symbol. Measured, from the smallest symbol to one of 1,700 characters: 3 to 13 ms for a plain PNG of any size, and for a styled one 86 to
 * 228 ms with 1,024 pixels a side and 682 to 1,672 ms with 4,096.
 */
export function reckonDrawingMs(
  { symbolVersion, style, size: ownSize }: Pick<QrCode, 'symbolVersion' | 'style' | 'size'>,
  form: FileForm,
): number {
  const share = symbolVersion / LARGEST_VERSION;
  if (form.kind === 'print') return reckonPathsMs({ symbolVersion, style }) + (style?.logo ? LOGO_MS : 0);
  if (style === null) return reckonPathsMs({ symbolVersion, style });
  const outlineMs = 40 + 70 * share;
  if (form.image.format === 'svg') return outlineMs;
  const { size = ownSize } = form.image;
  const height = size * (style.frame ? HIGHEST_FRAMED : 1);
  return outlineMs + ((50 + 50 * share) * size * height) / 1e6;
}

/**
 * The same for each code of a file for print, in their order. All but the pixels of a logo is paths. Measured: 1 to 9 ms for a plain symbol,
 * 3 to 37 ms for one with rounded modules, a gradient and a frame, and up to 11 ms more for a logo of pixels, which a file holds once for all
 * of its codes.
 */
export function reckonSheetMs(codes: readonly Pick<QrCode, 'symbolVersion' | 'style'>[]): number[] {
  const logos = new Set<string>();
  return codes.map(({ symbolVersion, style }) => {
    const image = style?.logo?.image;
    const isFirst = image !== undefined && !logos.has(image);
    if (isFirst) logos.add(image);
    return reckonPathsMs({ symbolVersion, style }) + (isFirst ? LOGO_MS : 0);
  });
}

const LOGO_MS = 9;

function reckonPathsMs({ symbolVersion, style }: Pick<QrCode, 'symbolVersion' | 'style'>): number {
  return 3 + ((style ? 40 : 10) * symbolVersion) / LARGEST_VERSION;
}

/** Modules for each byte of content, by level: the square of the side. */
const MODULES_OF_A_BYTE: Readonly<Record<ErrorCorrectionLevel, number>> = {
  L: 10.6,
  M: 13.4,
  Q: 18.8,
  H: 24.6,
};
const SHORT_URL_BYTES = 40;
const PHOTO_MS = 200;

/**
 * CPU that a new code is reckoned to take, in milliseconds, before its symbol is laid out: both pictures, and the photos that a styled one
 * is tested with. Measured with dots and a radial gradient: 78, 182, 299 and 365 ms for 1,024 pixels and 228, 396, 567 and 665 ms for 2,048,
 * with 50, 320, 920 and 1,720 characters.
 */
export function reckonCreationMs({
  target,
  isDynamic,
  style = null,
  size,
  errorCorrection,
}: NewCode): number {
  const bytes = isDynamic ? SHORT_URL_BYTES : new TextEncoder().encode(target).length;
  const side = Math.sqrt(bytes * MODULES_OF_A_BYTE[style?.logo ? 'H' : errorCorrection]);
  const symbolVersion = Math.min(Math.max(Math.ceil((side - 17) / 4), 1), LARGEST_VERSION);
  const image = { format: 'png', size, margin: undefined, dpi: undefined } as const;
  const photoMs = style ? (PHOTO_MS * symbolVersion) / LARGEST_VERSION : 0;
  return reckonDrawingMs({ symbolVersion, style, size }, { kind: 'image', image }) + photoMs;
}

const REQUEST_MS = 300;

/** For how many requests of a plan a drawing counts. */
export function toRequests(drawingMs: number): number {
  return Math.max(1, Math.ceil(drawingMs / REQUEST_MS));
}

/** CPU that the pictures of one request may take: what the service and the plan's minute allow. */
export function mostDrawingMs({ drawingMs }: Pick<Budget, 'drawingMs'>, plan: Plan): number {
  return Math.min(drawingMs, PLANS[plan].requestsPerMinute * REQUEST_MS);
}

/** How many things, from the first on, can be drawn in a time. */
export function countFitting(timesMs: readonly number[], mostMs: number): number {
  let ms = 0;
  const beyond = timesMs.findIndex((timeMs) => (ms += timeMs) > mostMs);
  return beyond === -1 ? timesMs.length : beyond;
}
