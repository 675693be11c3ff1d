import { resolve } from 'node:path';
import { parseApiKey } from '#core/accounts/api-key.ts';
import { findAccountOfKey, toSqlLiteral } from '../support/accounts.ts';
import { openLocalDatabase } from '../support/local-database.ts';
import type { LocalService } from '../support/local-service.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type DemoCode, planDemoCodes } from './plan-codes.ts';
import { planDemoScans } from './plan-scans.ts';

/** About how many scans all codes together get. */
const EXPECTED_SCANS = 24_000;

/** `PUT /v1/qr/bulk` takes as many. */
const CODES_PER_CALL = 100;

/** How often the same codes are put, at most. */
const MOST_TRIES = 5;

/** D1 takes statements of up to 100 KB, and a scan takes about 140 characters. */
const SCANS_PER_STATEMENT = 400;

/** What the account is called from then on: nobody shall take its figures for real ones. */
const MARKED_NAME = 'Demo, with made-up scans';

/**
 * Fills the demo account with codes, over the interface, and with scans of the last 90 days, straight into the scan log. All scans come, or
 * none; an account that has them gets no more. Gives a sentence that says what was done.
 * @throws Error where the service refuses the codes
 */
export async function fillDemo(
  { apiUrl, apiKey }: Pick<LocalService, 'apiUrl' | 'apiKey'>,
  stateDir: string,
  nowMs: number,
): Promise<string> {
  const key = parseApiKey(apiKey);
  if (!key) throw new Error('The demo account has no key.');
  await using place = openLocalDatabase(resolve(stateDir, 'state'));
  const accountId = toSqlLiteral(await findAccountOfKey(place, key));
  const [marked] = await place.query(
    `SELECT id FROM accounts WHERE id = ${accountId} AND name = ${toSqlLiteral(MARKED_NAME)}`,
  );
  if (marked) return 'The demo account has its codes and made-up scans already.';

  const codes = planDemoCodes(nowMs);
  const codeIds = await putCodes(apiUrl, apiKey, codes);
  const { statements, scans } = insertScans(codes, codeIds, { accountId, nowMs });
  const mark = `UPDATE accounts SET name = ${toSqlLiteral(MARKED_NAME)} WHERE id = ${accountId}`;
  await place.query([...statements, mark].join(';'));
  return `Filled the demo account: ${codes.length} codes with the tag "demo", and ${scans} made-up scans of the last 90 days.`;
}

/** Creates the codes that are not there yet. Gives their ids, in order. */
async function putCodes(apiUrl: string, apiKey: string, codes: readonly DemoCode[]): Promise<string[]> {
  const ids: string[] = [];
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
      ids.push(code.id.slice('qr_'.length));
    }
  }
  return ids;
}

/** On a busy machine wrangler may reload a Worker that has just started, and responds with 503. To put the same codes again is safe. */
async function putWhileReloaded(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, { ...init, method: 'PUT' });
    if (response.status !== 503 || tries === MOST_TRIES) return response;
  }
}

/** The columns of a `DemoScan`, in its order. */
const COLUMNS =
  'scanned_at_ms, device, visitor_key, country, region, city, os, browser, referrer, language, variant'.split(
    ', ',
  );

/** @param accountId as an SQL literal */
function insertScans(
  codes: readonly DemoCode[],
  codeIds: readonly string[],
  { accountId, nowMs }: { readonly accountId: string; readonly nowMs: number },
) {
  const random = seededRandom(1);
  const weights = codes.reduce((sum, { scans }) => sum + (scans?.weight ?? 0), 0);
  const rows = codes.flatMap(({ scans }, i) => {
    const expected = (EXPECTED_SCANS * (scans?.weight ?? 0)) / weights;
    const planned = scans ? planDemoScans(scans, { expected, nowMs, random }) : [];
    return planned.map((scan) => [codeIds[i], scan] as const);
  });
  // As they came in.
  rows.sort(([, a], [, b]) => a[0] - b[0]);
  const values = COLUMNS.map((_, i) => `value -> 1 ->> ${i}`).join(', ');
  const statements: string[] = [];
  for (let from = 0; from < rows.length; from += SCANS_PER_STATEMENT) {
    const json = toSqlLiteral(JSON.stringify(rows.slice(from, from + SCANS_PER_STATEMENT)));
    statements.push(
      `INSERT INTO scans (code_id, account_id, ${COLUMNS.join(', ')})
        SELECT value ->> 0, ${accountId}, ${values} FROM json_each(${json})`,
    );
  }
  return { statements, scans: rows.length };
}
