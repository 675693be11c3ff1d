import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import { DEFAULT_TEMPLATE, type Template, type TemplateFields } from '#core/styles/template.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import type { Database } from '../database.ts';
import { findInLists, listSql } from '../json-list.ts';
import { ownedRows } from '../owned-rows.ts';
import { sql } from '../sql.ts';
import { refuseWithoutLogos } from '../logos/logos.ts';
import { templates } from './styles-tables.ts';

type Row = typeof templates.$inferSelect;

const own = ownedRows(templates);

/** The templates of an account, sorted by name. */
export async function listTemplates(db: Database, accountId: string): Promise<Template[]> {
  const rows = await own.list(db, accountId);
  // An account has few, so sorting them here needs no index.
  const key = ({ name, id }: Template) => `${name.toLowerCase()}\n${id}`;
  return rows.map(toTemplate).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

export async function findTemplate(db: Database, accountId: string, id: string): Promise<Template | null> {
  const row = await own.find(db, accountId, id);
  return row && toTemplate(row);
}

/** Templates of an account by their names in requests: their ids, or `default`. Missing ones are left out. */
export async function findNamedTemplates(
  db: Database,
  accountId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, Template>> {
  const isDefault = names.includes(DEFAULT_TEMPLATE) ? sql`OR is_default = 1` : sql``;
  const rows = await findInLists(names, (list) =>
    db
      .select()
      .from(templates)
      .where(and(eq(templates.accountId, accountId), sql`(id IN ${listSql(list)} ${isDefault})`)),
  );
  const found = new Map(rows.map((row) => [row.id, toTemplate(row)]));
  const standard = [...found.values()].find((template) => template.isDefault);
  return standard ? found.set(DEFAULT_TEMPLATE, standard) : found;
}

/**
 * Stores a template; false, without a change, if the account already has `most`. Throws an error that `isLogoMissing` recognises if its
 * image was deleted meanwhile.
 */
export async function insertTemplate(
  db: Database,
  accountId: string,
  template: Template,
  most: number,
): Promise<boolean> {
  const hasRoom = sql`(${own.count(accountId)}) < ${most}`;
  const { color, ...columns } = template;
  const row: Row = { ...columns, accountId, colorDark: color.dark, colorLight: color.light };
  const values = Object.entries(getTableColumns(templates)).map(([key, column]) =>
    sql.param(row[key as keyof Row], column),
  );
  const [, inserted] = await db.batch([
    unsetOther(db, accountId, template, hasRoom),
    db
      .insert(templates)
      .select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${hasRoom}`)
      .returning({ id: templates.id }),
    ...refuseWithoutLogos(db, accountId, imagesOf(template)),
  ]);
  return inserted.length > 0;
}

/** Changes a template at a given revision; null if the revision differs or the template is gone. Throws as `insertTemplate` does. */
export async function updateTemplate(
  db: Database,
  accountId: string,
  { id, revision }: Pick<Template, 'id' | 'revision'>,
  { color, ...fields }: TemplateFields,
  nowMs: number,
): Promise<Template | null> {
  const isIt = sql`account_id = ${accountId} AND id = ${id} AND revision = ${revision}`;
  const isThere = sql`EXISTS (SELECT 1 FROM templates WHERE ${isIt})`;
  const [, [row]] = await db.batch([
    unsetOther(db, accountId, { id, isDefault: fields.isDefault }, isThere),
    db
      .update(templates)
      .set({
        ...fields,
        colorDark: color.dark,
        colorLight: color.light,
        revision: revision + 1,
        updatedAtMs: nowMs,
      })
      .where(isIt)
      .returning(),
    ...refuseWithoutLogos(db, accountId, imagesOf(fields)),
  ]);
  return row ? toTemplate(row) : null;
}

/** Deletes a template and returns it; null if the account has no such template. */
export async function deleteTemplate(db: Database, accountId: string, id: string): Promise<Template | null> {
  const [row] = await own.delete(db, accountId, id);
  return row ? toTemplate(row) : null;
}

function imagesOf({ style }: Pick<TemplateFields, 'style'>): ImageId[] {
  return style?.logo ? [style.logo.image] : [];
}

/**
 * Removes the default mark from another template, if this one is about to become the default and a condition holds. It must run before
 * that, in the same transaction.
 */
function unsetOther(
  db: Database,
  accountId: string,
  { id, isDefault }: Pick<Template, 'id' | 'isDefault'>,
  condition: SQL,
) {
  return (
    db
      .update(templates)
      // A concurrent change of that template starts again, and does not restore its default mark.
      .set({ isDefault: false, revision: sql`revision + 1` })
      .where(
        sql`${isDefault ? 1 : 0} AND account_id = ${accountId} AND is_default = 1 AND id <> ${id} AND ${condition}`,
      )
  );
}

function toTemplate({ accountId: _account, colorDark, colorLight, ...columns }: Row): Template {
  return {
    ...columns,
    color: { dark: colorDark, light: colorLight },
  };
}
