import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Language } from '#core/languages.ts';
import { accounts, IS_IN_USE, people } from '../accounts/accounts-tables.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';
import { weeklySummaries } from './summaries-tables.ts';

/** Whether a person gets summaries. */
export async function isSubscribed(db: Database, personId: string): Promise<boolean> {
  const row = await db.select().from(weeklySummaries).where(eq(weeklySummaries.personId, personId)).get();
  return row !== undefined;
}

/** An existing subscriber keeps the time of their next summary. */
export async function saveSubscription(
  db: Database,
  row: {
    readonly personId: string;
    readonly origin: string;
    readonly language: Language;
    readonly nextAtMs: number;
  },
): Promise<void> {
  const { origin, language } = row;
  await db
    .insert(weeklySummaries)
    .values(row)
    .onConflictDoUpdate({ target: weeklySummaries.personId, set: { origin, language } });
}

export async function deleteSubscription(db: Database, personId: string): Promise<void> {
  await db.delete(weeklySummaries).where(eq(weeklySummaries.personId, personId));
}

export interface DueSummary {
  readonly personId: string;
  readonly email: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly origin: string;
  readonly language: Language;
}

/** People whose summary is due, longest-waiting first: with a proved address, in an account that is neither suspended nor deleted. */
export async function listDueSummaries(db: Database, nowMs: number, limit: number): Promise<DueSummary[]> {
  const rows = await db
    .select({
      personId: people.id,
      email: people.email,
      accountId: accounts.id,
      accountName: accounts.name,
      origin: weeklySummaries.origin,
      language: sql<Language>`COALESCE(${people.language}, ${weeklySummaries.language})`,
    })
    .from(weeklySummaries)
    .innerJoin(people, eq(people.id, weeklySummaries.personId))
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .where(
      and(
        lte(weeklySummaries.nextAtMs, nowMs),
        isNull(people.removedAtMs),
        isNotNull(people.emailProvedAtMs),
        IS_IN_USE,
      ),
    )
    .orderBy(asc(weeklySummaries.nextAtMs))
    .limit(limit);
  return rows.flatMap(({ email, ...row }) => (email === null ? [] : [{ ...row, email }]));
}

export async function postponeSummary(db: Database, personId: string, nextAtMs: number): Promise<void> {
  await db.update(weeklySummaries).set({ nextAtMs }).where(eq(weeklySummaries.personId, personId));
}
