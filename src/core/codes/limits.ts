import type { Carrier } from '../gs1/identity.ts';
import type { HexColor } from '../styles/hex-color.ts';

/** The bounds and defaults of an owner's choices for a code; the same for the API and the dashboard. */

/** In characters, as `findPlainTextProblem` counts. */
export const LONGEST_TITLE = 200;
export const LONGEST_SEARCH = 200;

/** Width and height of the images, in pixels. */
export const IMAGE_SIZE = { min: 128, max: 2048, default: 1024 } as const;

/**
 * Width and height of an image that is drawn on request and not stored, in pixels. The minimum fits the smallest symbol with two modules of
 * quiet zone.
 */
export const ANY_IMAGE_SIZE = { min: 75, max: 4096 } as const;

/** Quiet zone, in modules. Inside a frame, readers need no more than the smallest (docs/decisions/styles.md); around a Data Matrix, too. */
export const MARGIN = { min: 2, max: 16, default: 4, inFrame: 2 } as const;

/**
 * The quiet zone that the standards require, in modules (ISO/IEC 18004 §9.1, ISO/IEC 16022 §7.1): without a frame, anything may be printed
 * beside it.
 */
export const STANDARD_MARGINS: Readonly<Record<Carrier, number>> = { qr: 4, datamatrix: 1 };

export const DEFAULT_COLOR = { dark: '#000000' as HexColor, light: '#ffffff' as HexColor } as const;
export const DEFAULT_FORMAT = 'png';
export const DEFAULT_ERROR_CORRECTION = 'M';
