import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryPlace } from '../node/query-place.ts';
import { createAccount, invite } from '#scripts/support/accounts.ts';
import { openLocalDatabase } from '#scripts/support/local/database.ts';
import type { Place } from '#scripts/support/place.ts';
import { startLocalService } from '#scripts/support/local/service.ts';
import { findFreePort } from '../node/free-port.ts';
import { fillAccount, type FilledAccount } from './fill-account.ts';

const DAY_MS = 86_400_000;

/** For each account: enough for an hour of `useDashboardInChromium`. */
const SIGN_INS = 12;

/** An account of the whole service for browser tests. It can be passed to another process. */
export interface TestDashboard {
  readonly origin: string;
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Sign-in links for the account's owner; each works once. */
  readonly signInUrls: readonly string[];
  /** The content of the account; null if it is empty. */
  readonly filled: FilledAccount | null;
}

export interface TestDashboards<Name extends string> {
  readonly dashboards: Readonly<Record<Name, TestDashboard>>;
  readonly stop: () => Promise<void>;
}

/**
 * Runs the whole service as `npm start` does, with its own state, open sign-up, and these accounts. From here on, only the service may
 * write to its database: it does not wait for other processes.
 */
export async function startDashboards<Name extends string>(
  accounts: Readonly<Record<Name, 'empty' | 'filled'>>,
): Promise<TestDashboards<Name>> {
  const stateDir = mkdtempSync(join(tmpdir(), 'qr-browser-'));
  const service = await startLocalService({
    port: await findFreePort(),
    stateDir,
    vars: { SIGNUP: 'open' },
  });
  const stop = async () => {
    await service.stop();
    rmSync(stateDir, { recursive: true, force: true });
  };
  try {
    await using database = openLocalDatabase(join(stateDir, 'state'));
    const dashboards: Partial<Record<Name, TestDashboard>> = {};
    for (const name in accounts) {
      const empty = await openAccount(service.apiUrl, database);
      const filled = accounts[name] === 'filled' ? await fillAccount(empty, database) : null;
      dashboards[name] = { ...empty, filled };
    }
    // A busy machine may reach a file only after the 15 minutes for which such a link works. A sign-in ends invitations, but not other links.
    await queryPlace(
      database,
      `UPDATE sign_in_links SET is_invitation = 0, expires_at_ms = expires_at_ms + ${DAY_MS}`,
    );
    return { dashboards: dashboards as Record<Name, TestDashboard>, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openAccount(apiUrl: string, place: Place): Promise<Omit<TestDashboard, 'filled'>> {
  const { apiKey, accountId } = await createAccount(place, { name: 'Demo', plan: 'business' });
  const signInUrls: string[] = [];
  for (let i = 0; i < SIGN_INS; i++) {
    signInUrls.push(
      apiUrl + (await invite(place, { accountId, name: 'Demo owner', email: null, role: null })),
    );
  }
  return { origin: new URL(apiUrl).origin, apiUrl, apiKey, signInUrls };
}
