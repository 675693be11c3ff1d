import { inject } from 'vitest';

/** The number of cases, out of `whole`, that an exhaustive test tries: all, or one in `TRY_ONE_IN`, as in .ci/run, but no fewer than `least`. */
export function sampled(whole: number, least = 1): number {
  return Math.max(least, Math.ceil(whole / inject('oneIn')));
}

/** Every case, or the first of each `TRY_ONE_IN`. */
export function sampledOf<T>(cases: readonly T[]): T[] {
  return cases.filter((_, i) => i % inject('oneIn') === 0);
}
