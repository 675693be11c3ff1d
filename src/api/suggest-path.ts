import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/** No path of an operation is longer: an external id has 255 characters. */
const LONGEST_PATH = 400;

const PATTERNS = Object.values(OPERATIONS).map(
  ({ path }: Operation) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
);

/**
 * The path of an operation that a path without one probably means: it has a slash too many, as `/v1/qr/` and `//v1/qr` have, or lacks the
 * version. Null if there is none.
 */
export function suggestPath(path: string): string | null {
  if (path.length > LONGEST_PATH) return null;
  const parts = path.split('/').filter((part) => part !== '');
  const meant = `/${parts.join('/')}`;
  return [meant, `/v1${meant}`].find((one) => one !== path && isKnown(one)) ?? null;
}

function isKnown(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path));
}
