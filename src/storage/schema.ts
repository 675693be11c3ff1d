import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { KEY_SCOPES, ROLES } from '../core/account.ts';
import type { CodeId } from '../core/code-id.ts';
import { CONTENT_TYPES } from '../core/content.ts';
import { DEVICES } from '../core/device.ts';
import { ERROR_CORRECTION_LEVELS } from '../core/error-correction.ts';
import type { HexColor } from '../core/hex-color.ts';
import type { ListPosition } from '../core/list-position.ts';
import type { Plan } from '../core/plan.ts';
import { IMAGE_FORMATS } from '../core/qr-code.ts';

/**
 * The tables of D1, described for people in docs/storage.md. Times are integer milliseconds since 1970, UTC.
 * `npm run migration` turns a change here into a file under migrations/, where every table is STRICT.
 */
export const accounts = sqliteTable('accounts', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  plan: text('plan').$type<Plan>().notNull(),
  createdAtMs: integer('created_at_ms').notNull(),
});

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    /** SHA-256 of the key in hex; authentication finds the row by it. */
    secretHash: text('secret_hash').notNull().unique(),
    firstCharacters: text('first_characters').notNull(),
    lastCharacters: text('last_characters').notNull(),
    scope: text('scope', { enum: KEY_SCOPES }).notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    expiresAtMs: integer('expires_at_ms'),
    revokedAtMs: integer('revoked_at_ms'),
    /** The UTC day of the last request with it, `YYYY-MM-DD`; null on a key that was never used. */
    lastUsedDay: text('last_used_day'),
  },
  (table) => [index('api_keys_by_account').on(table.accountId, table.createdAtMs)],
);

/** Who may sign in to the dashboard. Somebody removed stays as a name in the history of edits, with nothing to sign in by. */
export const people = sqliteTable(
  'people',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    /** In lower case; null where links reach the person in another way. */
    email: text('email'),
    /** When a link that was mailed to the address was used: until then it is a claim, which keeps nobody else from it. */
    emailProvedAtMs: integer('email_proved_at_ms'),
    role: text('role', { enum: ROLES }).notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    removedAtMs: integer('removed_at_ms'),
  },
  (table) => [
    index('people_by_account').on(table.accountId, table.createdAtMs),
    uniqueIndex('people_by_proved_email')
      .on(table.email)
      .where(sql`email_proved_at_ms IS NOT NULL`),
    index('people_by_email')
      .on(table.email)
      .where(sql`email IS NOT NULL`),
    index('people_by_claim')
      .on(table.accountId)
      .where(sql`email_proved_at_ms IS NULL AND email IS NOT NULL`),
  ],
);

/** Sign-in links not yet used: a used one is deleted. */
export const signInLinks = sqliteTable(
  'sign_in_links',
  {
    id: text('id').primaryKey(),
    personId: text('person_id')
      .notNull()
      .references(() => people.id),
    /** SHA-256 of the link's secret, in hex. */
    secretHash: text('secret_hash').notNull(),
    /**
     * SHA-256 of the e-mail address that it was sent to, in hex; null where it was handed over. Mail scanners open what they see in a
     * message: a link that was sent asks before it signs in.
     */
    sentToHash: text('sent_to_hash'),
    expiresAtMs: integer('expires_at_ms').notNull(),
  },
  (table) => [
    index('sign_in_links_by_person').on(table.personId),
    index('sign_in_links_by_address')
      .on(table.sentToHash)
      .where(sql`sent_to_hash IS NOT NULL`),
    index('sign_in_links_by_age').on(table.expiresAtMs),
  ],
);

/** Signed-in browsers. The row is the session: deleting it signs out. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    personId: text('person_id')
      .notNull()
      .references(() => people.id),
    /** SHA-256 of the cookie's secret, in hex. */
    secretHash: text('secret_hash').notNull(),
    /** For its owner to tell it from others: `Firefox on Windows`. */
    browser: text('browser').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    /** Written at most once an hour. */
    seenAtMs: integer('seen_at_ms').notNull(),
  },
  (table) => [
    index('sessions_by_person').on(table.personId, table.seenAtMs),
    index('sessions_by_age').on(table.seenAtMs),
  ],
);

/** WebAuthn credentials. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential id, in base64url. */
    id: text('id').primaryKey(),
    personId: text('person_id')
      .notNull()
      .references(() => people.id),
    name: text('name').notNull(),
    /** COSE public key (RFC 9052), in base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature counter; 0 where it keeps none. */
    counter: integer('counter').notNull(),
    /** How the browser reaches the authenticator, with commas between. */
    transports: text('transports').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    lastUsedDay: text('last_used_day'),
  },
  (table) => [index('passkeys_by_person').on(table.personId, table.createdAtMs)],
);

/** WebAuthn challenges not yet answered: an answered one is deleted, whatever the answer was. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** Who registers a passkey; null where somebody signs in. */
    personId: text('person_id').references(() => people.id),
    expiresAtMs: integer('expires_at_ms').notNull(),
  },
  (table) => [
    index('passkey_challenges_by_person').on(table.personId),
    index('passkey_challenges_by_age').on(table.expiresAtMs),
  ],
);

/**
 * One row for every code id ever issued. A deleted code stays as a tombstone, emptied of target and title: its id is never issued
 * again, and its printed copies get an honest 410.
 */
export const qrCodes = sqliteTable(
  'qr_codes',
  {
    /** Order of lists: see core/list-position.ts. As the rowid it stands in every index, behind the index's own columns. */
    position: integer('position').$type<ListPosition>().primaryKey(),
    codeId: text('code_id').$type<CodeId>().notNull().unique(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    type: text('type', { enum: CONTENT_TYPES }).notNull(),
    target: text('target').notNull(),
    redirectTo: text('redirect_to'),
    isDynamic: integer('is_dynamic', { mode: 'boolean' }).notNull(),
    title: text('title'),
    colorDark: text('color_dark').$type<HexColor>().notNull(),
    colorLight: text('color_light').$type<HexColor>().notNull(),
    format: text('format', { enum: IMAGE_FORMATS }).notNull(),
    size: integer('size').notNull(),
    margin: integer('margin').notNull(),
    errorCorrection: text('error_correction', { enum: ERROR_CORRECTION_LEVELS }).notNull(),
    /** Grows with every edit: the version that If-Match compares. */
    revision: integer('revision').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
    deletedAtMs: integer('deleted_at_ms'),
    /** Set once both images are known to be gone; the sweep looks for tombstones without it. */
    imagesDeletedAtMs: integer('images_deleted_at_ms'),
  },
  (table) => [
    index('qr_codes_by_account')
      .on(table.accountId)
      .where(sql`deleted_at_ms IS NULL`),
    index('qr_codes_by_type')
      .on(table.accountId, table.type)
      .where(sql`deleted_at_ms IS NULL`),
    index('qr_codes_by_dynamic')
      .on(table.accountId, table.isDynamic)
      .where(sql`deleted_at_ms IS NULL`),
    // Only what was edited or deleted: creations are found by position, and cost no row of this index.
    index('qr_codes_by_edit')
      .on(table.updatedAtMs)
      .where(sql`revision > 1`),
    // Both together: neither of the two above spares an account the many codes of a type that has few of a kind.
    index('qr_codes_by_type_and_dynamic')
      .on(table.accountId, table.type, table.isDynamic)
      .where(sql`deleted_at_ms IS NULL`),
    index('qr_codes_with_images_to_delete')
      .on(table.deletedAtMs)
      .where(sql`deleted_at_ms IS NOT NULL AND images_deleted_at_ms IS NULL`),
  ],
);

/** What was changed of living codes, by whom: written in the transaction of the change, deleted with the code. */
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
    fromTarget: text('from_target').notNull(),
    toTarget: text('to_target').notNull(),
    fromTitle: text('from_title'),
    toTitle: text('to_title'),
  },
  (table) => [index('qr_code_edits_by_code').on(table.codeId)],
);

/**
 * The scan log of the D1 side; in production scans go to Analytics Engine. One row a scan, for `SCAN_RETENTION_DAYS`.
 * A trigger (`scans_count_by_day`, in the migration) counts each new row in `scan_days`, in the same transaction.
 */
export const scans = sqliteTable(
  'scans',
  {
    id: integer('id').primaryKey(),
    codeId: text('code_id')
      .$type<CodeId>()
      .notNull()
      .references(() => qrCodes.codeId),
    scannedAtMs: integer('scanned_at_ms').notNull(),
    device: text('device', { enum: DEVICES }).notNull(),
    visitorKey: text('visitor_key').notNull(),
    country: text('country'),
    city: text('city'),
    os: text('os'),
    browser: text('browser'),
    referrer: text('referrer'),
    language: text('language'),
  },
  (table) => [
    // Both hold every column that their queries read, so that those never touch the table itself: counts by time, and visitors,
    // whose keys come sorted from the index (sorting a million of them takes ten times as long).
    index('scans_by_code').on(table.codeId, table.scannedAtMs, table.device),
    index('scans_by_visitor').on(table.codeId, table.visitorKey, table.scannedAtMs),
  ],
);

/** Answers to requests with an Idempotency-Key, kept for a day. Written in the batch that stores what the answer tells of. */
export const idempotentAnswers = sqliteTable(
  'idempotent_answers',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    key: text('key').notNull(),
    /** SHA-256 of method, path and body, in hex. */
    requestHash: text('request_hash').notNull(),
    body: text('body').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotent_answers_by_age').on(table.createdAtMs),
  ],
);

/** Keys whose request is being worked on. A row that outlives its request, because a Worker died, counts for a minute only. */
export const idempotencyLocks = sqliteTable(
  'idempotency_locks',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    lockedAtMs: integer('locked_at_ms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotency_locks_by_age').on(table.lockedAtMs),
  ],
);
/** The lifetime of every code: its scans by UTC day and device, kept for ever, whatever became of the single scans. */
export const scanDays = sqliteTable(
  'scan_days',
  {
    codeId: text('code_id')
      .$type<CodeId>()
      .notNull()
      .references(() => qrCodes.codeId),
    /** `YYYY-MM-DD` */
    day: text('day').notNull(),
    device: text('device', { enum: DEVICES }).notNull(),
    scans: integer('scans').notNull(),
  },
  (table) => [primaryKey({ columns: [table.codeId, table.day, table.device] })],
);

/** How far the roll-up of Analytics Engine into `scan_days` has come. One row, with the id 1. */
export const scanRollUp = sqliteTable('scan_roll_up', {
  id: integer('id').primaryKey(),
  /** All days before this one are final. */
  settledDay: text('settled_day').notNull(),
  /** When the pass under way, or the last one, began. */
  passStartedAtMs: integer('pass_started_at_ms').notNull(),
  /** Where the pass goes on: a day, and the last code id done on it (empty at its start). Null where no pass is under way. */
  nextDay: text('next_day'),
  nextAfter: text('next_after').notNull(),
});
