import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseApiKey } from '../../src/core/api-key.ts';
import { findAccountOfKey, invite } from '../../scripts/support/accounts.ts';
import { type LocalService, startLocalService } from '../../scripts/support/local-service.ts';
import { runWrangler } from '../../scripts/support/wrangler.ts';
import { findFreePort } from './free-port.ts';

export interface TestDashboard extends LocalService {
  readonly origin: string;
  /** Runs a statement on the service's own database. */
  execute(sql: string): Promise<void>;
  /** One more sign-in link, for an owner of the demo account by this name. */
  invite(name: string): Promise<string>;
}

/** The whole service as `npm start` runs it, with a state of its own, for a browser to visit. */
export async function startDashboard({ isSignUpOpen = false } = {}): Promise<TestDashboard> {
  const stateDir = mkdtempSync(join(tmpdir(), 'qr-browser-'));
  const vars: Record<string, string> = isSignUpOpen ? { SIGNUP: 'open' } : {};
  const service = await startLocalService({ port: await findFreePort(), stateDir, vars });
  return {
    ...service,
    origin: new URL(service.apiUrl).origin,
    execute: async (sql) => {
      const where = ['--local', '--persist-to', resolve(stateDir, 'state'), '--yes'];
      await runWrangler(['d1', 'execute', 'DB', ...where, '--command', sql]);
    },
    invite: async (name) => {
      const place = { remote: false, stateDir: resolve(stateDir, 'state') } as const;
      const apiKey = parseApiKey(service.apiKey);
      if (!apiKey) throw new Error('the demo key is no key');
      const accountId = await findAccountOfKey(place, apiKey);
      return service.apiUrl + (await invite(place, { accountId, name, email: null, role: 'owner' }));
    },
    stop: async () => {
      await service.stop();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}
