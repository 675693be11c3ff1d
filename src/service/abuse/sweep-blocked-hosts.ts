import { isAnyHostBlocked, listCodesToScreen, type ScreenedCode } from '#storage/abuse/blocked-hosts.ts';
import { disableCodes } from '#storage/codes/disabled-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { copyShortLinks } from '../links/copy-short-links.ts';
import { listTargets } from '../targets/list-targets.ts';
import { findBlockedTargets } from '../targets/screen-targets.ts';
import { settleRows } from '../upkeep/settle-rows.ts';

/** No code id has a slash, so the key never collides with a copy of a short link. */
const PROGRESS_KEY = 'sweep/blocked-hosts-after';

/**
 * Disables codes that lead to a blocked host and were created before it was blocked. Each run checks some codes, and the next one continues
 * after them.
 */
export async function sweepBlockedHosts(deps: Dependencies): Promise<{ checked: number; disabled: number }> {
  if (!(await isAnyHostBlocked(deps.db))) return { checked: 0, disabled: 0 };
  const after = await deps.links.get(PROGRESS_KEY);
  const limit = deps.budget.blockedHosts;
  const codes = await listCodesToScreen(deps.db, after === null ? null : Number(after), limit);
  let disabled = 0;
  const settled = await settleRows(deps, codes, {
    event: 'blocked_hosts_not_checked',
    nameOf: ({ codeId }) => codeId,
    async work(some) {
      const blocked = await findBlockedTargets(deps, some.flatMap(listTargets));
      for (const [entry, codeIds] of groupByEntry(some, blocked)) {
        const changed = await disableCodes(deps.db, codeIds, `${entry} is on the blocklist`, deps.nowMs());
        await copyShortLinks(deps, changed);
        disabled += changed.length;
      }
    },
  });
  const last = settled.at(-1);
  const isRound = settled.length === codes.length && codes.length < limit;
  if (last && !isRound) await deps.links.put(PROGRESS_KEY, String(last.position));
  else if (after !== null) await deps.links.delete(PROGRESS_KEY);
  return { checked: settled.length, disabled };
}

function groupByEntry(codes: readonly ScreenedCode[], blocked: ReadonlyMap<string, string>) {
  const groups = new Map<string, ScreenedCode['codeId'][]>();
  for (const code of codes) {
    const entry = listTargets(code)
      .map((target) => blocked.get(target))
      .find((found) => found !== undefined);
    if (entry !== undefined) groups.set(entry, [...(groups.get(entry) ?? []), code.codeId]);
  }
  return groups;
}
