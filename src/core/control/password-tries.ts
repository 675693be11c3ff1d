/** One of the platform's limiters. */
interface Limiter {
  limit(options: { readonly key: string }): Promise<{ readonly success: boolean }>;
}

interface TryLimiters {
  /** Limits the tries of one network at one code or share. */
  readonly ofNetwork: Limiter;
  /** Limits the tries of all networks together at one code or share. */
  readonly ofAll: Limiter;
}

/** All tries of the password of one code or share together. The limiters in both files wrangler.toml enforce the same number. */
export const PASSWORD_TRIES_PER_MINUTE = 60;

/**
 * Counts a try of a password; false if there were too many. A network that has used up its own few tries takes none from the others, so
 * nobody can shut out the rightful readers from one network. It throws if a limiter does not respond: without it passwords could be guessed,
 * so nobody gets in.
 */
export async function takeTry(
  { ofNetwork, ofAll }: TryLimiters,
  { networkKey, lockKey }: { readonly networkKey: string; readonly lockKey: string },
): Promise<boolean> {
  const { success } = await ofNetwork.limit({ key: networkKey });
  return success && (await ofAll.limit({ key: lockKey })).success;
}
