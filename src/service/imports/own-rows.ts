import { toShownLinks } from '#contract/gs1/links.ts';
import { toFields } from '#contract/resources.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { EditRequest } from '#core/codes/code-request.ts';
import { changedTexts, OWN_TEXT_FIELDS, type OwnTexts, writeOwnTexts } from '#core/codes/own-texts.ts';
import { changeFiling } from '#core/codes/filing.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { EMPTIED } from '#core/imports/columns.ts';
import { hasLostDigits, isShownAs, listMeant } from '#core/imports/digits.ts';
import type { RowChange } from '#core/imports/import-job.ts';
import { isOfUrl, withDynamic } from '#core/imports/read-fields.ts';
import type { RowProblem } from '#core/imports/row-problem.ts';
import type { ImportRow } from '#core/imports/row.ts';
import { formatTags } from '#core/imports/values.ts';
import { isObject } from '#core/is-object.ts';
import { MAX_NAMES } from '#core/links/added-name.ts';
import { type LinkAddress, printedAddress, toAddressKey, toShortUrl } from '#core/links/link-address.ts';
import type { EarlierState } from '#storage/imports/files.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import { findByExternalIds, findIdsByExternalIds } from '#storage/codes/qr-codes.ts';
import { listAddedNamesOf } from '#storage/links/names.ts';
import { readControl } from '../codes/control.ts';
import type { Dependencies } from '../dependencies.ts';
import { toCell } from '../exports/codes.ts';

/** Rows that name a code of the account, as those of an export do that somebody has edited. */

/** A row, and the code that it names; null if it names none of the account's. */
export interface ResolvedRow {
  readonly row: ImportRow;
  readonly code: QrCode | null;
  /** Whether the row names it by its id. */
  readonly isOwn: boolean;
  /** How many names the code can still be given. Those of the row are new to it. */
  readonly room: number;
}

/**
 * Finds the codes that rows name by their ids or external ids. Such a row says nothing of the code's past, and may leave out what the code
 * leads to. A row with the id of nobody, or of somebody else, is a new code, and says so.
 */
export async function resolveRows(
  { db, budget, shortUrlBase }: Pick<Dependencies, 'db' | 'budget' | 'shortUrlBase'>,
  accountId: string,
  rows: readonly ImportRow[],
): Promise<readonly ResolvedRow[]> {
  const codeIds = rows.flatMap(({ codeId }) => codeId ?? []);
  const codes = codeIds.length === 0 ? [] : await findQrCodes(db, accountId, codeIds);
  const byId = new Map<CodeId | null, QrCode>(codes.map((code) => [code.codeId, code]));
  const others = rows.filter(({ codeId }) => !byId.has(codeId));
  const found = await findByExternalIds(db, accountId, others.map(toName));
  const byName = new Map(found.map((code) => [code.externalId, code]));
  const held = await listAddedNamesOf(
    db,
    rows.some(({ names }) => names.length > 0) ? [...codes, ...found].map(({ codeId }) => codeId) : [],
  );
  const unnamed = others.filter((row) => !byName.has(row.externalId));
  const taken = await findIdsByExternalIds(db, accountId, unnamed.flatMap(listMeantNames));
  return rows.map((row) => {
    const own = byId.get(row.codeId) ?? null;
    const code = own ?? byName.get(row.externalId) ?? null;
    const lost = own ? null : findLostDigits(row, code ? new Set() : taken);
    const read = own ? toOwnRow(row, own) : row;
    const problems = [...read.problems, ...(lost ? [lost] : []), ...(code ? [] : row.pastProblems)];
    const warnings = row.codeId && !own ? [UNKNOWN_ID, ...row.warnings] : [...read.warnings];
    const whole = code ? fillIn(read.body, code) : withDynamic(read.body, { isDynamic: isOfUrl(read.body) });
    const filled = withLinks(whole, row, own, code);
    // Of a cell that shows no name, one problem is enough.
    const body = lost?.field === 'external_id' ? { ...filled, external_id: ANY_NAME } : filled;
    const origin = code ? null : row.origin;
    const added = held.get(code?.codeId as CodeId) ?? [];
    const given = code ? row.names.filter(isNotOneOf([printedAddress(code), ...added])) : row.names;
    const most = budget.imports.names;
    const [names, rest] = [given.slice(0, most), given.slice(most)];
    if (rest.length > 0)
      warnings.push({
        code: 'names_too_many',
        values: { most, names: rest.map((name) => toShortUrl(shortUrlBase, name)).join(' ') },
      });
    const room =
      MAX_NAMES - added.length - ((code ? code.shortCode : (body['short_code'] ?? body['gs1'])) ? 1 : 0);
    return { row: { ...read, body, origin, problems, warnings, names }, code, isOwn: own !== null, room };
  });
}

function isNotOneOf(addresses: readonly LinkAddress[]): (address: LinkAddress) => boolean {
  const keys = new Set(addresses.map(toAddressKey));
  return (address) => !keys.has(toAddressKey(address));
}

function toName({ externalId }: ImportRow): string {
  return externalId;
}

/** The names that a row may mean whose spreadsheet shows digits in its way. */
function listMeantNames({ externalId, cell }: ImportRow): readonly string[] {
  if (!cell || !externalId.endsWith(cell.text)) return [];
  const prefix = externalId.slice(0, -cell.text.length);
  return listMeant(cell.text).map((text) => prefix + text);
}

/** Under a name that a spreadsheet has changed, the row would make a second code of what has one already. */
function findLostDigits(row: ImportRow, taken: Pick<ReadonlySet<string>, 'has'>): RowProblem | null {
  const { cell } = row;
  if (!cell) return null;
  if (hasLostDigits(cell.text))
    return { code: 'digits_lost', field: cell.field, values: { cell: cell.text } };
  const externalId = listMeantNames(row).find((name) => taken.has(name));
  return externalId === undefined
    ? null
    : { code: 'digits_changed', field: cell.field, values: { externalId } };
}

/** A code keeps an external id of digits that the row has as its spreadsheet shows them. */
function toOwnRow(row: ImportRow, code: QrCode): ImportRow {
  const { externalId } = code;
  const body = toOwnBody(row, code);
  if (externalId === null || !row.isNamed || !isShownAs(externalId, row.externalId)) return { ...row, body };
  const kept = { code: 'external_id_kept', values: { externalId } } as const;
  return { ...row, body: { ...body, external_id: externalId }, warnings: [kept, ...row.warnings] };
}

/** What the row of a code leaves out, and the checks of a create ask for. */
function fillIn(body: ImportRow['body'], code: QrCode): ImportRow['body'] {
  const { type, target } = code;
  const isSaid = body['target'] !== undefined || body['content'] !== undefined;
  return withDynamic({ type, ...(isSaid ? {} : { target }), ...body }, code);
}

/** The links of the row's columns in place of those of their types and languages. A column `links` has all others. */
function withLinks(
  body: ImportRow['body'],
  { links: columns = [], emptied }: ImportRow,
  own: QrCode | null,
  code: QrCode | null,
): ImportRow['body'] {
  const nameColumn = (type: string, language?: string) =>
    ['link', type, ...(language ? [language] : [])].join(':');
  const named = new Set<string>([
    ...columns.map(({ type, languages }) => nameColumn(type, languages[0])),
    ...(own?.gs1 ? emptied.filter((field) => field.startsWith('link:')) : []),
  ]);
  if (named.size === 0) return body;
  const { links } = body;
  const kept = (toShownLinks(code?.control?.links) ?? []).flatMap((link) => {
    const languages = link.languages.filter((language) => !named.has(nameColumn(link.type, language)));
    if (languages.length > 0) return Object.assign({}, link, { languages });
    return link.languages.length > 0 || named.has(nameColumn(link.type)) ? [] : link;
  });
  return {
    ...body,
    links: [...(links === undefined ? kept : Array.isArray(links) ? links : []), ...columns],
  };
}

const ANY_NAME = '-';

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
export function listChanges(deps: Dependencies, code: QrCode, edit: EditRequest): readonly RowChange[] {
  const before = toCells(code);
  const after = toCells(foreseeEdit(deps, code, edit));
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
): QrCode {
  const controlled = control ? readControl(deps, code.control, control) : null;
  const filed = filing ? changeFiling(code, filing) : null;
  return {
    ...code,
    ...(target === undefined ? {} : { target }),
    ...(changedTexts(code, texts) as Partial<OwnTexts>),
    ...(controlled?.ok ? { control: controlled.value } : {}),
    ...(filed?.ok ? filed.value : {}),
  };
}

/** What a code is before an edit changes it, to be restored later. */
export function toEarlierState(deps: Dependencies, code: QrCode, edit: EditRequest): EarlierState {
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
    revision: code.revision + (changed.length > 0 ? 1 : 0),
    fields: 'metadata' in fields ? { ...fields, metadata } : fields,
  };
}

/** The fields that an import can change, as the cells of an export. */
function toCells(code: QrCode): readonly (readonly [field: string, cell: RowChange['to']])[] {
  const cells = {
    ...toFields(code),
    tags: code.tags.length === 0 ? null : formatTags(code.tags),
  };
  return Object.entries(cells).map(([field, value]) => [field, toCell(value)]);
}
