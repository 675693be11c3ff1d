import { inArray } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { cronJobs } from './upkeep-tables.ts';

/** Remembers that a job has run to its end. Writes one row. */
export async function saveSuccess(db: Database, job: string, succeededAtMs: number): Promise<void> {
  await prepareSuccess(db, job, succeededAtMs);
}

export function prepareSuccess(db: Database, job: string, succeededAtMs: number) {
  return db
    .insert(cronJobs)
    .values({ job, succeededAtMs })
    .onConflictDoUpdate({ target: cronJobs.job, set: { succeededAtMs } });
}

/** When each of these jobs last ran to its end; those that never did are missing. */
export async function findSuccesses(
  db: Database,
  jobs: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select()
    .from(cronJobs)
    .where(inArray(cronJobs.job, [...jobs]));
  return new Map(rows.map(({ job, succeededAtMs }) => [job, succeededAtMs]));
}
