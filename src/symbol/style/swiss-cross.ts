import { DEFAULT_COLOR } from '#core/codes/limits.ts';
import { outlineBox, type Shape } from '#core/drawing.ts';
import type { HexColor } from '#core/styles/hex-color.ts';

/** Measures of the cross in a symbol of 46 mm (Swiss Implementation Guidelines QR-bill 2.3 §6.4.2), in millimetres. */
const SYMBOL_MM = 46;
const FIELD_MM = 7;
const SQUARE_MM = 6;
/** The arms, as in the flag: each is a sixth longer than wide. */
const ARM_MM = 1.17;
const CROSS_MM = 3.89;

const { dark: BLACK, light: WHITE } = DEFAULT_COLOR;

/**
 * The version to draw a symbol with the cross in. The cross covers the alignment pattern in the middle of versions 7 to 13 and of 21 to 25.
 * Of these, zbar reads 21, 23 and 25 alone, whatever the mask (docs/decisions/payments.md).
 *
 * @param version the smallest that holds the content
 */
export function besideCross(version: number): number {
  if (version >= 7 && version <= 13) return 14;
  return version === 22 || version === 24 ? version + 1 : version;
}

/**
 * The Swiss cross in the middle of a symbol: a white field, a black square, a white cross.
 *
 * @param side modules of the symbol
 * @param place where the symbol begins, and how large a module is
 */
export function drawSwissCross(
  side: number,
  place: { readonly x: number; readonly y: number; readonly scale: number },
): Shape[] {
  const mm = side / SYMBOL_MM;
  const box = (fill: HexColor, width: number, height: number): Shape => {
    const [x, y] = [(side - width * mm) / 2, (side - height * mm) / 2];
    const outlines = [outlineBox({ x, y, width: width * mm, height: height * mm })];
    return { kind: 'outlines', fill, ...place, outlines };
  };
  return [
    box(WHITE, FIELD_MM, FIELD_MM),
    box(BLACK, SQUARE_MM, SQUARE_MM),
    box(WHITE, CROSS_MM, ARM_MM),
    box(WHITE, ARM_MM, CROSS_MM),
  ];
}
