import { type CodeId, parseCodeId, parsePublicId, toPublicId } from '#core/codes/code-id.ts';
import { readLinkPath } from '#core/links/read-path.ts';
import {
  deleteAccount as storeDeletion,
  restoreAccount as storeRestoration,
} from '#service/accounts/deletion.ts';
import { copyDomainsOf } from '#service/domains/domains.ts';
import { toCopies } from '#service/links/copy-short-links.ts';
import {
  findAccount,
  type FoundAccount,
  resumeAccount as storeResumption,
  suspendAccount as storeSuspension,
} from '#storage/accounts/accounts.ts';
import {
  disableCodesOf,
  type Disabling,
  enableCodesOf,
  switchCode,
  type SwitchedCode,
} from '#storage/codes/disabled-codes.ts';
import { toPairs } from '#storage/links/copies.ts';
import { findNamedId } from '#storage/links/named-links.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { prepareEntry, toTime, unknownAccount } from './accounts.ts';
import type { Place } from './place.ts';

/**
 * The operator's measures against abuse. Rows change first, then the copies that lead scans while the database fails. If a copy is not
 * written, the sweep writes it a few minutes later. The account sees the measure in its audit log, without the reason, which is only for
 * the operator.
 */

/** Finds a code by any of its names: `qr_k7m2p9qa`, `k7m2p9qa`, its short code or its short URL. Throws if there is none. */
export async function findCode({ binding }: Place, text: string): Promise<CodeId> {
  const url = URL.parse(text);
  const host = url && (url.hostname as LinkHost);
  const ownPath = url && readLinkPath(url.pathname.slice(1), host);
  const path = readLinkPath(url ? (url.pathname.split('/').at(-1) ?? '') : text);
  const codeId =
    parsePublicId(text) ??
    (host && ownPath && (await findNamedId(binding, { host, path: ownPath }))) ??
    (path && (parseCodeId(path) ?? (await findNamedId(binding, { host: null, path }))));
  if (codeId) return codeId;
  throw new Error(`"${text}" is not a code: give its id, like qr_k7m2p9qa, or its short URL.`);
}

/** Disables a code, or changes the reason; throws if the code does not exist or was deleted. */
export async function disableCode(place: Place, codeId: CodeId, disabling: Disabling): Promise<void> {
  const entry = prepareEntry(place, 'code.disabled', toPublicId(codeId), disabling.disabledFor);
  const code = await switchCode(place.db, codeId, disabling, entry);
  if (!code) throw new Error(`There is no code, or only a deleted one, with the id ${toPublicId(codeId)}.`);
  await renewCopies(place, [code]);
}

/** Enables a code again, so that its scans lead on. */
export async function enableCode(place: Place, codeId: CodeId): Promise<void> {
  const code = await switchCode(
    place.db,
    codeId,
    null,
    prepareEntry(place, 'code.enabled', toPublicId(codeId)),
  );
  if (!code) throw new Error(`There is no disabled code with the id ${toPublicId(codeId)}.`);
  await renewCopies(place, [code]);
}

/**
 * Suspends an account: its keys stop working within 60 seconds, and its people are signed out at once. Its codes lead on, because they are
 * printed, unless `disablesCodes` is set.
 * @returns the number of codes disabled with it
 */
export async function suspendAccount(
  place: Place,
  accountId: string,
  { reason, disablesCodes }: { readonly reason: string; readonly disablesCodes: boolean },
): Promise<number> {
  const note = disablesCodes ? 'codes' : null;
  const entry = { ...prepareEntry(place, 'account.suspended', null, note), accountId };
  if (!(await storeSuspension(place.db, reason, entry))) throw unknownAccount(accountId);
  await copyDomainsOf(withLinks(place), accountId);
  return disablesCodes ? renewCopies(place, await disableCodesOf(place.db, accountId, place.nowMs())) : 0;
}

/** Lets the people and keys of an account in again, and enables the codes that were disabled with it. Returns their number. */
export async function resumeAccount(place: Place, accountId: string): Promise<number> {
  const entry = { ...prepareEntry(place, 'account.resumed'), accountId };
  if (!(await storeResumption(place.db, entry))) throw unknownAccount(accountId);
  await copyDomainsOf(withLinks(place), accountId);
  return renewCopies(place, await enableCodesOf(place.db, accountId, place.nowMs()));
}

/** Deletes an account, for good if `isFinal`. Throws if it is gone or deleted already. Gives it as it is then. */
export async function deleteAccount(
  place: Place,
  accountId: string,
  { isFinal }: { readonly isFinal: boolean },
): Promise<FoundAccount> {
  const isDone = await storeDeletion(withLinks(place), { accountId, actorId: null }, { isFinal });
  const account = await findAccount(place.db, accountId);
  if (!account) throw unknownAccount(accountId);
  if (!isDone) throw new Error(`${accountId} is deleted already. ${sayDeletion(account)}`);
  return account;
}

/** Restores a deleted account as it was. Throws if it is not deleted, or it is too late. */
export async function restoreAccount(place: Place, accountId: string): Promise<FoundAccount> {
  const isDone = await storeRestoration(withLinks(place), { accountId, actorId: null });
  const account = await findAccount(place.db, accountId);
  if (!account) throw unknownAccount(accountId);
  if (!isDone) throw new Error(`${accountId} was not restored. ${sayDeletion(account)}`);
  return account;
}

/** Whether an account can be restored, and until when, in a sentence. */
export function sayDeletion({ deletion }: FoundAccount): string {
  if (!deletion) return 'It is not deleted.';
  const until = toTime(deletion.restorableUntilMs);
  return until === null ? 'Nobody can restore it.' : `It can be restored until ${until} UTC.`;
}

function withLinks(place: Place) {
  return { ...place, links: { put: (key: string, value: string) => place.putPairs([{ key, value }]) } };
}

async function renewCopies(place: Place, codes: readonly SwitchedCode[]): Promise<number> {
  await place.putPairs((await toCopies(place.db, codes)).flatMap(toPairs));
  return codes.length;
}
