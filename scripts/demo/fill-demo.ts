import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { hashApiKey, parseApiKey } from '#core/accounts/api-key.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { Scan } from '#core/scans/scan.ts';
import { changeAccount } from '#storage/accounts/accounts.ts';
import { findApiKey } from '#storage/accounts/api-keys.ts';
import { insertPastScans } from '#storage/scans/past-scans.ts';
import { openLocalDatabase } from '../support/local/database.ts';
import type { LocalService } from '../support/local/service.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type DemoCode, planDemoCodes } from './plan-codes.ts';
import { planDemoScans } from './plan-scans.ts';

/** The approximate number of scans of all codes together. */
const EXPECTED_SCANS = 24_000;

/** A call that is short is seldom under way when wrangler reloads the Worker. */
const CODES_PER_CALL = 20;

/** For how long the same codes are put again, and the time between two attempts. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/** The new name of the account, so that nobody takes its figures for real ones. */
const MARKED_NAME = 'Demo, with made-up scans';

/**
 * Fills the demo account with codes, through the interface, and with scans of the last 90 days, directly in the scan log. All scans are
 * stored, or none. An account that has them gets no more. Returns a sentence about what was done.
 * @throws Error if the service refuses the codes
 */
export async function fillDemo(
  { apiUrl, apiKey }: Pick<LocalService, 'apiUrl' | 'apiKey'>,
  stateDir: string,
  nowMs: number,
): Promise<string> {
  const key = parseApiKey(apiKey);
  if (!key) throw new Error('The demo account has no key.');
  await using place = openLocalDatabase(resolve(stateDir, 'state'));
  const account = (await findApiKey(place.db, await hashApiKey(key)))?.account;
  if (!account) throw new Error('The demo account is gone.');
  if (account.name === MARKED_NAME) return 'The demo account already has its codes and made-up scans.';

  const codes = planDemoCodes(nowMs);
  const codeIds = await putCodes(apiUrl, apiKey, codes);
  const scans = planScans(codes, codeIds, { accountId: account.id, nowMs });
  await insertPastScans(place.db, scans, changeAccount(place.db, account.id, { name: MARKED_NAME }));
  return `Filled the demo account: ${codes.length} codes with the tag "demo", and ${scans.length} made-up scans of the last 90 days.`;
}

/** Creates the missing codes. Returns the ids of all codes, in order. */
async function putCodes(apiUrl: string, apiKey: string, codes: readonly DemoCode[]): Promise<CodeId[]> {
  const ids: CodeId[] = [];
  for (let from = 0; from < codes.length; from += CODES_PER_CALL) {
    const response = await putWhileReloaded(`${apiUrl}/v1/qr/bulk`, {
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ codes: codes.slice(from, from + CODES_PER_CALL).map(({ body }) => body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The demo account was not filled: ${text}`);
    const { data } = JSON.parse(text) as { data: { code?: { id: string }; error?: { message: string } }[] };
    for (const { code, error } of data) {
      if (!code) throw new Error(`The demo account was not filled: ${error?.message}`);
      ids.push(code.id.slice('qr_'.length) as CodeId);
    }
  }
  return ids;
}

/**
 * On a busy machine, wrangler may reload a Worker that has just started, more than once, and responds with 503 to what was under way.
 * It is safe to put the same codes again.
 */
async function putWhileReloaded(url: string, init: RequestInit): Promise<Response> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const response = await fetch(url, { ...init, method: 'PUT' });
    if (response.status !== 503 || performance.now() > until) return response;
    await setTimeout(PAUSE_MS);
  }
}

function planScans(
  codes: readonly DemoCode[],
  codeIds: readonly CodeId[],
  { accountId, nowMs }: { readonly accountId: string; readonly nowMs: number },
): Scan[] {
  const random = seededRandom(1);
  const weights = codes.reduce((sum, { scans }) => sum + (scans?.weight ?? 0), 0);
  const scans = codes.flatMap((code, i) => {
    const codeId = codeIds[i];
    const expected = (EXPECTED_SCANS * (code.scans?.weight ?? 0)) / weights;
    const planned = code.scans ? planDemoScans(code.scans, { expected, nowMs, random }) : [];
    return codeId ? planned.map((scan) => Object.assign(scan, { codeId, accountId })) : [];
  });
  // In the order in which they happened.
  return scans.sort((a, b) => a.atMs - b.atMs);
}
