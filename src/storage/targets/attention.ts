import type { SQL } from 'drizzle-orm';
import type { ListPosition } from '#core/lists/position.ts';
import { firstPositionOf } from '#core/lists/position.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { DAY_MS } from '#core/utc-day.ts';
import type { Database } from '../database.ts';
import { findInLists, isAnyOf } from '../json-list.ts';
import { sql } from '../sql.ts';
import { MAY_BE_INACTIVE, qrCodes, STANDING } from '../codes/codes-tables.ts';
import { CODE_COLUMNS, toQrCode } from '../codes/qr-codes.ts';

/**
 * Codes that need their owner's attention. Each kind is sought among a bounded number of rows, so that it costs the same in every account.
 */

export interface FoundCodes {
  /** The first of them; of those that end soon as many as one press extends. */
  readonly codes: readonly QrCode[];
  readonly count: number;
  /** Whether there may be more than `count`. */
  readonly isMore: boolean;
}

export interface CodesToLookAt {
  /** Their address does not work. */
  readonly broken: FoundCodes;
  /** They will stop working within a week. */
  readonly endingSoon: FoundCodes;
  readonly paused: FoundCodes;
  /** Disabled by the operator. */
  readonly disabled: FoundCodes;
  /** Created at least 30 days ago, and never scanned, though scans are counted. */
  readonly neverScanned: FoundCodes;
}

const SOON_DAYS = 7;
const UNSCANNED_DAYS = 30;

/** Rows read for each kind: some kinds need more than the index. */
const ROWS_LOOKED_AT = 100;
const CODES_NAMED = 3;

export async function findCodesToLookAt(
  db: Database,
  accountId: string,
  nowMs: number,
): Promise<CodesToLookAt> {
  const standing = (name: string, columns = 'position') => sql`
    SELECT ${sql.raw(columns)} FROM qr_codes WHERE account_id = ${accountId} AND deleted_at_ms IS NULL
      AND ${sql.raw(MAY_BE_INACTIVE)} AND ${STANDING} = ${sql.raw(`'${name}'`)}`;
  const endsAt = sql.raw(`control ->> '$.endsAtMs'`);
  const found = await Promise.all([
    find(
      db,
      sql`SELECT position FROM target_failures WHERE account_id = ${accountId} AND is_broken = 1`,
      sql`true`,
    ),
    find(
      db,
      standing('varying', 'position, control'),
      sql`${endsAt} > ${nowMs} AND ${endsAt} <= ${nowMs + SOON_DAYS * DAY_MS}`,
      ROWS_LOOKED_AT,
    ),
    find(db, standing('paused'), sql`true`),
    find(db, standing('disabled'), sql`true`),
    find(
      db,
      sql`SELECT position, is_dynamic, is_archived, control FROM qr_codes WHERE account_id = ${accountId} AND deleted_at_ms IS NULL
        AND scans_rolled_up = 0 AND position < ${firstPositionOf(nowMs - UNSCANNED_DAYS * DAY_MS)}`,
      sql`is_dynamic = 1 AND is_archived = 0 AND control ->> '$.isUncounted' IS NOT 1`,
    ),
  ]);
  const named = await nameCodes(
    db,
    found.flatMap(({ positions }) => positions),
  );
  const [broken, endingSoon, paused, disabled, neverScanned] = found.map(({ positions, count, isMore }) => ({
    codes: positions.flatMap((position) => named.get(position) ?? []),
    count,
    isMore,
  }));
  if (!broken || !endingSoon || !paused || !disabled || !neverScanned)
    throw new Error('a kind of codes is missing');
  return { broken, endingSoon, paused, disabled, neverScanned };
}

interface Found {
  readonly positions: readonly ListPosition[];
  readonly count: number;
  readonly isMore: boolean;
}

/** The wanted codes among the first rows of an index. */
async function find(db: Database, candidates: SQL, isWanted: SQL, named = CODES_NAMED): Promise<Found> {
  const [row] = await db.all<{ looked_at: number; count: number; positions: string }>(sql`
    SELECT count(*) AS looked_at, count(*) FILTER (WHERE ${isWanted}) AS count,
      json_group_array(position) FILTER (WHERE ${isWanted}) AS positions
    FROM (${candidates} LIMIT ${ROWS_LOOKED_AT})`);
  const positions = JSON.parse(row?.positions ?? '[]') as ListPosition[];
  return {
    positions: positions.slice(0, named),
    count: row?.count ?? 0,
    isMore: row?.looked_at === ROWS_LOOKED_AT,
  };
}

async function nameCodes(db: Database, positions: readonly ListPosition[]) {
  const rows = await findInLists(positions, (list) =>
    db.select(CODE_COLUMNS).from(qrCodes).where(isAnyOf(qrCodes.position, list)),
  );
  return new Map(rows.map((row) => [row.position, toQrCode(row)]));
}
