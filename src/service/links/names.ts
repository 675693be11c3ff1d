import type { Actor } from '#core/accounts/account.ts';
import { type CodeId, parseCodeId, toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { toGs1Fault } from '#core/gs1/gs1-problem.ts';
import { beginsWithKey, readPrintedName, toCompanyPart, toPrintedName } from '#core/gs1/printed-name.ts';
import { type AddedName, MAX_NAMES } from '#core/links/added-name.ts';
import { type ChosenName, readChosenName } from '#core/links/chosen-name.ts';
import { type AddressKey, type LinkAddress, type LinkHost, toAddressKey } from '#core/links/link-address.ts';
import { checkChosenPath } from '#core/links/own-path.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import { describeError } from '#core/log-line.ts';
import { inField } from '#core/problem.ts';
import { err, ok, type Result } from '#core/result.ts';
import { refuse, type UsualProblem } from '#contract/usual-problem.ts';
import { listIssuedIds } from '#storage/codes/qr-codes.ts';
import { findPrintableHosts, isDomainMissing } from '#storage/domains/domains.ts';
import { isPrefixMissing } from '#storage/gs1/prefixes.ts';
import { deleteNameCopy, putNameCopy } from '#storage/links/copies.ts';
import { findHolder, insertName, listTakenNames, removeName as removeRow } from '#storage/links/names.ts';
import { recordActivity } from '../accounts/activity.ts';
import { withinQuota } from '../accounts/within-quota.ts';
import type { Dependencies } from '../dependencies.ts';
import { approveKeys, readPrefixes } from './approved-keys.ts';

/** The chosen name of a new code whose host is known; null if it has none but its id, or what it has can be none. */
export function chosenName(newCode: ChosenName): AddressKey | null {
  const address = addressOf(newCode);
  return address && toAddressKey(address);
}

function addressOf(chosen: ChosenName): LinkAddress | null {
  const path = readChosenName(chosen);
  return path.ok && path.value !== null ? { host: chosen.host ?? null, path: path.value } : null;
}

/**
 * Whether a name is taken, for those that new codes may mean. On the host of an account a path may look like an id, and a name comes before
 * an id: an id that was issued is taken, too.
 */
export async function findTakenNames(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  newCodes: readonly ChosenName[],
): Promise<(name: AddressKey) => boolean> {
  const paths = newCodes.flatMap(({ shortCode, gs1 }) => {
    if (gs1) return [toPrintedName(gs1)];
    return shortCode ? [shortCode, shortCode.toLowerCase()] : [];
  });
  const [names, ids] = await Promise.all([
    listTakenNames(db, accountId, paths),
    listIssuedIds(
      db,
      paths.flatMap((path) => parseCodeId(path) ?? []),
    ),
  ]);
  return (name) => {
    const codeId = parseCodeId(name.slice(name.indexOf('/') + 1));
    return names.has(name) || (codeId !== null && ids.has(codeId));
  };
}

export type NameProblem =
  | { readonly reason: 'name_taken'; readonly name: string }
  | { readonly reason: 'too_many_names' }
  | Extract<UsualProblem, { readonly reason: 'refused' | 'quota_exceeded' }>;

/** Gives a code another name in short links. A name that it has already stays as it is. */
export async function addName(
  deps: Dependencies,
  actor: Actor,
  code: QrCode,
  { host, path }: { readonly host: LinkHost | null; readonly path: string },
): Promise<Result<null, NameProblem>> {
  const { codeId } = code;
  const gs1 =
    code.gs1 && host !== null && (host === deps.gs1Host || beginsWithKey(path))
      ? readPrintedName(path)
      : null;
  if (gs1?.ok === false) return refuse(inField('path', toGs1Fault(gs1.error)));
  const checked = gs1 ? ok(toPrintedName(gs1.value)) : checkChosenPath(path, host);
  if (!checked.ok) return refuse(inField('path', checked.error));
  const address = { host, path: checked.value };
  const name = toAddressKey(address);
  const chosen = [{ host, shortCode: checked.value }];
  const [hosts, holder, isTaken, prefixes] = await Promise.all([
    findPrintableHosts(deps.db, actor.account.id),
    findHolder(deps.db, address),
    findTakenNames(deps, actor.account.id, chosen),
    gs1 ? readPrefixes(deps, actor.account.id) : [],
  ]);
  const refused = gs1 && approveKeys(deps, hosts, prefixes)(host, gs1.value, 'host');
  if (refused) return refuse(refused);
  if (host !== null && !hosts.all.has(host) && !gs1)
    return refuse({ code: 'domain_not_ready', field: 'host', values: { host } });
  if (holder?.codeId === codeId) return ok(null);
  if (isTaken(name)) return err({ reason: 'name_taken', name });
  const added: AddedName = { ...address, createdAtMs: deps.nowMs() };
  const most = MAX_NAMES - (code.shortCode === null ? 0 : 1);
  const key = gs1 && host === deps.gs1Host ? toCompanyPart(gs1.value) : null;
  const inserted = await store(deps, actor, code, added, { most, key });
  // The account has lost the host or the company prefix meanwhile: the next attempt reports that.
  if (inserted === null) return addName(deps, actor, code, { host, path });
  if (!inserted.ok) return inserted;
  if (!inserted.value) {
    const isTakenNow = await findTakenNames(deps, actor.account.id, chosen);
    return err(isTakenNow(name) ? { reason: 'name_taken', name } : { reason: 'too_many_names' });
  }
  await copy(deps, () =>
    putNameCopy(deps.links, name, { codeId, isForEver: false, revision: added.createdAtMs }),
  );
  await recordActivity(deps, actor, { action: 'code.named', subjectId: toPublicId(codeId), note: name });
  return ok(null);
}

/** Null if the account may have no such name any more. */
async function store(
  deps: Dependencies,
  actor: Actor,
  code: QrCode,
  added: AddedName,
  limits: { readonly most: number; readonly key: string | null },
) {
  try {
    return await withinQuota(deps, actor, 'stored_bytes', (storedBytes) =>
      insertName(deps.db, code, added, { ...limits, storedBytes }),
    );
  } catch (error) {
    if (isDomainMissing(error) || isPrefixMissing(error)) return null;
    throw error;
  }
}

/** Takes a name from a code. */
export async function removeName(
  deps: Dependencies,
  actor: Actor,
  codeId: CodeId,
  { host, path }: { readonly host: LinkHost | null; readonly path: string },
): Promise<Result<null, { readonly reason: 'no_such_name' | 'name_is_printed'; readonly name: string }>> {
  const address = { host, path: (host === null ? path.toLowerCase() : path) as ShortCode };
  const name = toAddressKey(address);
  if (!(await removeRow(deps.db, codeId, address, deps.nowMs()))) {
    const holder = await findHolder(deps.db, address);
    const isPrinted = holder?.codeId === codeId && holder.isPrinted;
    return err({ reason: isPrinted ? 'name_is_printed' : 'no_such_name', name });
  }
  await copy(deps, () => deleteNameCopy(deps.links, name));
  await recordActivity(deps, actor, { action: 'code.unnamed', subjectId: toPublicId(codeId), note: name });
  return ok(null);
}

/** Without its copy, a name fails only while the database does. */
async function copy(deps: Dependencies, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    deps.reportFailure('short_link_copy_failed', `name not copied: ${describeError(error)}`);
  }
}
