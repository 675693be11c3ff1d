import { eq } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { findSuccesses, prepareSuccess, saveSuccess } from './cron-jobs.ts';
import { cronJobs } from './upkeep-tables.ts';

/** Stands among the jobs for the last proof that the database takes writes. */
const WRITTEN = 'written';

/** For this long, a proof is enough for everybody: strangers cause it, and each costs three rows. */
const PROVEN_FOR_MS = 60_000;

/** Longer than a page, so that a database that may not grow any further refuses it. It never stays. */
const FILLER = `write check ${'-'.repeat(8_192)}`;

/** Throws if the database does not take a write now. Writes one row. */
export function requireWrite(db: Database, nowMs: number): Promise<void> {
  return saveSuccess(db, WRITTEN, nowMs);
}

/** Throws if the database does not take writes, as one that is full or may only be read. Writes at most once a minute. */
export async function requireWritable(db: Database, nowMs: number): Promise<void> {
  const provenMs = (await findSuccesses(db, [WRITTEN])).get(WRITTEN);
  if (provenMs !== undefined && provenMs <= nowMs && nowMs - provenMs < PROVEN_FOR_MS) return;
  await db.batch([
    db.insert(cronJobs).values({ job: FILLER, succeededAtMs: nowMs }),
    db.delete(cronJobs).where(eq(cronJobs.job, FILLER)),
    prepareSuccess(db, WRITTEN, nowMs),
  ]);
}
