import type { HexColor } from '#core/styles/hex-color.ts';
import { err, ok, type Result } from '#core/result.ts';
import { type Cmyk, type Ink, type Inks, type Mixes, PROCESS_INKS } from './ink.ts';
import { findContrastFault } from './ink-contrast.ts';
import type { PrintProblem } from '#core/prints/print-problem.ts';
import type { PrintRequest } from '#core/prints/print-request.ts';

/** Names with a special meaning in PDF and on presses (PDF 1.4 §4.5.5). */
const RESERVED_NAMES: readonly string[] = [...PROCESS_INKS, 'all', 'none', 'registration'];

/** Plate names that every format and press accepts. */
const SPOT_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9 ._+-]{0,61}[A-Za-z0-9._+-])?$/;

const SHARES = /^\d{1,3}(?:\.\d)?(?:,\d{1,3}(?:\.\d)?){3}$/;

/**
 * Reads the `color` of a request, the `alternate` of a spot colour and the values of process inks.
 *
 * @param screenColor the code's own colour, which `rgb` stands for
 */
export function readInks(
  { color, alternate, cmykValues }: Pick<PrintRequest, 'color' | 'alternate' | 'cmykValues'>,
  screenColor: HexColor,
): Result<Inks, PrintProblem> {
  if (cmykValues !== undefined && color !== 'cmyk')
    return err({ code: 'values_need_cmyk', field: 'cmyk_values', values: {} });
  if (color === 'design' || color === 'cmyk') {
    if (alternate !== undefined) return err({ code: 'alternate_needs_spot', field: 'alternate', values: {} });
    if (color === 'design') return ok({ space: 'design' });
    const mixes = parseMixes(cmykValues ?? '');
    return mixes.ok ? ok({ space: 'process', mixes: mixes.value, darkened: new Map() }) : mixes;
  }
  const ink = parseInk(color, alternate, screenColor);
  if (!ink.ok) return ink;
  if (alternate !== undefined && ink.value.space !== 'spot') {
    return err({ code: 'alternate_needs_spot', field: 'alternate', values: {} });
  }
  const values = findContrastFault(ink.value);
  if (!values) return ink;
  return err({ code: 'ink_too_light', field: ink.value.space === 'spot' ? 'alternate' : 'color', values });
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
    return cmyk ? ok({ space: 'cmyk', cmyk }) : err({ code: 'no_cmyk', field: 'color', values: {} });
  }
  if (color.startsWith('spot:')) return parseSpot(color.slice('spot:'.length), alternate);
  return err({ code: 'no_ink', field: 'color', values: {} });
}

function parseSpot(name: string, alternate: string | undefined): Result<Ink, PrintProblem> {
  if (!SPOT_NAME.test(name)) {
    const odd = /[^A-Za-z0-9 ._+-]/u.exec(name)?.[0].toWellFormed() ?? null;
    return err({ code: 'no_ink_name', field: 'color', values: { odd } });
  }
  if (RESERVED_NAMES.includes(name.toLowerCase()))
    return err({ code: 'ink_name_reserved', field: 'color', values: { name } });
  if (alternate === undefined) return err({ code: 'alternate_required', field: 'alternate', values: {} });
  const cmyk = parseShares(alternate);
  return cmyk
    ? ok({ space: 'spot', name, cmyk })
    : err({ code: 'no_alternate', field: 'alternate', values: {} });
}

const MIX = /^#?([0-9a-f]{6}):(.*)$/i;

/** `0b3d91:100,75,0,20;e30613:0,100,95,0`. */
function parseMixes(text: string): Result<Mixes, PrintProblem> {
  const field = 'cmyk_values';
  const mixes = new Map<string, Cmyk>();
  for (const part of text === '' ? [] : text.split(';')) {
    const [, hex = '', shares = ''] = MIX.exec(part.trim()) ?? [];
    const cmyk = parseShares(shares.replaceAll(' ', ''));
    if (!cmyk) return err({ code: 'no_cmyk_values', field, values: { part: part.trim() } });
    const color = `#${hex.toLowerCase()}`;
    if (mixes.has(color)) return err({ code: 'cmyk_values_twice', field, values: { color } });
    mixes.set(color, cmyk);
  }
  return ok(mixes);
}

function parseShares(text: string): Cmyk | null {
  if (!SHARES.test(text)) return null;
  const [cyan = 0, magenta = 0, yellow = 0, black = 0] = text.split(',').map(Number);
  const percents = [cyan, magenta, yellow, black] as const;
  if (percents.some((percent) => percent > 100)) return null;
  return [cyan / 100, magenta / 100, yellow / 100, black / 100];
}
