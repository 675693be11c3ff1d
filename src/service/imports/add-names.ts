import type { Actor } from '#core/accounts/account.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { RowChange } from '#core/imports/import-job.ts';
import type { RowWarning } from '#core/imports/row-problem.ts';
import { MAX_NAMES } from '#core/links/added-name.ts';
import { type LinkAddress, toAddressKey, toShortUrl } from '#core/links/link-address.ts';
import type { Dependencies } from '../dependencies.ts';
import { addName, findTakenNames, type NameProblem } from '../links/names.ts';
import type { ResolvedRow } from './own-rows.ts';

/** The further short links of rows: a code that cannot have one says so, and is imported. */

interface Named {
  readonly added: readonly LinkAddress[];
  readonly lost: readonly RowWarning[];
}

/** Gives a code the names of its row. It may be repeated. */
export async function addNames(
  deps: Dependencies,
  actor: Actor,
  code: QrCode,
  names: readonly LinkAddress[],
): Promise<Named> {
  const results: [LinkAddress, NameProblem['reason'] | null][] = [];
  for (const name of names) {
    const added = await addName(deps, actor, code, name);
    results.push([name, added.ok ? null : added.error.reason]);
  }
  return toNamed(deps, results);
}

/** What would come of the names of each row, as far as that can be foreseen. */
export async function foreseeNames(
  deps: Dependencies,
  actor: Actor,
  rows: readonly Pick<ResolvedRow, 'row' | 'room'>[],
): Promise<readonly Named[]> {
  const all = rows.flatMap(({ row }) => row.names.map(({ host, path }) => ({ host, shortCode: path })));
  const isTaken = all.length === 0 ? () => false : await findTakenNames(deps, actor.account.id, all);
  return rows.map(({ row, room }) => {
    let free = 0;
    const reasonOf = (name: LinkAddress) => {
      if (isTaken(toAddressKey(name))) return 'name_taken';
      return ++free > room ? 'too_many_names' : null;
    };
    return toNamed(
      deps,
      row.names.map((name) => [name, reasonOf(name)]),
    );
  });
}

export function listNewNames(
  { shortUrlBase }: Dependencies,
  names: readonly LinkAddress[],
): readonly RowChange[] {
  const to = names.map((name) => toShortUrl(shortUrlBase, name)).join(' ');
  return to === '' ? [] : [{ field: 'names', from: null, to }];
}

/** A warning for each reason. */
function toNamed(
  { shortUrlBase }: Dependencies,
  results: readonly (readonly [name: LinkAddress, why: NameProblem['reason'] | null])[],
): Named {
  const lost = [...Map.groupBy(results, ([, why]) => why)].flatMap(([why, those]): RowWarning[] => {
    const names = those.map(([name]) => toShortUrl(shortUrlBase, name)).join(' ');
    switch (why) {
      case null:
        return [];
      case 'too_many_names':
        return [{ code: 'names_too_many', values: { names, most: MAX_NAMES } }];
      case 'quota_exceeded':
        return [{ code: 'names_without_room', values: { names } }];
      case 'name_taken':
      case 'refused':
        return [{ code: 'names_taken', values: { names } }];
    }
  });
  return { added: results.flatMap(([name, why]) => (why === null ? [name] : [])), lost };
}
