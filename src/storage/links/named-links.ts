import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import type { LinkAddress, LinkHost } from '#core/links/link-address.ts';
import {
  DOMAIN_COLUMNS,
  type LinkDomain,
  type LinkDomainRow,
  readDomainRow,
} from '../domains/link-domains.ts';
import { LookUp } from './look-up.ts';
import { LINK_COLUMNS, readRow, type ShortLink, type ShortLinkRow } from './short-links.ts';

export interface NamedCode {
  readonly codeId: CodeId;
  /** Whether it stays with its code as an id does: a printed name on the operator's host. Any other may be taken away, or its host may. */
  readonly isForEver: boolean;
  /** When the code got the name: of two codes, the later one has it. */
  readonly revision: number;
}

export interface NamedLink {
  readonly code: NamedCode;
  readonly link: ShortLink;
}

interface NamedRow extends ShortLinkRow {
  readonly code_id: CodeId;
  readonly named_at_ms: number;
  readonly is_for_ever: number;
}

const FIND_NAMED = `SELECT code_id, coalesce(link_names.created_at_ms, 0) AS named_at_ms, link_names.created_at_ms IS NULL AS is_for_ever, ${LINK_COLUMNS}
  FROM link_names JOIN qr_codes USING (code_id) WHERE path = ? AND link_names.host = ? AND removed_at_ms IS NULL`;
const FIND_ID = `SELECT code_id FROM link_names WHERE path = ? AND host = ? AND removed_at_ms IS NULL`;

/** A name comes before an id. A domain does not serve codes of other accounts. */
const FIND_HOSTED = `SELECT ${DOMAIN_COLUMNS}, qr_codes.code_id, coalesce(link_names.created_at_ms, 0) AS named_at_ms,
    0 AS is_for_ever, ${LINK_COLUMNS}
  FROM domains
  LEFT JOIN link_names ON link_names.path = ?2 AND link_names.host = ?1 AND removed_at_ms IS NULL
  LEFT JOIN qr_codes ON qr_codes.code_id = coalesce(link_names.code_id, ?3) AND qr_codes.account_id = domains.account_id
  WHERE domains.host = ?1 AND domains.verified_at_ms IS NOT NULL`;

/** The code with a name on the operator's host, and its short link, in one query; null if no code has or had it. */
export async function findNamedLink(lookUp: LookUp, { path }: LinkAddress): Promise<NamedLink | null> {
  const row = await lookUp.first<NamedRow>(FIND_NAMED, path, '');
  return row && toNamedLink(row);
}

/** The domain of a host, and the code that its path names, in one query. */
export async function findHostedLink(
  lookUp: LookUp,
  { host, path }: LinkAddress & { readonly host: LinkHost },
): Promise<{ readonly domain: LinkDomain | null; readonly named: NamedLink | null }> {
  const row = await lookUp.first<LinkDomainRow & { [column in keyof NamedRow]: NamedRow[column] | null }>(
    FIND_HOSTED,
    host,
    path,
    parseCodeId(path),
  );
  if (!row) return { domain: null, named: null };
  const named = row.code_id === null ? null : toNamedLink(row as NamedRow);
  return { domain: readDomainRow(row), named };
}

function toNamedLink(row: NamedRow): NamedLink {
  const code = { codeId: row.code_id, isForEver: row.is_for_ever === 1, revision: row.named_at_ms };
  return { code, link: readRow(row) };
}

/** The id of the code with a name; null if no code has or had it. */
export async function findNamedId(db: D1Database, { host, path }: LinkAddress): Promise<CodeId | null> {
  if (host !== null) return (await findHostedLink(new LookUp(db), { host, path })).named?.code.codeId ?? null;
  return db.prepare(FIND_ID).bind(path, '').first<CodeId>('code_id');
}

/** Reads a stored `NamedCode` from the result of `JSON.parse`; null for anything else. */
export function parseNamedCode(value: unknown): NamedCode | null {
  const { codeId, isForEver, revision } = (value ?? {}) as Record<string, unknown>;
  const id = typeof codeId === 'string' ? parseCodeId(codeId) : null;
  return id && typeof isForEver === 'boolean' && typeof revision === 'number'
    ? { codeId: id, isForEver, revision }
    : null;
}
