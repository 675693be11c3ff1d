import { DAY_MS } from '../utc-day.ts';
import type { Domain, Trouble } from './domain.ts';

/** Days before the end of the registration, next first. */
const NOTICES = { ends_in_7: 7, ends_in_30: 30, ends_in_90: 90 } as const;

/** What is wrong with a domain that was the account's, or will be soon. */
export function listTroubles(domain: Domain, nowMs: number): Trouble[] {
  const { registration, isListed } = domain;
  const daysLeft = ((registration?.expiresAtMs ?? Number.POSITIVE_INFINITY) - nowMs) / DAY_MS;
  const notices = Object.entries(NOTICES) as [keyof typeof NOTICES, number][];
  const notice = notices.find(([, days]) => daysLeft <= days)?.[0];
  return [
    ...(isBroken(domain, nowMs) ? (['broken'] as const) : []),
    ...(isListed === true ? (['listed'] as const) : []),
    ...(registration && registration.holds.length > 0 ? (['held'] as const) : []),
    ...(notice ? [notice] : []),
  ];
}

/** A certificate takes an hour at most: one that is not there after a day is gone. */
function isBroken({ state, verifiedAtMs }: Domain, nowMs: number): boolean {
  if (state === 'pending_certificate') return verifiedAtMs !== null && verifiedAtMs < nowMs - DAY_MS;
  return state === 'broken' || (state === 'blocked' && verifiedAtMs !== null);
}
