import { sql } from 'drizzle-orm';
import type { Scan } from '#core/scans/scan.ts';
import type { Database, Statement } from '../database.ts';
import { scans } from './scans-tables.ts';

/** A scan takes about 300 characters, and D1 takes parameters of at most 2 MB. */
const SCANS_PER_STATEMENT = 4_000;

/** Writes past scans into the log in D1 and runs `alongside` in the same transaction. */
export async function insertPastScans(
  db: Database,
  made: readonly Scan[],
  alongside: Statement,
): Promise<void> {
  const inserts: Statement[] = [];
  for (let i = 0; i < made.length; i += SCANS_PER_STATEMENT) {
    const json = JSON.stringify(made.slice(i, i + SCANS_PER_STATEMENT));
    inserts.push(
      db.insert(scans).select(
        // In the order of the table's columns.
        sql`SELECT NULL, value ->> 'codeId', value ->> 'atMs', value ->> 'device', value ->> 'visitorKey', value ->> 'country',
            value ->> 'city', value ->> 'os', value ->> 'browser', value ->> 'referrer', value ->> 'language', value ->> 'rule',
            value ->> 'variant', value ->> 'accountId', value ->> 'region'
          FROM json_each(${json})`,
      ),
    );
  }
  await db.batch([alongside, ...inserts]);
}
