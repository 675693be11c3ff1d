import type { SQL } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { ListPosition } from '#core/lists/position.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import type { RankedCode } from '#core/scans/ranking.ts';
import type { ManyCodes } from '#core/scans/selection.ts';
import { startOfUtcDay } from '#core/utc-day.ts';
import type { Database } from '../database.ts';
import { tableOf, toList } from '../json-list.ts';
import { sql } from '../sql.ts';
import { listFiled, mergeWalks } from '../lists/filed.ts';

/** Counts the scans of single codes in two periods for a ranking. Days are UTC days. */

type Days = Pick<ScanPeriod, 'firstDay' | 'lastDay'>;

interface TagOfCodes {
  readonly id: number;
  readonly name: string;
  /** Null if there are more than asked for. */
  readonly codeIds: readonly CodeId[] | null;
}

/** A tag of the account by its key or its id, with its codes if there are at most `most`; null if there is no such tag. */
export async function findTagOfCodes(
  db: Database,
  accountId: string,
  named: { readonly key: string } | { readonly id: number },
  most: number,
): Promise<TagOfCodes | null> {
  const [row] = await db.all<{ id: number; name: string; code_ids: string | null }>(sql`
    SELECT id, name, ${listFew(codesOfTag(sql`tags.id`), most)} AS code_ids
    FROM tags WHERE account_id = ${accountId} AND key IS NOT NULL AND ${'key' in named ? sql`key = ${named.key}` : sql`id = ${named.id}`}`);
  if (!row) return null;
  const { code_ids: codeIds, ...tag } = row;
  return { ...tag, codeIds: codeIds === null ? null : (JSON.parse(codeIds) as CodeId[]) };
}

/** The FROM clause of a set of codes, and the FROM clause by which an index counts it, so that a set that is too large is refused unread. */
interface CodeSet {
  readonly codes: SQL;
  readonly counted: SQL;
}

function codesOfTag(tagId: SQL): CodeSet {
  return {
    codes: sql`code_tags CROSS JOIN qr_codes USING (position) WHERE tag_id = ${tagId}`,
    counted: sql`code_tags WHERE tag_id = ${tagId}`,
  };
}

/** The codes that may have scans on or after a day: those scanned since, or all of a tag. */
function codesScanned(scope: ManyCodes, sinceDay: string): CodeSet {
  if (scope.kind === 'tag') return codesOfTag(sql`${scope.tagId}`);
  const codes = sql`qr_codes WHERE account_id = ${scope.accountId} AND deleted_at_ms IS NULL AND last_scan_at_ms IS NOT NULL
    AND last_scan_at_ms >= ${startOfUtcDay(sinceDay)}`;
  return { codes, counted: codes };
}

/** Their ids as a JSON array; null if there are more than `most`. */
function listFew({ codes, counted }: CodeSet, most: number): SQL {
  return sql`iif((SELECT count(*) FROM (SELECT 1 FROM ${counted} LIMIT ${most + 1})) > ${most}, NULL,
    (SELECT json_group_array(code_id) FROM (SELECT code_id FROM ${codes} LIMIT ${most})))`;
}

/** Some of the codes, ordered by position. */
export interface CodePart {
  readonly codeIds: readonly CodeId[];
  /** Start of the next part; null after the last one. */
  readonly next: ListPosition | null;
}

/** The next `limit` codes after `after`, whether they were scanned or not. */
export async function listCodePart(
  db: Database,
  scope: ManyCodes,
  after: ListPosition | null,
  limit: number,
): Promise<CodePart> {
  const behind = sql`position > ${after ?? -1}`;
  const walk =
    scope.kind === 'account'
      ? mergeWalks(
          listFiled({ isDynamic: true }).map(
            (stretch) =>
              sql`account_id = ${scope.accountId} AND deleted_at_ms IS NULL AND ${stretch} AND ${behind}`,
          ),
          sql`ASC`,
          limit,
        )
      : sql`SELECT position FROM code_tags WHERE tag_id = ${scope.tagId} AND ${behind} ORDER BY position LIMIT ${limit}`;
  const found = await db.all<{ code_id: CodeId; position: ListPosition }>(
    sql`SELECT code_id, position FROM (${walk}) CROSS JOIN qr_codes USING (position)`,
  );
  const rows = found.sort((a, b) => a.position - b.position);
  return {
    codeIds: rows.map((row) => row.code_id),
    next: rows.length < limit ? null : (rows.at(-1)?.position ?? null),
  };
}

/** The scans of codes in a period and in its comparison period; codes without any are left out. */
export async function countForRanking(
  db: Database,
  codeIds: readonly CodeId[],
  period: Days,
  before: Days,
): Promise<RankedCode[]> {
  return db.all<RankedCode>(countsSql(tableOf(toList(codeIds)), period, before));
}

/** The same of all codes that may have scans in the two periods; null if there are more than `most`. */
export async function countFewForRanking(
  db: Database,
  scope: ManyCodes,
  period: Days,
  before: Days,
  most: number,
): Promise<RankedCode[] | null> {
  const sinceDay = before.firstDay < period.firstDay ? before.firstDay : period.firstDay;
  const [few, ...counts] = await db.all<RankedCode>(sql`
    WITH few (ids) AS MATERIALIZED (SELECT ${listFew(codesScanned(scope, sinceDay), most)})
    SELECT '' AS codeId, ids IS NOT NULL AS scans, 0 AS scansBefore FROM few
    UNION ALL
    SELECT * FROM (${countsSql(sql`json_each((SELECT ids FROM few))`, period, before)})`);
  return few?.scans === 1 ? counts : null;
}

/** @param codeIds a table whose `value` is the id of a code */
function countsSql(codeIds: SQL, period: Days, before: Days): SQL {
  const wanted = sql`${codeIds} AS one CROSS JOIN scan_days ON code_id = one.value`;
  const during = ({ firstDay, lastDay }: Days): SQL => sql`day >= ${firstDay} AND day <= ${lastDay}`;
  return sql`
    SELECT code_id AS codeId, sum(scans) AS scans, sum(scans_before) AS scansBefore FROM (
      SELECT code_id, scans, 0 AS scans_before FROM ${wanted} AND ${during(period)}
      UNION ALL
      SELECT code_id, 0, scans FROM ${wanted} AND ${during(before)}
    ) GROUP BY code_id`;
}

/** Living codes created in a range of positions, static ones too, by equal parts of it: its days. Stops counting at `most`. */
export async function countCreatedCodes(
  db: Database,
  scope: ManyCodes,
  span: { readonly from: ListPosition; readonly until: ListPosition; readonly days: number },
  most: number,
): Promise<number[]> {
  const made = sql`position >= ${span.from} AND position < ${span.until}`;
  const codes =
    scope.kind === 'account'
      ? sql`SELECT position FROM qr_codes WHERE account_id = ${scope.accountId} AND deleted_at_ms IS NULL
          AND is_archived IN (0, 1) AND is_dynamic IN (0, 1) AND ${made} LIMIT ${most}`
      : sql`SELECT position FROM code_tags WHERE tag_id = ${scope.tagId} AND ${made} LIMIT ${most}`;
  const length = (span.until - span.from) / span.days;
  const rows = await db.all<{ day: number; codes: number }>(
    sql`SELECT CAST((position - ${span.from}) / ${length} AS INTEGER) AS day, count(*) AS codes FROM (${codes}) GROUP BY day`,
  );
  const byDay = new Map(rows.map((row) => [row.day, row.codes]));
  return Array.from({ length: span.days }, (_, day) => byDay.get(day) ?? 0);
}
