import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { CodeId } from '#core/codes/code-id.ts';
import { REPORT_REASONS } from '#core/abuse/report.ts';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import { DISABLED_FOR } from '#core/abuse/disabled.ts';
import type { HexColor } from '#core/styles/hex-color.ts';
import type { Metadata } from '#core/codes/metadata.ts';
import type { ListPosition } from '#core/lists/position.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import { IMAGE_FORMATS } from '#core/codes/qr-code.ts';
import { CONTENT_TYPES } from '#core/content/content.ts';
import type { Values } from '#core/content/fields/field.ts';
import type { Gs1Identity } from '#core/gs1/identity.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import type { Changes } from '#core/codes/past-edit.ts';
import type { Control } from '#core/control/control.ts';
import type { Origin } from '#core/imports/origin.ts';
import { ownerColumn } from '../accounts/accounts-tables.ts';
import { sql } from '../sql.ts';

/**
 * The tables of codes in D1; docs/storage.md describes all tables. Times are integer milliseconds since 1970, UTC.
 * `npm run migration` turns a change here into a file under migrations/, where every table is STRICT.
 */

/** Every other code is active. */
export const MAY_BE_INACTIVE = '(control IS NOT NULL OR disabled_for IS NOT NULL)';

/**
 * The part of a code's status that only an edit changes: `disabled`, `paused`, `active`; and `varying` if the clock or the number of scans
 * decides. As part of an index it cannot use the clock, and it leaves out the number of scans: each scan would then write the index.
 */
export const STANDING = sql.raw(`CASE
  WHEN disabled_for IS NOT NULL THEN 'disabled'
  WHEN control ->> '$.isPaused' THEN 'paused'
  WHEN control ->> '$.startsAtMs' IS NULL AND control ->> '$.endsAtMs' IS NULL AND control ->> '$.maxScans' IS NULL THEN 'active'
  ELSE 'varying' END`);

/**
 * The image in the middle of a symbol; null if there is none. SQLite matches its indexes by this expression, if the compared value has no
 * affinity (`+`).
 */
export const LOGO_OF_STYLE = sql.raw(`style ->> '$.logo.image'`);

/** The image of a link preview; null if there is none. */
export const IMAGE_OF_PREVIEW = sql.raw(`control ->> '$.preview.image'`);

/** Titles in list order, A–Z regardless of case. */
export const TITLE_ORDER = sql.raw('title COLLATE NOCASE');

/**
 * One row for every code id ever issued. A deleted code stays as a tombstone without target and title: its id is never issued again, and
 * its printed copies get an honest 410.
 */
export const qrCodes = sqliteTable(
  'qr_codes',
  {
    /** List order: see core/lists/position.ts. As the rowid it ends every index, after the index's own columns. */
    position: integer('position').$type<ListPosition>().primaryKey(),
    codeId: text('code_id').$type<CodeId>().notNull().unique(),
    accountId: ownerColumn(),
    type: text('type', { enum: CONTENT_TYPES }).notNull(),
    target: text('target').notNull(),
    /**
     * Where scans lead unless `control` decides otherwise: empty if that is the target itself, so that it is stored once; null for content
     * that is no address. `READ_REDIRECT_TO` reads it.
     */
    redirectTo: text('redirect_to'),
    isDynamic: integer('is_dynamic', { mode: 'boolean' }).notNull(),
    title: text('title'),
    /** Null for black, and for white. */
    colorDark: text('color_dark').$type<HexColor>(),
    colorLight: text('color_light').$type<HexColor>(),
    format: text('format', { enum: IMAGE_FORMATS }).notNull(),
    size: integer('size').notNull(),
    margin: integer('margin').notNull(),
    errorCorrection: text('error_correction', { enum: ERROR_CORRECTION_LEVELS }).notNull(),
    /** Its owner's decisions about its scans, as JSON; null if nothing but the target decides. */
    control: text('control', { mode: 'json' }).$type<Control>(),
    /** Scans that count against the limit, including those from before it was set. */
    scansTaken: integer('scans_taken').notNull().default(0),
    /** Grows with every edit: If-Match compares it. */
    revision: integer('revision').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    /** The id of the person or API key that created it; null in a tombstone. */
    createdBy: text('created_by'),
    updatedAtMs: integer('updated_at_ms').notNull(),
    deletedAtMs: integer('deleted_at_ms'),
    /** Set once both images are known to be deleted; the sweep looks for tombstones without it. */
    imagesDeletedAtMs: integer('images_deleted_at_ms'),
    /** Why the operator has disabled the code; null if scans are redirected. Only the operator sees the words. */
    disabledFor: text('disabled_for', { enum: DISABLED_FOR }),
    disabledReason: text('disabled_reason'),
    externalId: text('external_id'),
    /** Ids of its tags as a JSON array; null if it has none. Triggers copy them to `code_tags`. */
    tagIds: text('tags'),
    /** Its owner's metadata; null if there is none. Triggers copy it to `code_metadata`. */
    metadata: text('metadata', { mode: 'json' }).$type<Metadata>(),
    /** Hidden from lists; scans are still redirected. */
    isArchived: integer('is_archived', { mode: 'boolean' }).notNull().default(false),
    /** Its past in the service that it was imported from, as JSON: when it was created there, and its scans. */
    origin: text('origin', { mode: 'json' }).$type<Origin>(),
    /** Its printed host and short code stay in the tombstone. Null for the operator's host; null if its id is printed. */
    host: text('host').$type<LinkHost>(),
    shortCode: text('short_code').$type<ShortCode>(),
    /** The paths of the names that were added to it, one a line: what a search finds. Triggers on `link_names` write it. */
    addedPaths: text('added_paths'),
    symbolVersion: integer('symbol_version').notNull(),
    /** The sum of its `scan_days` and its last scan there: the sort keys of lists. Triggers on `scan_days` write both. */
    scansRolledUp: integer('scans_rolled_up').notNull().default(0),
    lastScanAtMs: integer('last_scan_at_ms'),
    /** The look of its symbol besides its colours, as JSON; null for plain squares. */
    style: text('style', { mode: 'json' }).$type<CodeStyle>(),
    /** The target by fields, as JSON: what a scan shows. Null where the target alone tells it. */
    content: text('content', { mode: 'json' }).$type<Values>(),
    /** What a GS1 code identifies, as JSON. */
    gs1: text('gs1', { mode: 'json' }).$type<Gs1Identity>(),
  },
  (table) => [
    // Lists of both states, and of both kinds, merge its stretches.
    index('qr_codes_filed')
      .on(table.accountId, table.isArchived, table.isDynamic)
      .where(sql`deleted_at_ms IS NULL`),
    // If two codes want one external id, one gets it; deleting a code frees its external id.
    uniqueIndex('qr_codes_by_external_id')
      .on(table.accountId, table.externalId)
      .where(sql`deleted_at_ms IS NULL AND external_id IS NOT NULL`),
    // Covers codes that are not active: every other code is active.
    index('qr_codes_by_standing')
      .on(table.accountId, STANDING)
      .where(sql.raw(`deleted_at_ms IS NULL AND ${MAY_BE_INACTIVE}`)),
    index('qr_codes_by_update')
      .on(table.accountId, table.updatedAtMs)
      .where(sql`deleted_at_ms IS NULL`),
    index('qr_codes_by_scans')
      .on(table.accountId, table.scansRolledUp)
      .where(sql`deleted_at_ms IS NULL`),
    // Codes that were never scanned have no entry: the index above has them.
    index('qr_codes_by_last_scan')
      .on(table.accountId, table.lastScanAtMs)
      .where(sql`deleted_at_ms IS NULL AND last_scan_at_ms IS NOT NULL`),
    index('qr_codes_by_title')
      .on(table.accountId, TITLE_ORDER)
      .where(sql`deleted_at_ms IS NULL`),
    // Covers only edits and deletions: creations are found by position, and have no entry here.
    index('qr_codes_by_edit')
      .on(table.updatedAtMs)
      .where(sql`revision > 1`),
    // Lists of a type merge its two stretches.
    index('qr_codes_by_type_and_dynamic')
      .on(table.accountId, table.type, table.isDynamic)
      .where(sql`deleted_at_ms IS NULL`),
    // Covers only the codes that are drawn with an image.
    index('qr_codes_by_logo')
      .on(table.accountId, LOGO_OF_STYLE)
      .where(sql`deleted_at_ms IS NULL AND ${LOGO_OF_STYLE} IS NOT NULL`),
    // Covers only the codes whose link preview has an image.
    index('qr_codes_by_preview')
      .on(table.accountId, IMAGE_OF_PREVIEW)
      .where(sql`deleted_at_ms IS NULL AND ${IMAGE_OF_PREVIEW} IS NOT NULL`),
    // Covers only the codes that open files.
    index('qr_codes_by_file')
      .on(table.accountId, table.target)
      .where(sql`deleted_at_ms IS NULL AND type = 'file'`),
    // Covers only the codes of domains.
    index('qr_codes_by_host')
      .on(table.accountId, table.host)
      .where(sql`deleted_at_ms IS NULL AND host IS NOT NULL`),
    // Covers only the deleted codes of domains, whose printed names count when a domain is deleted.
    index('qr_codes_deleted_by_host')
      .on(table.accountId, table.host)
      .where(sql`deleted_at_ms IS NOT NULL AND host IS NOT NULL`),
    index('qr_codes_with_images_to_delete')
      .on(table.deletedAtMs)
      .where(sql`deleted_at_ms IS NOT NULL AND images_deleted_at_ms IS NULL`),
    index('qr_codes_with_scans_to_forget')
      .on(table.accountId)
      .where(sql`deleted_at_ms IS NOT NULL AND last_scan_at_ms IS NOT NULL`),
  ],
);

/** An account's tag in the spelling of its first use. It exists as long as a code has it: triggers on `code_tags` count and delete. */
export const tags = sqliteTable(
  'tags',
  {
    id: integer('id').primaryKey(),
    accountId: ownerColumn(),
    /** Its name with A–Z folded: two tags of an account never differ only in case. Null once it is deleted while codes still have it. */
    key: text('key'),
    name: text('name').notNull(),
    /** Number of its codes, including archived ones. */
    codes: integer('codes').notNull(),
    /** The tag that replaces it on its codes. Until none is left, they keep showing its own name. */
    mergedInto: integer('merged_into'),
  },
  (table) => [
    uniqueIndex('tags_by_key').on(table.accountId, table.key),
    // Covers the tags that the cron must finish, and those that must stay while another one is merged into them.
    index('tags_leaving')
      .on(table.id)
      .where(sql`merged_into IS NOT NULL OR key IS NULL`),
    index('tags_by_merge')
      .on(table.mergedInto)
      .where(sql`merged_into IS NOT NULL`),
  ],
);

/** The codes of each tag, in list order. Without rowid. Triggers on `qr_codes` write it. */
export const codeTags = sqliteTable(
  'code_tags',
  {
    tagId: integer('tag_id').notNull(),
    position: integer('position').$type<ListPosition>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tagId, table.position] })],
);

/** The codes of each metadata value, in list order. Without rowid. Triggers on `qr_codes` write it. */
export const codeMetadata = sqliteTable(
  'code_metadata',
  {
    accountId: text('account_id').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
    position: integer('position').$type<ListPosition>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key, table.value, table.position] })],
);

/**
 * The names of codes besides their ids: a name leads to one code, living or deleted. A printed one does so for ever, and a trigger on
 * `qr_codes` writes it. One that was taken off its code leads nowhere and stays, so that no other account gets it. Another trigger says whom
 * a name gives way to. Without rowid.
 */
export const linkNames = sqliteTable(
  'link_names',
  {
    path: text('path').$type<ShortCode>().notNull(),
    /** Empty for the operator's. */
    host: text('host').$type<LinkHost | ''>().notNull(),
    codeId: text('code_id')
      .$type<CodeId>()
      .notNull()
      .references(() => qrCodes.codeId),
    /** When the owner gave it to the code; null for the printed one. */
    createdAtMs: integer('created_at_ms'),
    /** When the owner took it off the code; null while it leads there. */
    removedAtMs: integer('removed_at_ms'),
  },
  // The path first: searches know no host.
  (table) => [
    primaryKey({ columns: [table.path, table.host] }),
    index('link_names_by_code')
      .on(table.codeId, table.createdAtMs, table.path)
      .where(sql`created_at_ms IS NOT NULL AND removed_at_ms IS NULL`),
    // Covers only the added names on hosts of accounts.
    index('link_names_by_host')
      .on(table.host)
      .where(sql`host <> '' AND created_at_ms IS NOT NULL AND removed_at_ms IS NULL`),
    // Covers only the names below the keys of GS1 codes: batches and serials.
    index('link_names_below_keys')
      .on(table.host, table.path)
      .where(sql`host <> '' AND removed_at_ms IS NULL AND path GLOB '[0-9][0-9]*/*/*/*'`),
  ],
);

/** The edits of living codes and their editors: written in the transaction of the change, deleted with the code. */
export const qrCodeEdits = sqliteTable(
  'qr_code_edits',
  {
    id: integer('id').primaryKey(),
    codeId: text('code_id')
      .$type<CodeId>()
      .notNull()
      .references(() => qrCodes.codeId),
    editedAtMs: integer('edited_at_ms').notNull(),
    /** The id of a person or of an API key. */
    editorId: text('editor_id').notNull(),
    /** `{field: [before, after]}` of the fields that changed. */
    changes: text('changes', { mode: 'json' }).$type<Changes>().notNull(),
    /** The number of edits in this entry: the oldest entry stands for all those that the plan does not keep. */
    edits: integer('edits').notNull().default(1),
  },
  (table) => [index('qr_code_edits_by_code').on(table.codeId)],
);

/** Responses to requests with an Idempotency-Key, kept for a day. The batch that stores the codes also stores the response. */
export const idempotentResponses = sqliteTable(
  'idempotent_responses',
  {
    accountId: ownerColumn(),
    key: text('key').notNull(),
    /** SHA-256 of method, path and body, in hex. */
    requestHash: text('request_hash').notNull(),
    body: text('body').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotent_responses_by_age').on(table.createdAtMs),
  ],
);

/** Keys of requests in progress. A lock from a Worker that died expires after a minute. */
export const idempotencyLocks = sqliteTable(
  'idempotency_locks',
  {
    accountId: ownerColumn(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    lockedAtMs: integer('locked_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotency_locks_by_age').on(table.lockedAtMs),
  ],
);

/** Hosts to which no code may lead; this includes their subdomains: `npm run blocklist`. */
export const blockedHosts = sqliteTable('blocked_hosts', {
  /** As a URL parser writes it: in lower case and punycode. */
  host: text('host').primaryKey(),
  addedAtMs: integer('added_at_ms').notNull(),
});

/**
 * Reports by strangers about codes, and about hosts of accounts, from the page `/report/<code id>`: see docs/operations.md. Nothing identifies the reporter except the
 * address that they gave.
 */
export const abuseReports = sqliteTable(
  'abuse_reports',
  {
    id: integer('id').primaryKey(),
    /** Null if the report is about a host. */
    codeId: text('code_id')
      .$type<CodeId>()
      .references(() => qrCodes.codeId),
    /** Null if the report is about a code. */
    host: text('host').$type<LinkHost>(),
    reportedAtMs: integer('reported_at_ms').notNull(),
    reason: text('reason', { enum: REPORT_REASONS }).notNull(),
    note: text('note'),
    email: text('email'),
    /** When the operator got mail about it. */
    mailedAtMs: integer('mailed_at_ms'),
    /** When the operator closed it. */
    closedAtMs: integer('closed_at_ms'),
  },
  (table) => [
    index('abuse_reports_by_code').on(table.codeId, table.reportedAtMs),
    index('abuse_reports_by_host')
      .on(table.host, table.reportedAtMs)
      .where(sql`host IS NOT NULL`),
    index('abuse_reports_by_age').on(table.reportedAtMs),
    index('abuse_reports_to_mail')
      .on(table.reportedAtMs)
      .where(sql`mailed_at_ms IS NULL AND closed_at_ms IS NULL`),
  ],
);
