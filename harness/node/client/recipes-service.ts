import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from '#core/accounts/plan.ts';
import { createAccount } from '#scripts/support/accounts.ts';
import { openLocalDatabase } from '#scripts/support/local/database.ts';
import type { Place } from '#scripts/support/place.ts';
import { startLocalService } from '#scripts/support/local/service.ts';
import { findFreePort } from '../free-port.ts';
import { installClient } from './install-client.ts';

/** The local service, and a folder in which the programs from docs/recipes find the client. */
export interface RecipesService {
  readonly apiUrl: string;
  readonly folder: string;
  /** The path of the command line `qr`. */
  readonly commandLine: string;
  readonly database: Place;
  /** The key of a new account without codes. */
  createKey(plan: Plan): Promise<string>;
  /** The path of a copy of a program from docs/recipes. */
  copyRecipe(name: string): string;
  stop(): Promise<void>;
}

export async function startServiceForRecipes(): Promise<RecipesService> {
  const folder = mkdtempSync(join(tmpdir(), 'qr-recipes-'));
  const commandLine = await installClient(folder);
  const database = openLocalDatabase(join(folder, 'state'));
  const service = await startLocalService({ port: await findFreePort(), stateDir: folder });
  return {
    apiUrl: service.apiUrl,
    folder,
    commandLine,
    database,
    async createKey(plan) {
      return (await createAccount(database, { name: `A shop on the plan ${plan}`, plan })).apiKey;
    },
    copyRecipe(name) {
      const file = join(folder, name);
      copyFileSync(join('docs/recipes', name), file);
      return file;
    },
    async stop() {
      await service.stop();
      await database[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
