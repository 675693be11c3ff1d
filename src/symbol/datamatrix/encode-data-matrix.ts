import { datamatrix, type DrawingContext } from 'bwip-js/generic';
import type { SymbolProblem } from '#core/codes/new-code-problem.ts';
import { SEPARATOR } from '#core/gs1/digital-link.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { SymbolLimit } from '../encoding/choose-version.ts';
import { sideOf } from '../encoding/versions.ts';
import type { SymbolMatrix } from '../matrix/encode.ts';

/** What the package reads as FNC1. No character set of GS1 has the caret. */
const FNC1 = '^FNC1';

/** Modules on a side of the largest symbol, and the digits that it holds after FNC1 (ISO/IEC 16022 Table 7): no content is longer. */
const LARGEST = { side: 144, digits: 3114 } as const;

/** How the package says that a content does not fit the largest symbol. */
const TOO_MUCH = /datamatrix(?:TooMuchData|InputTooLong)/;

/** Pixels of a module as the package draws it at its scale 1. */
const PIXELS = 2;

/**
 * Draws a GS1 Data Matrix (ISO/IEC 16022, ECC 200, square): FNC1, then the element string, which the caller has checked. Its modules come from
 * the outlines that the package would draw.
 *
 * @returns also `elements_too_long`
 */
export function encodeDataMatrix(elements: string, limit: SymbolLimit): Result<SymbolMatrix, SymbolProblem> {
  const most = Math.min(LARGEST.side, sideOf(limit.symbolVersion));
  const values = { characters: elements.length, side: most, reason: limit.reason };
  const tooLong: SymbolProblem = { code: 'elements_too_long', field: 'gs1', values };
  if (elements.length > LARGEST.digits) return err(tooLong);
  const text = FNC1 + elements.replaceAll(SEPARATOR, FNC1);
  let side = 0;
  let modules = new Uint8Array();
  const drawing: Pick<DrawingContext<void>, 'scale' | 'init' | 'polygon' | 'fill' | 'end'> = {
    scale: () => null,
    init(width) {
      side = width / PIXELS;
      modules = new Uint8Array(side ** 2);
    },
    polygon: (points) => turnInside(modules, side, points),
    fill: () => undefined,
    end: () => undefined,
  };
  try {
    datamatrix({ bcid: 'datamatrix', text, parsefnc: true, scale: 1 }, drawing as DrawingContext<void>);
  } catch (error) {
    if (TOO_MUCH.test(String(error))) return err(tooLong);
    throw error;
  }
  if (side > most) return err(tooLong);
  return ok({ carrier: 'datamatrix', version: side, level: 'M', mask: 0, side, modules });
}

/** Turns the modules inside an outline of pixels, by the even-odd rule: each vertical edge turns all that are on its right. */
function turnInside(
  modules: Uint8Array,
  side: number,
  outline: readonly (readonly [number, number])[],
): void {
  for (const [i, [x, y]] of outline.entries()) {
    const [fromX, fromY] = outline.at(i - 1) ?? [x, y];
    if (fromX !== x) continue;
    for (let row = Math.min(y, fromY) / PIXELS; row < Math.max(y, fromY) / PIXELS; row++)
      for (let at = row * side + x / PIXELS; at < (row + 1) * side; at++)
        modules[at] = 1 - (modules[at] ?? 0);
  }
}
