import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { readPrintedName, toCompanyPart, toPrintedName } from '#core/gs1/printed-name.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import type { Database } from '../database.ts';
import { DOMAIN_COLUMNS, type LinkDomainRow, readDomainRow } from '../domains/link-domains.ts';
import { listSql, toList } from '../json-list.ts';
import { sql } from '../sql.ts';
import { LookUp } from './look-up.ts';
import { LINK_COLUMNS, readRow, type ShortLinkRow } from './short-links.ts';

/** What there is at a level of an item: at its key, its batch, or its serial. */
export interface Gs1Level {
  /** Null if no code has the name. */
  readonly codeId: CodeId | null;
  /** The longer names that begin with this one; null if there are too many. */
  readonly deeper: readonly string[] | null;
  /** When the code got the name: of two codes, the later one has it. */
  readonly revision: number;
}

/** Where levels of an item are looked up. */
export interface Gs1Names {
  readonly host: LinkHost;
  /** The names of the levels, the least specific first. */
  readonly paths: readonly string[];
}

interface LevelRow extends ShortLinkRow {
  readonly name: string;
  readonly code_id: CodeId | null;
  readonly named_at_ms: number;
  readonly deeper: string | null;
}

/** A product may have a million. */
const MOST_NAMES_READ = 100;

/** SQLite uses the index only with its literal condition. */
const BELOW_A_KEY = `host <> '' AND removed_at_ms IS NULL AND path GLOB '[0-9][0-9]*/*/*/*'`;

const DEEPER = `SELECT iif(count(*) = ${MOST_NAMES_READ}, NULL, json_group_array(path))
  FROM (SELECT path FROM link_names
    WHERE ${BELOW_A_KEY}
      AND host = ?1 AND path > level.name || '/' AND path < level.name || '0' LIMIT ${MOST_NAMES_READ})`;

/** Company prefixes have 4 to 12 digits. */
const IS_OF_ANOTHER = `EXISTS (SELECT 1 FROM gs1_prefixes WHERE gs1_prefixes.account_id <> qr_codes.account_id
      AND prefix IN (SELECT substr(?3, 1, value) FROM json_each('[4,5,6,7,8,9,10,11,12]')))`;

/** On the host of an account, its own codes alone count; on the operator's, not those whose prefix is another account's by now. */
const FIND = `SELECT level.name, qr_codes.code_id, coalesce(link_names.created_at_ms, 0) AS named_at_ms, (${DEEPER}) AS deeper,
    ${DOMAIN_COLUMNS}, ${LINK_COLUMNS}
  FROM (SELECT key AS depth, value AS name FROM json_each(?2)) AS level
  LEFT JOIN domains ON domains.host = ?1 AND domains.verified_at_ms IS NOT NULL
  LEFT JOIN link_names ON link_names.path = level.name AND link_names.host = ?1 AND link_names.removed_at_ms IS NULL
  LEFT JOIN qr_codes ON qr_codes.code_id = link_names.code_id
    AND iif(domains.host IS NULL, NOT ${IS_OF_ANOTHER}, qr_codes.account_id = domains.account_id)
  ORDER BY depth`;

/** What the database knows of all levels, and the domain if it is the host of an account, in one query. */
export async function findGs1Levels(lookUp: LookUp, { host, paths }: Gs1Names) {
  const key = readPrintedName(paths[0] ?? '');
  const part = key.ok ? toCompanyPart(key.value) : '';
  const rows = await lookUp.all<LevelRow & LinkDomainRow>(FIND, host, JSON.stringify(paths), part);
  const levels = rows.map(({ name, code_id: codeId, deeper, named_at_ms: revision, ...row }) => {
    const names = deeper === null ? null : (JSON.parse(deeper) as string[]);
    return { name, level: { codeId, deeper: names, revision }, link: codeId === null ? null : readRow(row) };
  });
  const known = levels.filter(({ level: { codeId, deeper } }) => codeId !== null || deeper?.length !== 0);
  return { domain: rows[0]?.domain_account_id ? readDomainRow(rows[0]) : null, levels: known };
}

/** The code of the most specific level that has one. */
export async function findGs1Id(db: D1Database, names: Gs1Names): Promise<CodeId | null> {
  const { levels } = await findGs1Levels(new LookUp(db), names);
  return levels.findLast(({ link }) => link)?.level.codeId ?? null;
}

/** A code of a level around another one. */
interface OwnLevel {
  readonly codeId: CodeId;
  readonly path: ShortCode;
  readonly title: string | null;
}

export interface OwnLevels {
  readonly above: readonly OwnLevel[];
  readonly below: readonly OwnLevel[];
}

/** The most that an owner sees below a code. */
const MOST_LEVELS_SHOWN = 8;

/** The codes of the same account around one: of a GS1 code those of the levels above it, the most specific first, and some of those below it. */
export async function listOwnLevels(
  db: Database,
  { accountId, host, gs1 }: Pick<QrCode, 'accountId' | 'host' | 'gs1'>,
): Promise<OwnLevels> {
  if (!gs1) return { above: [], below: [] };
  const names = gs1.path.map((_, depth) => toPrintedName({ path: gs1.path.slice(0, depth + 1) }));
  const name = names.pop() ?? ('' as ShortCode);
  const rows = await db.all<OwnLevel>(sql`SELECT qr_codes.code_id AS "codeId", level.path, title FROM (
      SELECT path, code_id FROM link_names WHERE host = ${host} AND removed_at_ms IS NULL AND path IN ${listSql(toList(names))}
      UNION ALL SELECT path, code_id FROM (SELECT path, code_id FROM link_names WHERE ${sql.raw(BELOW_A_KEY)}
        AND host = ${host} AND path > ${`${name}/`} AND path < ${`${name}0`} ORDER BY path LIMIT ${MOST_NAMES_READ})
    ) AS level CROSS JOIN qr_codes ON qr_codes.code_id = level.code_id
    WHERE account_id = ${accountId} AND deleted_at_ms IS NULL LIMIT ${names.length + MOST_LEVELS_SHOWN}`);
  const [below, above] = [rows.filter(({ path }) => path.length > name.length), names.reverse()];
  return { above: above.flatMap((known) => rows.find(({ path }) => path === known) ?? []), below };
}

/** Reads a stored `Gs1Level` from the result of `JSON.parse`; null for anything else. */
export function parseGs1Level(value: unknown): Gs1Level | null {
  const { codeId, deeper, revision } = (value ?? {}) as Record<string, unknown>;
  const id = typeof codeId === 'string' ? parseCodeId(codeId) : null;
  const isKnown = (id !== null || codeId === null) && typeof revision === 'number';
  return isKnown && (deeper === null || Array.isArray(deeper)) ? { codeId: id, deeper, revision } : null;
}
