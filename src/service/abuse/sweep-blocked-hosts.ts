import { isAnyHostBlocked } from '#storage/abuse/blocked-hosts.ts';
import type { Dependencies } from '../dependencies.ts';
import { findRefusedTargets } from '../targets/screen-targets.ts';
import { settleRows } from '../upkeep/settle-rows.ts';
import { CODES, type Holder, PAGES_OF_DOMAINS } from './address-holders.ts';

/**
 * Disables codes that lead to a blocked host or show it, and removes such pages of domains: what was there before the host was blocked. Each
 * run checks some of both, and the next one continues after them.
 */
export async function sweepBlockedHosts(deps: Dependencies) {
  if (!(await isAnyHostBlocked(deps.db))) return { checked: 0, disabled: 0, pagesRemoved: 0 };
  const codes = await sweep(deps, CODES);
  const domains = await sweep(deps, PAGES_OF_DOMAINS);
  return { checked: codes.checked + domains.checked, disabled: codes.ended, pagesRemoved: domains.ended };
}

async function sweep<Row>(deps: Dependencies, holder: Holder<Row>) {
  const { progressKey, nameOf, addressesOf, placeOf } = holder;
  const after = await deps.links.get(progressKey);
  const limit = deps.budget.blockedHosts;
  const rows = await holder.list(deps.db, after, limit);
  let ended = 0;
  const settled = await settleRows(deps, rows, {
    event: 'blocked_hosts_not_checked',
    nameOf,
    async work(some) {
      const entries = await findRefusedTargets(deps, some.flatMap(addressesOf));
      const entryOf = (row: Row) => addressesOf(row).flatMap((address) => entries.get(address) ?? [])[0];
      for (const [entry, found] of Map.groupBy(some, entryOf))
        if (entry !== undefined) ended += await holder.end(deps, found, entry, [...entries.keys()]);
    },
  });
  const last = settled.at(-1);
  const isRound = settled.length === rows.length && rows.length < limit;
  if (last && !isRound) await deps.links.put(progressKey, placeOf(last));
  else if (after !== null) await deps.links.delete(progressKey);
  return { checked: settled.length, ended };
}
