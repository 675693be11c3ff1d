import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalService, startLocalService } from '../../scripts/support/local-service.ts';
import { findFreePort } from './small-server.ts';

export interface TestDashboard extends LocalService {
  readonly origin: string;
}

/** The whole service as `npm start` runs it, with a state of its own, for a browser to visit. */
export async function startDashboard(): Promise<TestDashboard> {
  const stateDir = mkdtempSync(join(tmpdir(), 'qr-browser-'));
  const service = await startLocalService({ port: await findFreePort(), stateDir });
  return {
    ...service,
    origin: new URL(service.apiUrl).origin,
    stop: async () => {
      await service.stop();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}
