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
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
