import type { Scan } from '#core/scans/scan.ts';
import type { Database, Statement } from '../database.ts';
import { tableOf, toLists } from '../json-list.ts';
import { sql } from '../sql.ts';
import { scans } from './scans-tables.ts';

/** Writes past scans into the log in D1 and runs `alongside` in the same transaction. */
export async function insertPastScans(
  db: Database,
  made: readonly Scan[],
  alongside: Statement,
): Promise<void> {
  const inserts = toLists(made).map((list) =>
    db.insert(scans).select(
      // In the order of the table's columns.
      sql`SELECT NULL, value ->> 'codeId', value ->> 'atMs', value ->> 'device', value ->> 'visitorKey', value ->> 'country',
            value ->> 'city', value ->> 'os', value ->> 'browser', value ->> 'referrer', value ->> 'language', value ->> 'rule',
            value ->> 'variant', value ->> 'accountId', value ->> 'region', value ->> 'name', value ->> 'source', value ->> 'linkType'
          FROM ${tableOf(list)}`,
    ),
  );
  await db.batch([alongside, ...inserts]);
}
