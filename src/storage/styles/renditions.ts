import { and, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { CodeId } from '#core/codes/code-id.ts';
import { type Rendition, toRenditionImage } from '#core/styles/rendition.ts';
import type { Database } from '../database.ts';
import { findInLists, isAnyOf, tableOf, writeLists } from '../json-list.ts';
import { sql } from '../sql.ts';
import { renditions } from './styles-tables.ts';

type Row = typeof renditions.$inferSelect;

/**
 * A rendition is deleted in two steps: its row is marked, and deleted once its images are gone. Until then its name stays taken, so that no
 * image is deleted that another request has just stored.
 */
const LIVES = isNull(renditions.deletedAtMs);

/** The renditions of these codes, oldest first; codes without one are left out. */
export async function listRenditions(
  db: Database,
  codeIds: readonly CodeId[],
): Promise<ReadonlyMap<CodeId, readonly Rendition[]>> {
  const rows = await findInLists(codeIds, (list) =>
    db
      .select()
      .from(renditions)
      .where(and(isAnyOf(renditions.codeId, list), LIVES)),
  );
  // A code has few, so no index has them in this order.
  const ordered = rows.map(toRendition).sort((a, b) => a.createdAtMs - b.createdAtMs);
  return Map.groupBy(ordered, ({ codeId }) => codeId);
}

/** A rendition of a code, even if its images are being deleted; null if there is none with this name. */
export async function findRendition(
  db: Database,
  codeId: CodeId,
  hash: string,
): Promise<{ readonly rendition: Rendition; readonly isDeleted: boolean } | null> {
  const row = await db.select().from(renditions).where(isIt(codeId, hash)).get();
  return row ? { rendition: toRendition(row), isDeleted: row.deletedAtMs !== null } : null;
}

/** Stores a rendition if its code lives, has fewer than `most` and none with this name, and its logo's image exists; false otherwise. */
export async function insertRendition(db: Database, rendition: Rendition, most: number): Promise<boolean> {
  const { color, codeId, ...columns } = rendition;
  const row: Row = { ...columns, codeId, colorDark: color.dark, colorLight: color.light, deletedAtMs: null };
  const values = Object.entries(getTableColumns(renditions)).map(([key, column]) =>
    sql.param(row[key as keyof Row], column),
  );
  const logo = rendition.style?.logo;
  const hasLogo = logo ? sql`EXISTS (SELECT 1 FROM logos WHERE id = ${logo.image})` : sql`TRUE`;
  const inserted = await db
    .insert(renditions)
    .select(
      sql`SELECT ${sql.join(values, sql`, `)}
        WHERE EXISTS (SELECT 1 FROM qr_codes WHERE code_id = ${codeId} AND deleted_at_ms IS NULL)
          AND (SELECT count(*) FROM renditions WHERE code_id = ${codeId} AND deleted_at_ms IS NULL) < ${most}
          AND ${hasLogo}
        ON CONFLICT DO NOTHING`,
    )
    .returning({ hash: renditions.hash });
  return inserted.length > 0;
}

/** Marks a rendition as deleted, which hides it; false if the code has none with this name. */
export async function markRenditionDeleted(
  db: Database,
  codeId: CodeId,
  hash: string,
  nowMs: number,
): Promise<boolean> {
  const marked = await db
    .update(renditions)
    .set({ deletedAtMs: nowMs })
    .where(and(isIt(codeId, hash), LIVES))
    .returning({ hash: renditions.hash });
  return marked.length > 0;
}

/** Marks all renditions of the codes that a query finds. It must run before their deletion, in the same transaction. */
export function markRenditionsOf(db: Database, deleted: SQLWrapper, nowMs: number) {
  return db
    .update(renditions)
    .set({ deletedAtMs: nowMs })
    .where(and(inArray(renditions.codeId, deleted), LIVES))
    .returning({ codeId: renditions.codeId, hash: renditions.hash });
}

export type NamedRendition = Pick<Rendition, 'codeId' | 'hash'>;

/** A rendition whose images await deletion. */
export interface DeletedRendition extends NamedRendition {
  readonly deletedAtMs: number;
}

/** Renditions whose images may still exist, longest-waiting first: of one code, or of all. */
export async function listDeletedRenditions(
  db: Database,
  codeId: CodeId | null,
  limit: number,
): Promise<DeletedRendition[]> {
  const ofCode = codeId === null ? undefined : eq(renditions.codeId, codeId);
  const rows = await db
    .select({ codeId: renditions.codeId, hash: renditions.hash, deletedAtMs: renditions.deletedAtMs })
    .from(renditions)
    .where(and(isNotNull(renditions.deletedAtMs), ofCode))
    .orderBy(codeId === null ? renditions.deletedAtMs : renditions.hash)
    .limit(limit);
  return rows.map(({ codeId: id, hash, deletedAtMs }) => ({
    codeId: id,
    hash,
    deletedAtMs: deletedAtMs ?? 0,
  }));
}

/** Deletes the rows of renditions whose images are gone. */
export async function forgetRenditions(db: Database, deleted: readonly NamedRendition[]): Promise<void> {
  const names = deleted.map(({ codeId, hash }) => [codeId, hash]);
  await writeLists(names, (list) =>
    db
      .delete(renditions)
      .where(
        and(
          sql`(code_id, hash) IN (SELECT value ->> 0, value ->> 1 FROM ${tableOf(list)})`,
          isNotNull(renditions.deletedAtMs),
        ),
      ),
  );
}

/** The image names of all renditions of these codes, including those that are being deleted. */
export async function listRenditionImages(
  db: Database,
  codeIds: readonly CodeId[],
): Promise<ReadonlySet<string>> {
  const rows = await findInLists(codeIds, (list) =>
    db
      .select({ codeId: renditions.codeId, hash: renditions.hash })
      .from(renditions)
      .where(isAnyOf(renditions.codeId, list)),
  );
  return new Set(rows.map(toRenditionImage));
}

function isIt(codeId: CodeId, hash: string): SQL | undefined {
  return and(eq(renditions.codeId, codeId), eq(renditions.hash, hash));
}

function toRendition({ colorDark, colorLight, deletedAtMs: _deleted, ...columns }: Row): Rendition {
  return {
    ...columns,
    color: { dark: colorDark, light: colorLight },
  };
}
