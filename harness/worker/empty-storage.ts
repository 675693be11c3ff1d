import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
    }
  }
}

// Files share a process, and each starts with an empty D1, R2 and KV. workerd logs `deleteAllDurableObjects()` as an exception, which it is
// not.
await emptyStorage();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

/** On a busy machine, unfinished work of the previous file can keep a store alive through a reset. */
async function emptyStorage(): Promise<void> {
  for (let attempt = 1; attempt <= 20; attempt++) {
    await reset();
    if (await isEmpty(env)) return;
  }
  throw new Error('what the file before stored is still there after 20 resets');
}

async function isEmpty({ DB, IMAGES, FILES, LINKS, OAUTH_KV }: Partial<Cloudflare.Env>): Promise<boolean> {
  const tables = DB?.prepare("SELECT count(*) AS tables FROM sqlite_master WHERE name = 'd1_migrations'");
  const [migrated, images, files, links, grants] = await Promise.all([
    tables?.first('tables'),
    IMAGES?.list({ limit: 1 }),
    FILES?.list({ limit: 1 }),
    LINKS?.list({ limit: 1 }),
    OAUTH_KV?.list({ limit: 1 }),
  ]);
  const objects = [images, files].flatMap((found) => found?.objects ?? []);
  const keys = [links, grants].flatMap((found) => found?.keys ?? []);
  return !migrated && objects.length === 0 && keys.length === 0;
}
