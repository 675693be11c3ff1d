import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { DisabledFor } from '#core/abuse/disabled.ts';
import { type ActivityEntry, runRecorded } from '../accounts/activities.ts';
import type { Database } from '../database.ts';
import { findInLists, isAnyOf } from '../json-list.ts';
import { sql } from '../sql.ts';
import { qrCodes } from './codes-tables.ts';
import { LINK_COLUMNS, type LinkedCode } from './qr-codes.ts';

/** Why codes are disabled; only the operator sees the reason. */
export interface Disabling {
  readonly disabledFor: DisabledFor;
  readonly reason: string;
}

/** A code that was disabled or enabled, and its account. */
export type SwitchedCode = LinkedCode & { readonly accountId: string };

/** Distinguishes codes that were disabled with their account from those that were disabled individually. */
const WITH_ACCOUNT: Disabling = { disabledFor: 'abuse', reason: 'the account is suspended' };

/** Disables codes for a host that they lead to, unless they are already disabled; gives the changed codes. */
export function disableCodes(
  db: Database,
  codeIds: readonly CodeId[],
  reason: string,
  nowMs: number,
): Promise<SwitchedCode[]> {
  const isEnabled = isNull(qrCodes.disabledFor);
  return findInLists(codeIds, (list) =>
    switchCodes(db, and(isAnyOf(qrCodes.codeId, list), isEnabled), { disabledFor: 'abuse', reason }, nowMs),
  );
}

/**
 * Disables a code of any account, changes the reason, or lets its scans redirect again, and records it.
 *
 * @param disabling null enables the code
 * @returns null if the code does not exist or was deleted, or is not disabled and should be enabled
 */
export async function switchCode(
  db: Database,
  codeId: CodeId,
  disabling: Disabling | null,
  entry: ActivityEntry,
): Promise<SwitchedCode | null> {
  const isIt = and(eq(qrCodes.codeId, codeId), disabling ? undefined : isNotNull(qrCodes.disabledFor));
  const accountId = sql`(SELECT account_id FROM qr_codes WHERE code_id = ${codeId})`;
  const statement = switchCodes(db, isIt, disabling, entry.happenedAtMs);
  return (await runRecorded(db, statement, { ...entry, accountId }))[0] ?? null;
}

/**
 * Disables the codes of an account with it. Codes that are already disabled keep their reason, and stay disabled when the account resumes.
 */
export function disableCodesOf(db: Database, accountId: string, nowMs: number): Promise<SwitchedCode[]> {
  const isLeading = and(eq(qrCodes.accountId, accountId), isNull(qrCodes.disabledFor));
  return switchCodes(db, isLeading, WITH_ACCOUNT, nowMs);
}

/** Enables the codes that were disabled with their account. */
export function enableCodesOf(db: Database, accountId: string, nowMs: number): Promise<SwitchedCode[]> {
  const { disabledFor, disabledReason } = qrCodes;
  const isWithAccount = and(isNotNull(disabledFor), eq(disabledReason, WITH_ACCOUNT.reason));
  return switchCodes(db, and(eq(qrCodes.accountId, accountId), isWithAccount), null, nowMs);
}

function switchCodes(db: Database, isMeant: SQL | undefined, disabling: Disabling | null, nowMs: number) {
  return db
    .update(qrCodes)
    .set({
      disabledFor: disabling?.disabledFor ?? null,
      disabledReason: disabling?.reason ?? null,
      revision: sql`${qrCodes.revision} + 1`,
      updatedAtMs: nowMs,
    })
    .where(and(isMeant, isNull(qrCodes.deletedAtMs)))
    .returning({ ...LINK_COLUMNS, accountId: qrCodes.accountId });
}
