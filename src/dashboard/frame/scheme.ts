import type { DashboardContext } from './dashboard-env.ts';
import { clearCookie, readCookie, writeCookie } from './own-cookie.ts';

/** The colours that a person chose for this browser; without a choice, those that the device prefers: scripts/assets/chosen-scheme.ts. */
export const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

const NAME = 'scheme';
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

export function readScheme(c: DashboardContext): Scheme | undefined {
  const chosen = readCookie(c, NAME);
  return SCHEMES.find((scheme) => scheme === chosen);
}

export function rememberScheme(c: DashboardContext, scheme: Scheme | undefined): void {
  if (scheme === undefined) clearCookie(c, NAME);
  else writeCookie(c, NAME, scheme, ONE_YEAR_SECONDS);
}
