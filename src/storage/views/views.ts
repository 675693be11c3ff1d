import { and, asc, eq } from 'drizzle-orm';
import { MAX_VIEWS, type SavedView, type ViewPage } from '#core/saved-view.ts';
import type { Database } from '../database.ts';
import { sql } from '../sql.ts';
import { savedViews } from './views-tables.ts';

const VIEW = {
  id: savedViews.id,
  page: savedViews.page,
  name: savedViews.name,
  query: savedViews.query,
};

/** A person's views of a page, by name. */
export async function listViews(db: Database, personId: string, page: ViewPage): Promise<SavedView[]> {
  return db
    .select(VIEW)
    .from(savedViews)
    .where(and(eq(savedViews.personId, personId), eq(savedViews.page, page)))
    .orderBy(asc(savedViews.name))
    .all();
}

/** A person's own view; null if there is none. */
export async function findView(db: Database, personId: string, id: string): Promise<SavedView | null> {
  return (await db.select(VIEW).from(savedViews).where(isOwn(personId, id)).get()) ?? null;
}

/** A view of the same name is replaced. False if the person has as many as they may. */
export async function saveView(
  db: Database,
  { id, personId, page, name, query }: SavedView & { readonly personId: string },
): Promise<boolean> {
  const own = sql`SELECT 1 FROM saved_views WHERE person_id = ${personId} AND page = ${page}`;
  const saved = await db.all(sql`
    INSERT INTO saved_views (id, person_id, page, name, query)
    SELECT ${id}, ${personId}, ${page}, ${name}, ${query}
    WHERE (SELECT count(*) FROM (${own})) < ${MAX_VIEWS} OR EXISTS (${own} AND name = ${name})
    ON CONFLICT (person_id, page, name) DO UPDATE SET query = excluded.query
    RETURNING id`);
  return saved.length > 0;
}

/** False if another view of the person on this page has the name, or the view is gone. */
export async function renameView(db: Database, personId: string, id: string, name: string): Promise<boolean> {
  const renamed = await db.all(sql`
    UPDATE OR IGNORE saved_views SET name = ${name} WHERE id = ${id} AND person_id = ${personId} RETURNING id`);
  return renamed.length > 0;
}

export async function deleteView(db: Database, personId: string, id: string): Promise<void> {
  await db.delete(savedViews).where(isOwn(personId, id));
}

function isOwn(personId: string, id: string) {
  return and(eq(savedViews.id, id), eq(savedViews.personId, personId));
}
