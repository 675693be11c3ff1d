import { DAY_MS } from '#core/utc-day.ts';
import { listUncheckedDomains } from '#storage/domains/domains.ts';
import type { Dependencies } from '../dependencies.ts';
import { check } from './domains.ts';

/**
 * Checks each domain once a day: one that stopped leading here is refreshed at Cloudflare, and says so. It stays the account's, because its
 * printed codes may lead here again.
 */
export async function watchDomains(deps: Dependencies): Promise<{ checked: number; broken: number }> {
  const due = await listUncheckedDomains(deps.db, deps.nowMs() - DAY_MS, deps.budget.domains);
  let broken = 0;
  for (const domain of due) {
    const checked = await check(deps, domain);
    if (domain.state !== 'broken' && checked?.state === 'broken') broken++;
  }
  return { checked: due.length, broken };
}
