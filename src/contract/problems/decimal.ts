import * as z from 'zod';
import { toIssue } from './issue.ts';

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
      const code = !isNumber ? 'no_number' : value < min ? 'number_too_small' : 'number_too_large';
      ctx.addIssue(toIssue({ code, values: { ...bounds, decimals } }));
      return z.NEVER;
    })
    .meta({ type: decimals === 0 ? 'integer' : 'number', minimum: min, maximum: max });
}

/** A whole number in JSON. */
export function whole(bounds: Bounds) {
  const { min, max } = bounds;
  return z
    .int()
    .superRefine((value, ctx) => {
      const values = { ...bounds, decimals: 0 };
      if (value < min) ctx.addIssue(toIssue({ code: 'number_too_small', values }));
      if (value > max) ctx.addIssue(toIssue({ code: 'number_too_large', values }));
    })
    .meta({ minimum: min, maximum: max });
}
