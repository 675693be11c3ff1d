import { closestMatch } from 'leven';

/** No name of the interface is longer. */
const LONGEST_NAME = 40;
const MOST_EDITS = 3;

/**
 * The known name that a misspelt one is nearest to: at most one edit for each three characters, and three in all. Case, hyphens and
 * underscores make no difference, so `shortCode` is near `short_code`. Null if none is near.
 */
export function findNearest(name: string, known: readonly string[]): string | null {
  if (name.length > LONGEST_NAME) return null;
  const letters = toLetters(name);
  const maxDistance = Math.min(MOST_EDITS, Math.ceil(letters.length / 3));
  const byLetters = new Map(known.map((one) => [toLetters(one), one]));
  const nearest = closestMatch(letters, [...byLetters.keys()], { maxDistance });
  // Otherwise a name of one letter would be near any other.
  if (nearest === undefined || nearest.length <= maxDistance) return null;
  return byLetters.get(nearest) ?? null;
}

function toLetters(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
