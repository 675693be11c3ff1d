import { isAnyHostBlocked, listCodesToScreen, type ScreenedCode } from '#storage/abuse/blocked-hosts.ts';
import { disableCodes } from '#storage/codes/disabled-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { copyShortLinks } from '../links/copy-short-links.ts';
import { listTargets } from '../targets/list-targets.ts';
import { findBlockedTargets } from '../targets/screen-targets.ts';

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
  for (const [entry, codeIds] of groupByEntry(
    codes,
    await findBlockedTargets(deps, codes.flatMap(listTargets)),
  )) {
    const changed = await disableCodes(deps.db, codeIds, `${entry} is on the blocklist`, deps.nowMs());
    await copyShortLinks(deps, changed);
    disabled += changed.length;
  }
  const last = codes.at(-1);
  if (last && codes.length === limit) await deps.links.put(PROGRESS_KEY, String(last.position));
  else if (after !== null) await deps.links.delete(PROGRESS_KEY);
  return { checked: codes.length, disabled };
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
