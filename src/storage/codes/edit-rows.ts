import { isNull, type SQL } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import type { Metadata } from '#core/codes/metadata.ts';
import type { ExpectedRevisions, QrCode } from '#core/codes/qr-code.ts';
import type { Control } from '#core/control/control.ts';
import type { FileId } from '#core/files/file-id.ts';
import { OWN_TEXT_NAMES, type OwnTextsRequest, requireOwnTexts } from '#core/codes/own-texts.ts';
import { toTagKey } from '#core/codes/tags.ts';
import { qrCodes } from './codes-tables.ts';
import { orNull, storeTarget } from './qr-codes.ts';
import { tagIdsSql } from './tags.ts';
import { cutForLists, tableOf, toList } from '../json-list.ts';
import { allOf, columnsOf, sql } from '../sql.ts';

/**
 * Edits of many codes as one JSON parameter, which every statement reads as the table `edit`: a bulk needs as many statements as a single
 * edit. Each edit has its own fields; a field that it lacks keeps the value of the column.
 */

/** The editable fields of a code. An absent field stays unchanged. */
export interface QrCodeEdit extends OwnTextsRequest {
  readonly target?: Pick<QrCode, 'target' | 'redirectTo' | 'content'> & {
    /** The file that it opens; null if it opens none. */
    readonly file: FileId | null;
  };
  /** Present if they change, and then valid only for the revision that they were read at, because each is one value. */
  readonly tags?: readonly string[];
  readonly metadata?: Metadata;
  readonly isArchived?: boolean;
  /** Null if nothing but the target decides. If it sets a limit, the scans so far. */
  readonly control?: { readonly control: Control | null; readonly scansTaken?: number };
}

export interface CodeEdit {
  readonly codeId: CodeId;
  readonly edit: QrCodeEdit;
  /** Null for any revision. */
  readonly expected: ExpectedRevisions | null;
}

const COLUMNS = {
  ...columnsOf(qrCodes, 'target', 'redirectTo', 'content', ...OWN_TEXT_NAMES),
  tags: qrCodes.tagIds,
  ...columnsOf(qrCodes, 'metadata', 'isArchived', 'control', 'scansTaken'),
};

export type EditField = keyof typeof COLUMNS;
const FIELDS = Object.keys(COLUMNS) as EditField[];

export interface EditRows {
  readonly accountId: string;
  /** `edit`: its `value` is an edit as JSON. */
  readonly edits: SQL;
  /** `edit` without the values that it sets. */
  readonly names: SQL;
  /** Which edits apply to a row of `qr_codes`, in a query of both tables. */
  readonly isEdited: SQL;
  /** The fields that at least one edit has. */
  readonly fields: ReadonlySet<EditField>;
}

export function toEditRows(accountId: string, edits: readonly CodeEdit[]): EditRows {
  const rows = edits.map(toRow);
  return {
    accountId,
    edits: toTable(rows),
    names: toTable(rows.map(({ codeId, revisions, isForDynamic }) => ({ codeId, revisions, isForDynamic }))),
    isEdited: allOf(
      sql`${qrCodes.codeId} = edit.value ->> '$.codeId'`,
      // The plus makes SQLite look the ids up instead of walking all codes of the account.
      sql`+${qrCodes.accountId} = ${accountId}`,
      isNull(qrCodes.deletedAtMs),
      // Only the title and filing of a static code can change: its symbol holds the target.
      sql`${qrCodes.isDynamic} >= edit.value ->> '$.isForDynamic'`,
      sql`(json_type(edit.value, '$.revisions') = 'null'
        OR ${qrCodes.revision} IN (SELECT one.value FROM json_each(edit.value, '$.revisions') AS one))`,
    ),
    fields: new Set(FIELDS.filter((field) => rows.some(({ values }) => values[field] !== undefined))),
  };
}

/** What a column holds before its edit. */
export function valueBefore(field: EditField): SQL {
  return sql`${COLUMNS[field]}`;
}

/** What it holds afterwards. */
export function valueAfter({ accountId, fields }: EditRows, field: EditField): SQL {
  if (!fields.has(field)) return valueBefore(field);
  const path = sql.raw(`'$.values.${field}'`);
  const value =
    field === 'tags'
      ? tagIdsSql(accountId, sql`json_each(edit.value, ${path})`)
      : sql`edit.value ->> ${path}`;
  return sql`iif(json_type(edit.value, ${path}) IS NOT NULL, ${value}, ${COLUMNS[field]})`;
}

/** Whether an edit changes what a column holds. */
export function changes(rows: EditRows, field: EditField): SQL | undefined {
  return rows.fields.has(field) ? sql`${COLUMNS[field]} IS NOT ${valueAfter(rows, field)}` : undefined;
}

/** Cuts edits into slices, each for one transaction. */
export function sliceEdits(edits: readonly CodeEdit[]): CodeEdit[][] {
  return cutForLists(edits, toRow);
}

function toTable(rows: readonly unknown[]): SQL {
  return sql`${tableOf(toList(rows))} AS edit`;
}

function toRow({ codeId, edit, expected }: CodeEdit) {
  const { target, control, tags, metadata, isArchived, ...rest } = edit;
  const isForDynamic = Number(target !== undefined || control !== undefined);
  const values: { readonly [Field in EditField]?: unknown } = {
    ...(target && { ...storeTarget(target), content: toText(target.content) }),
    ...requireOwnTexts(rest),
    tags: tags?.map(toTagKey),
    // As the text that the column holds.
    metadata: metadata && toText(orNull(metadata)),
    isArchived,
    control: control && toText(control.control),
    scansTaken: control?.scansTaken,
  };
  return { codeId, revisions: expected && [...expected], isForDynamic, values };
}

function toText(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
