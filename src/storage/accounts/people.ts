import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { type Account, type Person, type Role, ROLES } from '#core/accounts/account.ts';
import type { Language } from '#core/languages.ts';
import type { Database } from '../database.ts';
import { listSql, toList } from '../json-list.ts';
import { ownedRows } from '../owned-rows.ts';
import { columnsOf, sql } from '../sql.ts';
import { savedViews } from '../views/views-tables.ts';
import {
  ACCOUNT_COLUMNS,
  accounts,
  apiKeys,
  ownerIsInUse,
  passkeyChallenges,
  passkeys,
  people,
  REMOVED,
  sessions,
  signInLinks,
} from './accounts-tables.ts';
import { countPeople } from './usage.ts';

/** The columns of a `Person`, for every query that joins `people` with `accounts`. */
export const PERSON_COLUMNS = {
  person: columnsOf(people, 'id', 'name', 'email', 'role', 'language'),
  account: ACCOUNT_COLUMNS,
};

export function toPerson(row: {
  readonly person: Omit<Person, 'account'>;
  readonly account: Account;
}): Person {
  return { ...row.person, account: row.account };
}

export interface NewPerson {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly createdAtMs: number;
  readonly invitedBy: string | null;
}

export async function findPerson(db: Database, personId: string): Promise<Person | null> {
  const row = await selectPeople(db)
    .where(and(eq(people.id, personId), isNull(people.removedAtMs)))
    .get();
  return row ? toPerson(row) : null;
}

/** The people of an account, in the order of joining. */
export async function listPeople(db: Database, accountId: string): Promise<Person[]> {
  const rows = await selectPeople(db)
    .where(and(eq(people.accountId, accountId), isNull(people.removedAtMs)))
    .orderBy(asc(people.createdAtMs));
  return rows.map(toPerson);
}

/**
 * The person who gets a requested link to an address: the one who proved it, otherwise the first one invited with it. Nobody of a suspended
 * account; people of a deleted one need the link to restore it.
 */
export async function findPersonByEmail(db: Database, email: string): Promise<Person | null> {
  const row = await selectPeople(db)
    .where(and(eq(people.email, email), isNull(people.removedAtMs), isNull(accounts.suspendedAtMs)))
    .orderBy(sql`${people.emailProvedAtMs} IS NULL`, asc(people.createdAtMs))
    .limit(1)
    .get();
  return row ? toPerson(row) : null;
}

/** A person of an account; null if the account has none with the id. */
export async function findPersonOf(db: Database, accountId: string, id: string): Promise<Person | null> {
  const person = await findPerson(db, id);
  return person?.account.id === accountId ? person : null;
}

/** Only this many owners are told of a change: no account has more. */
const MOST_OWNERS_TOLD = 20;

/**
 * The proved addresses, with the chosen languages, of one person of an account, or of its owners if the person is null. An account that is
 * suspended or deleted gets no mail except about its deletion.
 */
export async function listProvedAddresses(
  db: Database,
  accountId: string,
  personId: string | null,
  isOfDeletion: boolean,
): Promise<{ readonly email: string; readonly language: Language | null }[]> {
  const rows = await db
    .select(columnsOf(people, 'email', 'language'))
    .from(people)
    .where(
      and(
        eq(people.accountId, accountId),
        personId === null ? eq(people.role, 'owner') : eq(people.id, personId),
        isNotNull(people.emailProvedAtMs),
        isOfDeletion ? undefined : ownerIsInUse(people.accountId),
      ),
    )
    .limit(MOST_OWNERS_TOLD);
  return rows.flatMap(({ email, language }) => (email === null ? [] : [{ email, language }]));
}

/** The language that an owner of the account chose, the earliest of them who chose one; null if none did. */
export async function findOwnersLanguage(db: Database, accountId: string): Promise<Language | null> {
  const [owner] = await db
    .select({ language: people.language })
    .from(people)
    .where(and(eq(people.accountId, accountId), eq(people.role, 'owner'), isNotNull(people.language)))
    .orderBy(people.createdAtMs)
    .limit(1);
  return owner?.language ?? null;
}

/** A person to whom a link by mail may belong. */
export interface AddressHolder {
  readonly person: Person;
  /** Whether they have proved the address; if not, the link is an invitation. */
  readonly isProved: boolean;
  /** The inviter, with their proved address, if any. */
  readonly inviter: { readonly name: string; readonly email: string | null } | null;
}

/** More would be noise: nobody seriously has this many claims to one address. */
const MOST_HOLDERS = 20;

/**
 * The people of any account who have a person's address, and may be the same human being (`isSameAtProviders`): that person first, then those who proved it, then
 * those invited with it.
 */
export async function listAddressHolders(db: Database, personId: string): Promise<AddressHolder[]> {
  const inviters = alias(people, 'inviters');
  const own = db.select({ email: people.email }).from(people).where(eq(people.id, personId));
  const rows = await db
    .select({
      ...PERSON_COLUMNS,
      provedAtMs: people.emailProvedAtMs,
      inviterName: inviters.name,
      inviterEmail: sql<
        string | null
      >`CASE WHEN ${inviters.emailProvedAtMs} IS NULL THEN NULL ELSE ${inviters.email} END`,
    })
    .from(people)
    .innerJoin(accounts, eq(accounts.id, people.accountId))
    .leftJoin(inviters, eq(inviters.id, people.invitedBy))
    .where(
      and(
        or(eq(people.id, personId), and(eq(people.email, own), isSameAtProviders(personId))),
        isNull(people.removedAtMs),
      ),
    )
    .orderBy(
      sql`${people.id} <> ${personId}`,
      sql`${people.emailProvedAtMs} IS NULL`,
      sql`${people.invitedBy} IS NULL`,
      asc(people.createdAtMs),
    )
    .limit(MOST_HOLDERS);
  return rows.map(({ provedAtMs, inviterName, inviterEmail, ...row }) => ({
    person: toPerson(row),
    isProved: provedAtMs !== null,
    inviter: inviterName === null ? null : { name: inviterName, email: inviterEmail },
  }));
}

/**
 * The people who proved the same address as a person, in accounts that are not suspended: the same human being in each account
 * (`isSameAtProviders`), sorted by account name. Only the person if their address is not proved.
 */
export async function listSameHuman(db: Database, personId: string): Promise<Person[]> {
  const own = db
    .select({ email: people.email })
    .from(people)
    .where(and(eq(people.id, personId), isNotNull(people.emailProvedAtMs)));
  const rows = await selectPeople(db)
    .where(
      and(
        or(
          eq(people.id, personId),
          and(eq(people.email, own), isNotNull(people.emailProvedAtMs), isSameAtProviders(personId)),
        ),
        isNull(people.removedAtMs),
        isNull(accounts.suspendedAtMs),
      ),
    )
    .orderBy(asc(sql`lower(${accounts.name})`), asc(people.id))
    .limit(MOST_HOLDERS);
  return rows.map(toPerson);
}

/** Whether people have no identity at a provider that a person lacks: otherwise the address may have got another holder since. */
function isSameAtProviders(personId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM identities AS theirs WHERE theirs.person_id = ${people.id} AND theirs.issuer <> ${REMOVED} AND NOT EXISTS (
    SELECT 1 FROM identities AS own WHERE own.person_id = ${personId} AND own.issuer = theirs.issuer AND own.subject = theirs.subject))`;
}

/**
 * Adds a person to an account. False if the id exists because an earlier request added the person, or if somebody in the account has the
 * address. Throws an error that `isQuotaRefusal` recognises if the account already has `limit` people.
 */
export function insertPerson(db: Database, person: NewPerson, limit: number): Promise<boolean> {
  const isFull = sql`(${countPeople(person.accountId, person.createdAtMs)}) >= ${limit}`;
  return ownedRows(people).insert(db, person, isFull);
}

/** Adds a person whom the operator invites, whatever the plan allows. False if somebody in the account has the name or the address. */
export async function insertInvited(db: Database, person: Omit<NewPerson, 'invitedBy'>): Promise<boolean> {
  const { id, accountId, name, email, role, createdAtMs } = person;
  const isNewName = sql`NOT EXISTS (SELECT 1 FROM people WHERE account_id = ${accountId} AND name = ${name} AND removed_at_ms IS NULL)`;
  const inserted = await db
    .insert(people)
    .select(
      sql`SELECT ${id}, ${accountId}, ${name}, ${email}, NULL, ${role}, ${createdAtMs}, NULL, NULL, NULL WHERE ${isNewName}`,
    )
    .onConflictDoNothing()
    .returning({ id: people.id });
  return inserted.length === 1;
}

/** Opens an account with its first owner. Stores both, or neither if somebody has the id. */
export async function insertAccount(
  db: Database,
  account: Account & { readonly createdAtMs: number },
  owner: NewPerson,
): Promise<boolean> {
  const isFree = sql`NOT EXISTS (SELECT 1 FROM people WHERE id = ${owner.id})`;
  const [, inserted] = await db.batch([
    db.insert(accounts).select(
      sql`SELECT ${account.id}, ${account.name}, ${account.plan}, NULL, NULL, ${account.createdAtMs}, NULL, NULL, NULL, NULL, NULL, NULL
          WHERE ${isFree}`,
    ),
    db.insert(people).values(owner).onConflictDoNothing().returning({ id: people.id }),
  ]);
  return inserted.length === 1;
}

/** Stores the language that a person chose; null for that of the browser. */
export async function updateLanguage(
  db: Database,
  personId: string,
  language: Language | null,
): Promise<void> {
  await db.update(people).set({ language }).where(eq(people.id, personId));
}

/** `last_owner`: nobody could ever manage an account without an owner, so nothing was changed. */
export type OwnerChange = 'done' | 'last_owner' | 'unknown';

/** The statement itself contains the guard: if two owners remove each other at the same time, one stays. */
const IS_NOT_LAST_OWNER = sql`(${people.role} <> 'owner' OR EXISTS (SELECT 1 FROM people AS other
  WHERE other.account_id = people.account_id AND other.id <> people.id AND other.role = 'owner' AND other.removed_at_ms IS NULL))`;

/** Which of a person's API keys outlive a loss of rights, and the time at which the others are revoked. */
export interface KeyRevocation {
  readonly keptKeyIds: readonly string[];
  readonly nowMs: number;
}

/**
 * Changes a person's role; the last owner of an account stays an owner. If they lose rights, the API keys that they created are revoked,
 * except the kept ones.
 */
export async function updateRole(
  db: Database,
  accountId: string,
  personId: string,
  role: Role,
  revocation: KeyRevocation,
): Promise<OwnerChange> {
  const isAllowed = and(isPersonOf(accountId, personId), role === 'owner' ? undefined : IS_NOT_LAST_OWNER);
  const demoted = db
    .select({ id: people.id })
    .from(people)
    .where(and(isAllowed, inArray(people.role, ROLES.slice(0, ROLES.indexOf(role)))));
  const [, updated] = await db.batch([
    revokeKeysOf(db, accountId, sql`(${demoted})`, revocation),
    db.update(people).set({ role }).where(isAllowed).returning({ id: people.id }),
  ]);
  return updated.length === 1 ? 'done' : whyNot(db, accountId, personId);
}

/**
 * Removes a person and all their means to sign in, and revokes the API keys that they created, except those in `keptKeyIds`. Their name,
 * without their address, stays for the history of edits.
 */
export async function removePerson(
  db: Database,
  accountId: string,
  personId: string,
  revocation: KeyRevocation,
): Promise<OwnerChange> {
  const isRemoved = sql`(SELECT id FROM people WHERE id = ${personId} AND account_id = ${accountId} AND removed_at_ms IS NOT NULL)`;
  const [removed] = await db.batch([
    db
      .update(people)
      .set({ removedAtMs: revocation.nowMs, email: null, emailProvedAtMs: null })
      .where(and(isPersonOf(accountId, personId), IS_NOT_LAST_OWNER))
      .returning({ id: people.id }),
    db.delete(sessions).where(eq(sessions.personId, isRemoved)),
    // Their sent links open nothing any more, but stay until they expire, because they count against the address's limit.
    db.delete(signInLinks).where(and(eq(signInLinks.personId, isRemoved), isNull(signInLinks.sentToHash))),
    db.delete(passkeys).where(eq(passkeys.personId, isRemoved)),
    db.delete(passkeyChallenges).where(eq(passkeyChallenges.personId, isRemoved)),
    db.delete(savedViews).where(eq(savedViews.personId, isRemoved)),
    revokeKeysOf(db, accountId, isRemoved, revocation),
  ]);
  return removed.length === 1 ? 'done' : whyNot(db, accountId, personId);
}

/**
 * Apps go in any case: they act for this person.
 * @param personId a query for at most one person
 */
function revokeKeysOf(db: Database, accountId: string, personId: SQL, { keptKeyIds, nowMs }: KeyRevocation) {
  return db
    .update(apiKeys)
    .set({ revokedAtMs: nowMs })
    .where(
      and(
        eq(apiKeys.accountId, accountId),
        eq(apiKeys.createdBy, personId),
        isNull(apiKeys.revokedAtMs),
        sql`(${apiKeys.clientId} IS NOT NULL OR ${apiKeys.id} NOT IN ${listSql(toList(keptKeyIds))})`,
      ),
    );
}

async function whyNot(db: Database, accountId: string, personId: string): Promise<OwnerChange> {
  return (await findPersonOf(db, accountId, personId)) ? 'last_owner' : 'unknown';
}

function isPersonOf(accountId: string, personId: string) {
  return and(eq(people.id, personId), eq(people.accountId, accountId), isNull(people.removedAtMs));
}

function selectPeople(db: Database) {
  return db.select(PERSON_COLUMNS).from(people).innerJoin(accounts, eq(accounts.id, people.accountId));
}
