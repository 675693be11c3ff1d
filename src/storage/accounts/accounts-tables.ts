import type { Column, SQL } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { AccountBrand } from '#core/accounts/account-brand.ts';
import { KEY_SCOPES, ROLES } from '#core/accounts/account.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { LANGUAGES } from '#core/languages.ts';
import type { ActivityAction } from '#core/accounts/activity.ts';
import type { Plan } from '#core/accounts/plan.ts';
import { columnsOf, sql } from '../sql.ts';

/**
 * The tables of accounts in D1; docs/storage.md describes all tables. Times are integer milliseconds since 1970, UTC.
 * `npm run migration` turns a change here into a file under migrations/, where every table is STRICT.
 */

export const accounts = sqliteTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    /** Empty once the account is removed. */
    name: text('name').notNull(),
    plan: text('plan').$type<Plan>().notNull(),
    /** The host of new codes that name none; null for the operator's. */
    defaultHost: text('default_host').$type<LinkHost>(),
    /** What the pages of its codes show of it; null for nothing. */
    brand: text('brand', { mode: 'json' }).$type<Partial<AccountBrand>>(),
    createdAtMs: integer('created_at_ms').notNull(),
    /** Time of suspension: people and keys may no longer use the account; null if they may. */
    suspendedAtMs: integer('suspended_at_ms'),
    /** The operator's own words. */
    suspendedReason: text('suspended_reason'),
    /** When an owner or the operator deleted it: people and keys may no longer use it; null if nobody did. */
    deletedAtMs: integer('deleted_at_ms'),
    /** Until when a deleted account can be restored; null once nobody can, and the cron removes what it owns. */
    restorableUntilMs: integer('restorable_until_ms'),
    ownersToldAtMs: integer('owners_told_at_ms'),
    /** When nothing was left of a deleted account but this row, and the ids of its codes. */
    removedAtMs: integer('removed_at_ms'),
  },
  (table) => [
    index('accounts_deleted')
      .on(table.removedAtMs)
      .where(sql`deleted_at_ms IS NOT NULL`),
  ],
);

/** The account that a row belongs to. */
export function ownerColumn() {
  return text('account_id')
    .notNull()
    .references(() => accounts.id);
}

/** Whether an account is neither suspended nor deleted. For any other, nothing leaves the service: no event, mail or check. */
export const IS_IN_USE = sql`(accounts.suspended_at_ms IS NULL AND accounts.deleted_at_ms IS NULL)`;

/** The same of the account in a column. */
export function ownerIsInUse(accountId: SQL | Column): SQL {
  return sql`EXISTS (SELECT 1 FROM accounts WHERE accounts.id = ${accountId} AND ${IS_IN_USE})`;
}

/** The columns of an `Account`, for anyone who acts for it. */
export const ACCOUNT_COLUMNS = {
  ...columnsOf(accounts, 'id', 'name', 'plan'),
  hasWebhooks: sql<number>`EXISTS (SELECT 1 FROM webhooks WHERE webhooks.account_id = accounts.id)`.mapWith(
    Boolean,
  ),
};

/**
 * What an account uses of the quotas that would be expensive to count. Triggers (in the migrations) maintain it in the transaction of each
 * change; no code writes it. An account that never had anything that counts has no row.
 */
export const accountUsage = sqliteTable('account_usage', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => accounts.id),
  /** Codes, without deleted ones. */
  codes: integer('codes').notNull(),
  /** Bytes of targets, titles, external ids and control of its codes, and of their history. */
  storedBytes: integer('stored_bytes').notNull(),
  /** The UTC month of its newest code, `YYYY-MM`, and the number of codes created in it, including deleted ones. */
  month: text('month').notNull(),
  codesThatMonth: integer('codes_that_month').notNull(),
  events: integer('events').notNull().default(0),
});

/** API keys, and the apps that people connected: an app acts by a key whose secret nobody gets. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    accountId: ownerColumn(),
    name: text('name').notNull(),
    /** SHA-256 of the key in hex; authentication finds the row by it. */
    secretHash: text('secret_hash').notNull().unique(),
    firstCharacters: text('first_characters').notNull(),
    lastCharacters: text('last_characters').notNull(),
    scope: text('scope', { enum: KEY_SCOPES }).notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    expiresAtMs: integer('expires_at_ms'),
    revokedAtMs: integer('revoked_at_ms'),
    /** The UTC day of its last request, `YYYY-MM-DD`; null if it was never used. */
    lastUsedDay: text('last_used_day'),
    /** The person who created it in the dashboard: removing them revokes it, unless it is kept on purpose. */
    createdBy: text('created_by'),
    /** The address of the metadata document that describes an app; null for an API key. */
    clientId: text('client_id'),
  },
  (table) => [index('api_keys_by_account').on(table.accountId, table.createdAtMs)],
);

/** People who may sign in to the dashboard. A removed person stays as a name in the history of edits, without any means to sign in. */
export const people = sqliteTable(
  'people',
  {
    id: text('id').primaryKey(),
    accountId: ownerColumn(),
    name: text('name').notNull(),
    /** In lower case; null if links reach the person in another way. */
    email: text('email'),
    /** When this person first used a link that was mailed to the address. Until then they are invited, and the address is a claim. */
    emailProvedAtMs: integer('email_proved_at_ms'),
    role: text('role', { enum: ROLES }).notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    removedAtMs: integer('removed_at_ms'),
    /** The person who invited them; null for the first owner, and for people whom the operator added. */
    invitedBy: text('invited_by'),
    /** The chosen language of pages and mails; null for that of the browser. */
    language: text('language', { enum: LANGUAGES }),
  },
  (table) => [
    index('people_by_account').on(table.accountId, table.createdAtMs),
    uniqueIndex('people_by_email_of_account')
      .on(table.accountId, table.email)
      .where(sql`email IS NOT NULL`),
    index('people_by_email')
      .on(table.email)
      .where(sql`email IS NOT NULL`),
    index('people_by_claim')
      .on(table.accountId)
      .where(sql`email_proved_at_ms IS NULL AND email IS NOT NULL`),
  ],
);

/** The person that a row belongs to. */
export function personColumn() {
  return text('person_id')
    .notNull()
    .references(() => people.id);
}

/** Unused sign-in links: a used link is deleted. */
export const signInLinks = sqliteTable(
  'sign_in_links',
  {
    id: text('id').primaryKey(),
    personId: personColumn(),
    /** SHA-256 of the link's secret, in hex. */
    secretHash: text('secret_hash').notNull(),
    /**
     * SHA-256 of the e-mail address that it was sent to, in hex; null if it was handed over. Mail scanners open links in messages, so a
     * link that was sent asks before it signs in.
     */
    sentToHash: text('sent_to_hash'),
    expiresAtMs: integer('expires_at_ms').notNull(),
    /** Whether it invites its person: it then works for nobody else, and lasts for days. */
    isInvitation: integer('is_invitation', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('sign_in_links_by_person').on(table.personId),
    index('sign_in_links_by_address')
      .on(table.sentToHash)
      .where(sql`sent_to_hash IS NOT NULL`),
    index('sign_in_links_by_age').on(table.expiresAtMs),
  ],
);

/** The issuer of the keyed hash of the address that a removed person had. */
export const REMOVED = 'removed';

/**
 * Who a person is at the company's identity provider. Whoever gets their address later is another subject there, and not this person. The
 * row outlives the removal of the person, so that they do not join again by themselves.
 */
export const identities = sqliteTable(
  'identities',
  {
    personId: text('person_id')
      .notNull()
      .references(() => people.id),
    /** The address of the provider, or `REMOVED`. */
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.issuer] }),
    index('identities_by_subject').on(table.issuer, table.subject),
  ],
);

/** Signed-in browsers. The row is the session: deleting it signs out. A session ends 30 days after the sign-in. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    personId: personColumn(),
    /** SHA-256 of the cookie's secret, in hex. */
    secretHash: text('secret_hash').notNull(),
    /** Helps its owner to recognise it: `Firefox on Windows`. */
    browser: text('browser').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    /** Written at most once an hour. */
    seenAtMs: integer('seen_at_ms').notNull(),
  },
  (table) => [
    index('sessions_by_person').on(table.personId, table.seenAtMs),
    index('sessions_by_sign_in').on(table.createdAtMs),
  ],
);

/** WebAuthn credentials. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential id, in base64url. */
    id: text('id').primaryKey(),
    personId: personColumn(),
    name: text('name').notNull(),
    /** COSE public key (RFC 9052), in base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's signature counter; 0 if it keeps none. */
    counter: integer('counter').notNull(),
    /** How the browser reaches the authenticator, separated by commas. */
    transports: text('transports').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    lastUsedDay: text('last_used_day'),
  },
  (table) => [index('passkeys_by_person').on(table.personId, table.createdAtMs)],
);

/** Open WebAuthn challenges: the first response deletes its challenge, whether or not it is valid. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** The person who registers a passkey; null for a sign-in. */
    personId: text('person_id').references(() => people.id),
    expiresAtMs: integer('expires_at_ms').notNull(),
  },
  (table) => [
    index('passkey_challenges_by_person').on(table.personId),
    index('passkey_challenges_by_age').on(table.expiresAtMs),
  ],
);

/** The audit log of each account, kept for 400 days. It refers to people and things by id; reading it looks up their names. */
export const activities = sqliteTable(
  'activities',
  {
    id: text('id').primaryKey(),
    accountId: ownerColumn(),
    happenedAtMs: integer('happened_at_ms').notNull(),
    action: text('action').$type<ActivityAction>().notNull(),
    /** A person, an API key or an app; null for the operator. */
    actorId: text('actor_id'),
    /** The affected person, API key, app or code. */
    subjectId: text('subject_id'),
    note: text('note'),
  },
  (table) => [
    index('activities_by_account').on(table.accountId, table.happenedAtMs, table.id),
    index('activities_by_age').on(table.happenedAtMs),
  ],
);
