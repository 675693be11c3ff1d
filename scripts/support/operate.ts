import { randomBytes } from 'node:crypto';
import type { ActivityAction } from '#core/accounts/activity.ts';
import { type CodeId, parseCodeId, parsePublicId, toPublicId } from '#core/codes/code-id.ts';
import { parseShortCode } from '#core/codes/short-code.ts';
import type { DisabledFor } from '#core/codes/disabled.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/random-id.ts';
import { toShortLink } from '#storage/codes/short-links.ts';
import { toSqlLiteral, unknownAccount } from './accounts.ts';
import type { DatabasePlace, Row } from './local-database.ts';

/**
 * What an operator does about abuse. Rows change first, then the copies that scans are led by while the database fails: a copy that is not
 * written is written by the sweep a few minutes later.
 */

const LINK_COLUMNS =
  'code_id, target, redirect_to, is_dynamic, control, scans_taken, revision, deleted_at_ms, disabled_for';

/** Finds a code as people name it: `qr_k7m2p9qa`, `k7m2p9qa`, its short code or its short URL. Throws where it is none of them. */
export async function findCode(place: DatabasePlace, text: string): Promise<CodeId> {
  const lastSegment = URL.canParse(text) ? (new URL(text).pathname.split('/').at(-1) ?? '') : text;
  const codeId = parsePublicId(text) ?? parseCodeId(lastSegment);
  if (codeId) return codeId;
  const shortCode = parseShortCode(lastSegment);
  const [named] = shortCode
    ? await place.query(
        `SELECT code_id FROM qr_codes WHERE short_code = ${toSqlLiteral(shortCode)} AND short_code IS NOT NULL`,
      )
    : [];
  if (named) return named['code_id'] as CodeId;
  throw new Error(`"${text}" is no code: give its id, like qr_k7m2p9qa, or its short URL.`);
}

/** Disables a code, or changes why it is; throws where there is no such code, or it was deleted. */
export async function disableCode(
  place: DatabasePlace,
  codeId: CodeId,
  { disabledFor, reason }: { readonly disabledFor: DisabledFor; readonly reason: string },
): Promise<void> {
  await changeCodes(place, `code_id = ${toSqlLiteral(codeId)}`, { disabledFor, reason }, codeId);
}

/** Lets the scans of a code lead on again. */
export async function enableCode(place: DatabasePlace, codeId: CodeId): Promise<void> {
  const isIt = `code_id = ${toSqlLiteral(codeId)} AND disabled_for IS NOT NULL`;
  await changeCodes(place, isIt, { disabledFor: null, reason: null }, codeId);
}

/**
 * Suspends an account: its keys stop working within 30 seconds, and its people are signed out at once. Its codes lead on, because they are
 * printed; unless `disablesCodes` is set.
 * @returns how many codes were disabled with it
 */
export async function suspendAccount(
  place: DatabasePlace,
  accountId: string,
  { reason, disablesCodes }: { readonly reason: string; readonly disablesCodes: boolean },
): Promise<number> {
  const account = toSqlLiteral(accountId);
  const people = `(SELECT id FROM people WHERE account_id = ${account})`;
  const suspended = await place.query(`DELETE FROM sessions WHERE person_id IN ${people};
     DELETE FROM sign_in_links WHERE person_id IN ${people};
     ${recordOn('accounts', `id = ${account}`, { action: 'account.suspended', note: disablesCodes ? 'codes' : null })};
     UPDATE accounts SET suspended_at_ms = ${Date.now()}, suspended_reason = ${toSqlLiteral(reason)} WHERE id = ${account} RETURNING id`);
  if (suspended.length === 0) throw unknownAccount(accountId);
  if (!disablesCodes) return 0;
  // Those that were disabled for a reason of their own stay so when the account is resumed.
  return changeCodes(place, `account_id = ${account} AND disabled_for IS NULL`, {
    disabledFor: 'abuse',
    reason: SUSPENDED,
  });
}

/** Lets the people and keys of an account in again, and the codes lead on that were disabled with it; gives the number of those. */
export async function resumeAccount(place: DatabasePlace, accountId: string): Promise<number> {
  const account = toSqlLiteral(accountId);
  const isSuspended = `id = ${account} AND suspended_at_ms IS NOT NULL`;
  const resumed = await place.query(
    `${recordOn('accounts', isSuspended, { action: 'account.resumed', note: null })};
     UPDATE accounts SET suspended_at_ms = NULL, suspended_reason = NULL WHERE id = ${account} RETURNING id`,
  );
  if (resumed.length === 0) throw unknownAccount(accountId);
  return changeCodes(
    place,
    `account_id = ${account} AND disabled_for IS NOT NULL AND disabled_reason = ${toSqlLiteral(SUSPENDED)}`,
    { disabledFor: null, reason: null },
  );
}

/**
 * The statement that tells an account, in its audit log, what the operator does to it or to a code of it. The reason is for the operator, and
 * not told.
 */
function recordOn(
  table: 'accounts' | 'qr_codes',
  isMeant: string,
  { action, note }: { readonly action: ActivityAction; readonly note: string | null },
): string {
  const [accountId, subjectId] = table === 'accounts' ? ['id', 'NULL'] : ['account_id', "'qr_' || code_id"];
  const entry = [createRandomId('act', randomBytes(RANDOM_ID_BYTES)), Date.now(), action, note]
    .map(toSqlLiteral)
    .join(', ');
  return `INSERT INTO activities (id, happened_at_ms, action, note, account_id, subject_id)
     SELECT ${entry}, ${accountId}, ${subjectId} FROM ${table} WHERE ${isMeant}`;
}

/** Tells the codes that were disabled with their account from those that were disabled alone. */
const SUSPENDED = 'the account is suspended';

/** Throws where `codeId` is given and nothing was changed. */
async function changeCodes(
  place: DatabasePlace,
  isMeant: string,
  { disabledFor, reason }: { readonly disabledFor: DisabledFor | null; readonly reason: string | null },
  codeId?: CodeId,
): Promise<number> {
  const isChanged = `${isMeant} AND deleted_at_ms IS NULL`;
  const action = disabledFor === null ? 'code.enabled' : 'code.disabled';
  // Codes that change with their account have its entry.
  const entry = codeId ? `${recordOn('qr_codes', isChanged, { action, note: disabledFor })};` : '';
  const rows = await place.query(`${entry}
     UPDATE qr_codes SET disabled_for = ${toSqlLiteral(disabledFor)}, disabled_reason = ${toSqlLiteral(reason)},
       revision = revision + 1, updated_at_ms = ${Date.now()}
     WHERE ${isChanged} RETURNING ${LINK_COLUMNS}`);
  if (codeId && rows.length === 0) {
    const state = disabledFor === null ? 'no disabled code' : 'no code, or only a deleted one,';
    throw new Error(`There is ${state} with the id ${toPublicId(codeId)}.`);
  }
  const copies = rows.map(toCopy);
  await place.putCopies(copies);
  return rows.length;
}

function toCopy(row: Row): { key: string; value: string } {
  const link = toShortLink({
    target: String(row['target']),
    redirectTo: row['redirect_to'] as string | null,
    isDynamic: row['is_dynamic'] === 1,
    control: row['control'] === null ? null : JSON.parse(String(row['control'])),
    scansTaken: Number(row['scans_taken']),
    revision: Number(row['revision']),
    deletedAtMs: row['deleted_at_ms'] as number | null,
    disabledFor: row['disabled_for'] as DisabledFor | null,
  });
  return { key: String(row['code_id']), value: JSON.stringify(link) };
}
