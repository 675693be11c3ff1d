import { applyD1Migrations, type D1Migration, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
    }
  }
}

// Files share a process, and each starts with an empty D1, R2 and KV. workerd logs `deleteAllDurableObjects()` for it as an exception: it is none.
await emptyStorage();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

/** On a busy machine, a query of the file before can keep its database alive through a reset. */
async function emptyStorage(): Promise<void> {
  const tables = env.DB.prepare("SELECT count(*) AS tables FROM sqlite_master WHERE name = 'd1_migrations'");
  for (let attempt = 1; attempt <= 20; attempt++) {
    await reset();
    if ((await tables.first('tables')) === 0) return;
  }
  throw new Error('the database of the file before is still there after 20 resets');
}
