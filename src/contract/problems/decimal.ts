import * as z from 'zod';
import { toIssue } from './issue.ts';
import type { Fault } from './problems.ts';

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A number as text, with at most this many decimals. */
export function decimal(bounds: Bounds, decimals: number) {
  const { min, max } = bounds;
  const number = new RegExp(`^-?\\d{1,9}${decimals === 0 ? '' : `(\\.\\d{1,${decimals}})?`}$`);
  return z
    .string()
    .transform((text, ctx): number => {
      const value = Number(text);
      const isNumber = number.test(text) && (min < 0 || !text.startsWith('-'));
      if (isNumber && value >= min && value <= max) return value;
      ctx.addIssue(
        toIssue(
          isNumber ? findExcess(value, bounds) : { code: 'no_number', values: { ...bounds, decimals } },
        ),
      );
      return z.NEVER;
    })
    .meta({ type: decimals === 0 ? 'integer' : 'number', minimum: min, maximum: max });
}

function findExcess(value: number, { min, max }: Bounds): Fault {
  return value < min
    ? { code: 'too_small', values: { least: min } }
    : { code: 'too_large', values: { most: max } };
}

/** A whole number in JSON. */
export function whole({ min, max }: Bounds) {
  return z.int().min(min).max(max);
}
