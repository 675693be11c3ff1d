import { eq } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { Database } from '../database.ts';
import { scanRollUp } from './scans-tables.ts';

/** Progress of the roll-up. */
export interface RollUpState {
  /** All days before this one are final. */
  readonly settledDay: string;
  readonly passStartedAtMs: number;
  /** Where the pass continues: the day and the last finished code. Null between passes. */
  readonly next: { readonly day: string; readonly after: CodeId | null } | null;
}

const ROW_ID = 1;

/** Null if the roll-up never ran. */
export async function findRollUpState(db: Database): Promise<RollUpState | null> {
  return toRollUpState(await selectRollUpState(db));
}

export function selectRollUpState(db: Database) {
  return db.select().from(scanRollUp).where(eq(scanRollUp.id, ROW_ID));
}

export function toRollUpState([row]: readonly (typeof scanRollUp.$inferSelect)[]): RollUpState | null {
  if (!row) return null;
  const next =
    row.nextDay === null
      ? null
      : { day: row.nextDay, after: row.nextAfter === '' ? null : (row.nextAfter as CodeId) };
  return { settledDay: row.settledDay, passStartedAtMs: row.passStartedAtMs, next };
}

export async function saveRollUpState(db: Database, state: RollUpState): Promise<void> {
  const columns = {
    settledDay: state.settledDay,
    passStartedAtMs: state.passStartedAtMs,
    nextDay: state.next?.day ?? null,
    nextAfter: state.next?.after ?? '',
  };
  await db
    .insert(scanRollUp)
    .values({ id: ROW_ID, ...columns })
    .onConflictDoUpdate({ target: scanRollUp.id, set: columns });
}
