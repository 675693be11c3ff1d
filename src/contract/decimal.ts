import * as z from 'zod';

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A number as text, with at most so many decimals. */
export function decimal({ min, max }: Bounds, decimals: number) {
  const fraction = decimals === 0 ? '' : `(\\.\\d{1,${decimals}})?`;
  const rule =
    decimals === 0 ? 'a whole number' : `a number with at most ${decimals} decimals, like "20" or "12.5"`;
  return z
    .string()
    .regex(new RegExp(`^\\d{1,9}${fraction}$`), `must be ${rule}.`)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .meta({ type: decimals === 0 ? 'integer' : 'number', pattern: undefined, minimum: min, maximum: max });
}

/** A whole number of JSON. */
export function whole({ min, max }: Bounds) {
  return z.int().min(min).max(max);
}
