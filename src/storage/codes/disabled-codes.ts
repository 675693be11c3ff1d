import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { DisabledFor } from '#core/abuse/disabled.ts';
import type { Database } from '../database.ts';
import { qrCodes } from './codes-tables.ts';
import { LINK_COLUMNS, type LinkedCode } from './qr-codes.ts';

/** Why codes are disabled; the reason is for the operator, and shown to nobody else. */
export interface Disabling {
  readonly disabledFor: DisabledFor;
  readonly reason: string;
}

/** A code that was disabled or enabled, and whose it is. */
export type SwitchedCode = LinkedCode & { readonly accountId: string };

/** Tells the codes that were disabled with their account from those that were disabled alone. */
const WITH_ACCOUNT: Disabling = { disabledFor: 'abuse', reason: 'the account is suspended' };

/** Disables codes for a host that they lead to, unless they are disabled; gives those that were changed. */
export function disableCodes(
  db: Database,
  codeIds: readonly CodeId[],
  reason: string,
  nowMs: number,
): Promise<SwitchedCode[]> {
  const isAny = inArray(qrCodes.codeId, sql`(SELECT value FROM json_each(${JSON.stringify(codeIds)}))`);
  return switchCodes(db, and(isAny, isNull(qrCodes.disabledFor)), { disabledFor: 'abuse', reason }, nowMs);
}

/** Disables a code of whatever account, or changes why it is; null where there is no such code, or it was deleted. */
export async function disableCode(
  db: Database,
  codeId: CodeId,
  disabling: Disabling,
  nowMs: number,
): Promise<SwitchedCode | null> {
  return (await switchCodes(db, eq(qrCodes.codeId, codeId), disabling, nowMs))[0] ?? null;
}

/** Lets the scans of a code lead on again; null where no such code is disabled. */
export async function enableCode(db: Database, codeId: CodeId, nowMs: number): Promise<SwitchedCode | null> {
  const isIt = and(eq(qrCodes.codeId, codeId), isNotNull(qrCodes.disabledFor));
  return (await switchCodes(db, isIt, null, nowMs))[0] ?? null;
}

/** Disables the codes of an account with it. Those that were disabled before keep their reason, and stay so when it is resumed. */
export function disableCodesOf(db: Database, accountId: string, nowMs: number): Promise<SwitchedCode[]> {
  const isLeading = and(eq(qrCodes.accountId, accountId), isNull(qrCodes.disabledFor));
  return switchCodes(db, isLeading, WITH_ACCOUNT, nowMs);
}

/** Lets the codes lead on that were disabled with their account. */
export function enableCodesOf(db: Database, accountId: string, nowMs: number): Promise<SwitchedCode[]> {
  const { disabledFor, disabledReason } = qrCodes;
  const isWithAccount = and(isNotNull(disabledFor), eq(disabledReason, WITH_ACCOUNT.reason));
  return switchCodes(db, and(eq(qrCodes.accountId, accountId), isWithAccount), null, nowMs);
}

function switchCodes(
  db: Database,
  isMeant: SQL | undefined,
  disabling: Disabling | null,
  nowMs: number,
): Promise<SwitchedCode[]> {
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
