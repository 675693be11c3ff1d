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
