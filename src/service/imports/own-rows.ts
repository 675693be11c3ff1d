import { toTimestamp } from '#contract/codes/control.ts';
import { toFields } from '#contract/resources.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { EditRequest } from '#core/codes/code-request.ts';
import { changedTexts, OWN_TEXT_FIELDS, type OwnTexts, writeOwnTexts } from '#core/codes/own-texts.ts';
import { changeFiling } from '#core/codes/filing.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { EMPTIED } from '#core/imports/columns.ts';
import type { RowChange } from '#core/imports/import-job.ts';
import type { Origin } from '#core/imports/origin.ts';
import type { ImportRow } from '#core/imports/row.ts';
import { formatTags } from '#core/imports/values.ts';
import { isObject } from '#core/is-object.ts';
import { printedAddress } from '#core/links/link-address.ts';
import type { EarlierState } from '#storage/imports/files.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import { readControl } from '../codes/control.ts';
import type { Dependencies } from '../dependencies.ts';
import { toCell } from '../exports/codes.ts';

/** Rows that name a code of the account by its id, as those of an export do that somebody has edited. */

/** A row, and the code that it names by its id; null if it names none of the account's. */
export interface ResolvedRow {
  readonly row: ImportRow;
  readonly own: QrCode | null;
}

/** Finds the codes that rows name by their ids. A row with the id of nobody, or of somebody else, is a new code, and says so. */
export async function resolveRows(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  rows: readonly ImportRow[],
): Promise<readonly ResolvedRow[]> {
  const codeIds = rows.flatMap(({ codeId }) => codeId ?? []);
  const codes = codeIds.length === 0 ? [] : await findQrCodes(db, accountId, codeIds);
  const byId = new Map<CodeId, QrCode>(codes.map((code) => [code.codeId, code]));
  return rows.map((row) => {
    // A file that was stored by an earlier version has no ids.
    const own = (row.codeId && byId.get(row.codeId)) ?? null;
    if (own) return { row: { ...row, body: toOwnBody(row, own), origin: null }, own };
    const warnings = row.codeId ? [UNKNOWN_ID, ...row.warnings] : row.warnings;
    return { row: { ...row, warnings }, own };
  });
}

const UNKNOWN_ID = { code: 'unknown_id', values: {} } as const;

/** The body of a row names its code: it does not clear the name. */
const { external_id: _name, ...CLEARED } = EMPTIED;

/** The fields among them that a static code has. */
const OF_STATIC: ReadonlySet<string> = new Set([...OWN_TEXT_FIELDS, 'tags', 'metadata']);

/**
 * The body of a row about an existing code. An empty cell clears its field, and metadata is the whole of it. A short link is left out where it is the code's;
 * any other is a difference from the print. A text that differs only in white space is the code's: spreadsheets write line breaks of their own.
 */
function toOwnBody({ body, emptied, isNamed }: ImportRow, code: QrCode): ImportRow['body'] {
  const { external_id: externalId, domain = null, short_code: path, metadata, ...rest } = body;
  const printed = printedAddress(code);
  const isPrinted = path === undefined || (domain === printed.host && isSamePath(path, printed));
  const cleared = Object.entries(CLEARED).filter(
    ([field]) => emptied.includes(field as never) && (code.isDynamic || OF_STATIC.has(field)),
  );
  const texts = { target: code.target, ...writeOwnTexts(code) };
  const same = Object.entries(texts).filter(
    ([field, text]) => text !== null && spaceless(rest[field]) === spaceless(text),
  );
  return {
    ...rest,
    ...Object.fromEntries([...cleared, ...same]),
    ...(isPrinted ? {} : { domain, short_code: path }),
    ...(isObject(metadata) ? { metadata: { ...forgetKeys(code), ...metadata } } : { metadata }),
    ...(emptied.includes('metadata') ? { metadata: null } : {}),
    // Otherwise it is the name that a new code would get.
    ...(isNamed ? { external_id: externalId } : {}),
  };
}

function isSamePath(path: unknown, printed: ReturnType<typeof printedAddress>): boolean {
  const text = String(path);
  return (printed.host === null ? text.toLowerCase() : text) === printed.path;
}

function spaceless(text: unknown): unknown {
  return typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : text;
}

function forgetKeys({ metadata }: QrCode): Record<string, null> {
  return Object.fromEntries(Object.keys(metadata).map((key) => [key, null]));
}

/** How an edit would change a code, field by field. An edit that cannot be shows what it can change. */
export function listChanges(
  deps: Dependencies,
  code: QrCode,
  edit: EditRequest,
  origin?: Origin | null,
): readonly RowChange[] {
  const before = toCells(code);
  const after = toCells(foreseeEdit(deps, code, edit, origin));
  return before.flatMap(([field, from], i) => {
    const to = after[i]?.[1] ?? null;
    return from === to ? [] : [{ field, from, to }];
  });
}

/** The code as an edit would leave it, as far as the edit can be. */
function foreseeEdit(
  deps: Dependencies,
  code: QrCode,
  { target, control, filing, ...texts }: EditRequest,
  origin?: Origin | null,
): QrCode {
  const controlled = control ? readControl(deps, code.control, control) : null;
  const filed = filing ? changeFiling(code, filing) : null;
  return {
    ...code,
    ...(target === undefined ? {} : { target }),
    ...(changedTexts(code, texts) as Partial<OwnTexts>),
    ...(controlled?.ok ? { control: controlled.value } : {}),
    ...(filed?.ok ? filed.value : {}),
    ...(origin === undefined ? {} : { origin }),
  };
}

/** What a code is before an edit changes it, to be restored later. */
export function toEarlierState(
  deps: Dependencies,
  code: QrCode,
  edit: EditRequest,
  origin: Origin | null,
): EarlierState {
  const [before, after] = [toFields(code), toFields(foreseeEdit(deps, code, edit))];
  const changed = Object.entries(before).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(after[field]),
  );
  const fields = Object.fromEntries(changed);
  // Metadata is merged: keys that came with the edit go.
  const metadata = {
    ...Object.fromEntries(Object.keys(after['metadata'] as object).map((key) => [key, null])),
    ...code.metadata,
  };
  return {
    codeId: code.codeId,
    revision: code.revision + (changed.length > 0 ? 1 : 0) + (origin ? 1 : 0),
    fields: 'metadata' in fields ? { ...fields, metadata } : fields,
    ...(origin ? { origin: code.origin } : {}),
  };
}

/** The fields that an import can change, as the cells of an export. */
function toCells(code: QrCode): readonly (readonly [field: string, cell: RowChange['to']])[] {
  const cells = {
    ...toFields(code),
    tags: code.tags.length === 0 ? null : formatTags(code.tags),
    original_created_at: toTimestamp(code.origin?.createdAtMs),
    imported_scans: code.origin?.scans ?? null,
  };
  return Object.entries(cells).map(([field, value]) => [field, toCell(value)]);
}
