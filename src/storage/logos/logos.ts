import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { ImageId } from '#core/logos/image-id.ts';
import type { ImageUser } from '#core/logos/image-uses.ts';
import { type ImagePosition, type LogoImage, MAX_IMAGES } from '#core/logos/logo-image.ts';
import { parseLogoPicture } from '#core/logos/logo-picture.ts';
import type { LogoPicture } from '#core/drawing.ts';
import { describeError } from '#core/log-line.ts';
import { accounts } from '../accounts/accounts-tables.ts';
import { exceeds, refuseWhere } from '../accounts/quota-guard.ts';
import { IMAGE_OF_PREVIEW, LOGO_OF_STYLE, qrCodes } from '../codes/codes-tables.ts';
import { templates } from '../styles/styles-tables.ts';
import type { Database, Statement } from '../database.ts';
import { findInLists, isAnyOf, listSql, toList } from '../json-list.ts';
import { someUsers } from '../library-users.ts';
import { sql } from '../sql.ts';
import { logos } from './logos-tables.ts';

/** The tables of things that show an image, by their names in errors. Any further user of images belongs here. */
const USERS: readonly (readonly [name: ImageUser, uses: (accountId: SQL, imageId: SQL) => SQL])[] = [
  [
    'codes',
    (accountId, imageId) =>
      sql`${codesWith(LOGO_OF_STYLE, accountId, imageId)}
        UNION ALL ${codesWith(IMAGE_OF_PREVIEW, accountId, imageId)} AND ${LOGO_OF_STYLE} IS NOT ${imageId}`,
  ],
  [
    'templates',
    (accountId, imageId) =>
      sql`SELECT ${templates.id}, ${templates.name} FROM ${templates} WHERE ${templates.accountId} = ${accountId} AND ${LOGO_OF_STYLE} = +${imageId}`,
  ],
  ['brand', brandsWith],
];

function brandsWith(accountId: SQL, imageId: SQL): SQL {
  return sql`SELECT ${accounts.id}, NULL FROM ${accounts} WHERE ${accounts.id} = ${accountId} AND ${accounts.brand} ->> '$.logo' = ${imageId}`;
}

function codesWith(image: SQL, accountId: SQL, imageId: SQL): SQL {
  return sql`SELECT ${qrCodes.codeId} AS id, ${qrCodes.title} AS title FROM ${qrCodes} WHERE ${qrCodes.accountId} = ${accountId} AND ${image} = +${imageId}
    AND ${qrCodes.deletedAtMs} IS NULL`;
}

const IS_USED = sql<number>`(${or(USERS.map(([, uses]) => sql`EXISTS (${uses(sql`logos.account_id`, sql`logos.id`)})`))})`;

function or(conditions: readonly SQL[]): SQL {
  return sql.join([...conditions], sql` OR `);
}

const { picture: _picture, accountId: _account, ...known } = getTableColumns(logos);
const EACH = USERS.map(
  ([name, uses]) => sql`SELECT ${name} AS kind, * FROM (${uses(sql`logos.account_id`, sql`logos.id`)})`,
);
const LOGO_COLUMNS = { ...known, users: someUsers(sql.join(EACH, sql` UNION ALL `)) };

/**
 * Stores an image, unless the account already has one of the same file; gives the one that it has. Throws an error that `isQuotaRefusal`
 * recognises if the account would exceed its number of images or its storage.
 */
export async function insertLogo(
  db: Database,
  logo: typeof logos.$inferInsert,
  storedBytes: number,
): Promise<LogoImage> {
  const { accountId, createdAtMs, sha256 } = logo;
  const hasTooMany = sql`(SELECT count(*) FROM ${logos} WHERE account_id = ${accountId}) > ${MAX_IMAGES}`;
  const [, [stored]] = await db.batch([
    db
      .insert(logos)
      .values(logo)
      .onConflictDoNothing({ target: [logos.accountId, logos.sha256] }),
    db.select(LOGO_COLUMNS).from(logos).where(isOfFile(accountId, sha256)),
    refuseWhere(db, hasTooMany),
    refuseWhere(db, exceeds(accountId, { stored_bytes: storedBytes }, createdAtMs)),
  ]);
  if (!stored) throw new Error(`the image ${logo.id} is gone`);
  return stored;
}

export async function countLogos(db: Database, accountId: string): Promise<number> {
  return db.$count(logos, eq(logos.accountId, accountId));
}

export async function findLogo(db: Database, accountId: string, id: ImageId): Promise<LogoImage | null> {
  return (await db.select(LOGO_COLUMNS).from(logos).where(ownedBy(accountId, id)).get()) ?? null;
}

export async function findLogoByFile(
  db: Database,
  accountId: string,
  sha256: string,
): Promise<LogoImage | null> {
  return (await db.select(LOGO_COLUMNS).from(logos).where(isOfFile(accountId, sha256)).get()) ?? null;
}

/** The images of an account after a position, newest first. */
export async function listLogos(
  db: Database,
  accountId: string,
  { limit, after }: { readonly limit: number; readonly after: ImagePosition | null },
): Promise<LogoImage[]> {
  const isLater = after
    ? sql`(${logos.createdAtMs}, ${logos.id}) < (${after.timeMs}, ${after.id})`
    : undefined;
  return db
    .select(LOGO_COLUMNS)
    .from(logos)
    .where(and(eq(logos.accountId, accountId), isLater))
    .orderBy(sql`${logos.createdAtMs} DESC, ${logos.id} DESC`)
    .limit(limit);
}

/** The pictures of images of an account; null for any. */
export async function findLogoPictures(
  db: Database,
  accountId: string | null,
  ids: readonly ImageId[],
): Promise<ReadonlyMap<ImageId, LogoPicture>> {
  const rows = await findInLists(ids, (list) =>
    db
      .select({ id: logos.id, picture: logos.picture })
      .from(logos)
      .where(and(isAnyOf(logos.id, list), accountId === null ? undefined : eq(logos.accountId, accountId))),
  );
  return new Map(rows.map(({ id, picture }) => [id, parseLogoPicture(picture)]));
}

/** The images that link previews and brands show and whose ids begin with a prefix. */
export async function listShownLogos(db: Database, prefix: string): Promise<ReadonlySet<ImageId>> {
  const [accountId, imageId] = [sql`logos.account_id`, sql`logos.id`];
  const isShown = sql`(EXISTS (${codesWith(IMAGE_OF_PREVIEW, accountId, imageId)}) OR EXISTS (${brandsWith(accountId, imageId)}))`;
  const rows = await db
    .select({ id: logos.id })
    .from(logos)
    .where(sql`${logos.id} >= ${prefix} AND ${logos.id} < ${`${prefix}g`} AND ${isShown}`);
  return new Set(rows.map(({ id }) => id));
}

/** Deletes an unused image. False if it does not exist or is in use. */
export async function deleteLogo(db: Database, accountId: string, id: ImageId): Promise<boolean> {
  const deleted = await db
    .delete(logos)
    .where(and(ownedBy(accountId, id), sql`NOT ${IS_USED}`))
    .returning({ id: logos.id });
  return deleted.length > 0;
}

/** How many things of each kind use an image. */
export async function countUses(
  db: Database,
  accountId: string,
  id: ImageId,
): Promise<Readonly<Record<ImageUser, number>>> {
  const counts = USERS.map(
    ([name, uses]) =>
      sql`(SELECT count(*) FROM (${uses(sql`${accountId}`, sql`${id}`)})) AS ${sql.identifier(name)}`,
  );
  return db.get<Readonly<Record<ImageUser, number>>>(sql`SELECT ${sql.join(counts, sql`, `)}`);
}

/**
 * A statement that undoes its batch if an account lacks one of the images, because somebody deleted it after the look-up. `isLogoMissing`
 * recognises the error.
 */
export function refuseWithoutLogos(db: Database, accountId: string, ids: readonly ImageId[]): Statement[] {
  if (ids.length === 0) return [];
  const isMissing = sql`(SELECT count(*) FROM ${logos} WHERE id IN ${listSql(toList(ids))} AND account_id = ${accountId}) < ${new Set(ids).size}`;
  return [db.insert(logos).select(sql`SELECT NULL, '', '', 0, 0, 0, 0, '', '' WHERE ${isMissing}`)];
}

export function isLogoMissing(error: unknown): boolean {
  return describeError(error).includes('NOT NULL constraint failed: logos.id');
}

function isOfFile(accountId: string, sha256: string): SQL | undefined {
  return and(eq(logos.accountId, accountId), eq(logos.sha256, sha256));
}

function ownedBy(accountId: string, id: ImageId): SQL | undefined {
  return and(eq(logos.id, id), eq(logos.accountId, accountId));
}
