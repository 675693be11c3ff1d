import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFolder } from '#scripts/installation/settings/folder.ts';
import { readSettings } from '#scripts/installation/settings/settings.ts';
import { listMigrations } from '#scripts/support/migration-files.ts';
import { hexId } from './account.ts';
import { DatabaseCopy } from './database-copy.ts';
import type { OpenAccount } from './open-account.ts';

/** An installation as `npm run setup` leaves it, without its Workers. */
export function install(
  { account, platform }: OpenAccount,
  name: string,
): { readonly copy: DatabaseCopy; readonly values: Map<string, string> } {
  const copy = new DatabaseCopy();
  copy.query('CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)', []);
  for (const file of listMigrations()) {
    copy.query(readFileSync(join('migrations', file), 'utf8'), []);
    copy.query('INSERT INTO d1_migrations (name) VALUES (?)', [file]);
  }
  const databaseId = hexId();
  const namespaceId = hexId();
  const values = new Map<string, string>();
  account.databases.set(databaseId, { id: databaseId, name, location: null, copy });
  const appsNamespaceId = hexId();
  account.namespaces.set(namespaceId, { id: namespaceId, title: name, values });
  account.namespaces.set(appsNamespaceId, { id: appsNamespaceId, title: `${name}-apps`, values: new Map() });
  const settings = readSettings({ installation: name, domain: 'example.com' }, null);
  openFolder(platform.installationsDir, name).write(
    { settings, accountId: account.id, databaseId, namespaceId, appsNamespaceId },
    { api: {}, shortLink: {} },
  );
  return { copy, values };
}
