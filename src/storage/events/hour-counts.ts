import { eq } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { EventFacts } from '#core/events/event.ts';
import type { Database } from '../database.ts';
import { tableOf, toList } from '../json-list.ts';
import { allOf, sql } from '../sql.ts';
import { hourPosition } from './events-tables.ts';
import { happenings } from './happenings.ts';
import { askingFor } from './webhooks.ts';

/** How far webhooks know the scans by hour: all hours before `hourMs`, and in it the codes up to `after`. */
export interface HourPosition {
  readonly hourMs: number;
  readonly after: CodeId | null;
}

const ROW_ID = 1;

/** The position, which is the start of the hour `firstMs` if there is none yet. */
export async function findHourPosition(db: Database, firstMs: number): Promise<HourPosition> {
  const [, [row]] = await db.batch([
    db.insert(hourPosition).values({ id: ROW_ID, hourMs: firstMs, after: '' }).onConflictDoNothing(),
    db.select().from(hourPosition).where(eq(hourPosition.id, ROW_ID)),
  ]);
  if (!row) throw new Error('the position was just stored');
  return { hourMs: row.hourMs, after: row.after === '' ? null : (row.after as CodeId) };
}

/** The accounts whose webhooks ask for scans by hour, with the time of the first such webhook. */
export function listCountedAccounts(
  db: Database,
): Promise<{ readonly accountId: string; readonly sinceMs: number }[]> {
  return db.all(
    sql`SELECT account_id AS accountId, since_ms AS sinceMs FROM (${askingFor('scans.counted')})`,
  );
}

/** The scans of an account's codes in an hour. */
export interface HourCounts {
  readonly accountId: string;
  readonly counts: NonNullable<EventFacts['counts']>;
}

/** Notes an event for each of the counts, and moves on from one position to the next: once, however many crons run at the same time. */
export async function noteCounts(
  db: Database,
  counts: readonly HourCounts[],
  move: { readonly from: HourPosition; readonly to: HourPosition; readonly happenedAtMs: number },
): Promise<void> {
  const { from, to, happenedAtMs } = move;
  const list = toList(counts.map(({ accountId, counts: one }) => [accountId, { counts: one }]));
  const isThere = allOf(eq(hourPosition.hourMs, from.hourMs), eq(hourPosition.after, from.after ?? ''));
  await db.batch([
    db
      .insert(happenings)
      .select(
        sql`SELECT value ->> 0, 'scans.counted', '', value -> 1, ${happenedAtMs} FROM ${tableOf(list)} WHERE EXISTS (SELECT 1 FROM ${hourPosition} WHERE ${isThere})`,
      ),
    db
      .update(hourPosition)
      .set({ hourMs: to.hourMs, after: to.after ?? '' })
      .where(isThere),
  ]);
}
