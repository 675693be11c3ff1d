import type { Utm, UtmValues } from '#core/control/utm.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';
import { qrCodes } from './codes-tables.ts';

/** So many of the codes that an account changed last are read, however many it has. */
const CODES_READ = 200;
const MOST_VALUES = 20;

/** The values of campaign parameters that an account used last, those of the code that it changed last first. */
export async function listUtmValues(db: Database, accountId: string): Promise<UtmValues> {
  const rows = await db.all<{ readonly utm: string }>(sql`
    SELECT utm FROM (
      SELECT control -> '$.utm' AS utm FROM ${qrCodes}
      WHERE account_id = ${accountId} AND deleted_at_ms IS NULL
      ORDER BY updated_at_ms DESC LIMIT ${CODES_READ}
    ) WHERE utm IS NOT NULL`);
  const used = rows.map(({ utm }) => JSON.parse(utm) as Utm);
  const valuesOf = (name: keyof Utm) =>
    [...new Set(used.flatMap((utm) => utm[name] ?? []))].slice(0, MOST_VALUES);
  return {
    source: valuesOf('source'),
    medium: valuesOf('medium'),
    campaign: valuesOf('campaign'),
    term: valuesOf('term'),
    content: valuesOf('content'),
  };
}
