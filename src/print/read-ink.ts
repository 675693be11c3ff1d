import type { HexColor } from '#core/codes/hex-color.ts';
import { err, ok, type Result } from '#core/result.ts';
import { type Cmyk, type Ink, PROCESS_INKS } from './ink.ts';
import { explainContrast } from './ink-contrast.ts';
import type { PrintProblem } from '#core/print/print-problem.ts';

/** Names that PDF and presses give a meaning of their own (PDF 1.4 §4.5.5). */
const RESERVED_NAMES: readonly string[] = [...PROCESS_INKS, 'all', 'none', 'registration'];

/** What every format and every press takes as the name of a plate. */
const SPOT_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9 ._+-]{0,61}[A-Za-z0-9._+-])?$/;
const NAME_RULE = '1 to 63 of A–Z, a–z, 0–9, ".", "_", "+", "-" and spaces inside, like "PANTONE 185 C"';

const SHARES = /^\d{1,3}(?:\.\d)?(?:,\d{1,3}(?:\.\d)?){3}$/;
const SHARES_RULE = 'four percentages from 0 to 100 with commas between them, like "0,91,76,0"';

/**
 * Reads the `color` of a request, and the `alternate` of a spot colour.
 *
 * @param screenColor the colour that the code itself has: what `rgb` stands for
 */
export function readInk(
  { color, alternate }: { readonly color: string; readonly alternate: string | undefined },
  screenColor: HexColor,
): Result<Ink, PrintProblem> {
  const ink = parseInk(color, alternate, screenColor);
  if (!ink.ok) return ink;
  if (alternate !== undefined && ink.value.space !== 'spot') {
    return refuse(
      'alternate',
      'conflict',
      'is for a spot colour only: leave it out, or send "color=spot:NAME".',
    );
  }
  const problem = explainContrast(ink.value);
  if (problem === null) return ink;
  return refuse(ink.value.space === 'spot' ? 'alternate' : 'color', 'low_contrast', problem);
}

function parseInk(
  color: string,
  alternate: string | undefined,
  screenColor: HexColor,
): Result<Ink, PrintProblem> {
  if (color === 'k') return ok({ space: 'cmyk', cmyk: [0, 0, 0, 1] });
  if (color === 'rgb') return ok({ space: 'rgb', color: screenColor });
  if (color.startsWith('cmyk:')) {
    const cmyk = parseShares(color.slice('cmyk:'.length));
    if (cmyk) return ok({ space: 'cmyk', cmyk });
    return refuse('color', 'invalid_value', `must have ${SHARES_RULE}, after "cmyk:".`);
  }
  if (color.startsWith('spot:')) return parseSpot(color.slice('spot:'.length), alternate);
  return refuse('color', 'invalid_value', 'must be "k", "cmyk:c,m,y,k", "spot:NAME" or "rgb".');
}

function parseSpot(name: string, alternate: string | undefined): Result<Ink, PrintProblem> {
  if (!SPOT_NAME.test(name)) {
    const odd = /[^A-Za-z0-9 ._+-]/u.exec(name)?.[0];
    const found = odd === undefined ? '' : ` It has ${JSON.stringify(odd.toWellFormed())}.`;
    return refuse('color', 'invalid_value', `must name the ink with ${NAME_RULE}, after "spot:".${found}`);
  }
  if (RESERVED_NAMES.includes(name.toLowerCase())) {
    return refuse(
      'color',
      'invalid_value',
      `cannot be "spot:${name}": presses give this name a meaning of its own. For inks of the press, send "k" or "cmyk:c,m,y,k".`,
    );
  }
  if (alternate === undefined) {
    return refuse(
      'alternate',
      'required',
      `is required with a spot colour: what screens and proofs show for it, as ${SHARES_RULE}.`,
    );
  }
  const cmyk = parseShares(alternate);
  return cmyk
    ? ok({ space: 'spot', name, cmyk })
    : refuse('alternate', 'invalid_value', `must be ${SHARES_RULE}.`);
}

function parseShares(text: string): Cmyk | null {
  if (!SHARES.test(text)) return null;
  const [cyan = 0, magenta = 0, yellow = 0, black = 0] = text.split(',').map(Number);
  const percents = [cyan, magenta, yellow, black] as const;
  if (percents.some((percent) => percent > 100)) return null;
  return [cyan / 100, magenta / 100, yellow / 100, black / 100];
}

function refuse(field: string, code: PrintProblem['code'], rest: string): Result<never, PrintProblem> {
  return err({ field, code, message: `"${field}" ${rest}` });
}
