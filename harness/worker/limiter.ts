/** A limiter whose minute does not end while a test runs. */
export function limiterOf(limit: number): RateLimit {
  const taken = new Map<string, number>();
  return {
    limit({ key }) {
      const before = taken.get(key) ?? 0;
      taken.set(key, before + 1);
      return Promise.resolve({ success: before < limit });
    },
  };
}
