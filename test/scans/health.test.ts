import { describe, expect, inject, it } from 'vitest';
import { createApp } from '../../src/api/app.ts';
import { send } from '../support/api-client.ts';
import { STAND_IN } from '../support/analytics-engine-account.ts';

interface Health {
  status: string;
  checks: Record<string, { ok: boolean; fix?: string }>;
}

const apiUrl = inject('analyticsEngineUrl');

describe.skipIf(apiUrl === null)('GET /health of a service on Analytics Engine', () => {
  const configured: Partial<ApiEnv> = {
    SCAN_LOG: 'analytics_engine',
    AE_ACCOUNT_ID: STAND_IN.accountId,
    AE_API_TOKEN: STAND_IN.apiToken,
    AE_DATASET: STAND_IN.dataset,
    AE_API_URL: apiUrl ?? '',
  };

  async function readHealth(bindings: Partial<ApiEnv> = {}, app = createApp()) {
    const request = new Request('https://api.example.com/health');
    const response = await send(app, request, { ...configured, ...bindings });
    return { status: response.status, text: await response.text() };
  }

  it('is 200 when the dataset can be read', async () => {
    const { status, text } = await readHealth();
    expect(status).toBe(200);
    expect((JSON.parse(text) as Health).checks['ANALYTICS_ENGINE']).toEqual({ ok: true });
  });

  it.each<[string, Partial<ApiEnv>, string]>([
    ['no account id', { AE_ACCOUNT_ID: '' }, 'AE_ACCOUNT_ID'],
    ['a mistyped account id', { AE_ACCOUNT_ID: 'my-account' }, 'AE_ACCOUNT_ID'],
    ['the id of another account', { AE_ACCOUNT_ID: 'f'.repeat(32) }, 'AE_ACCOUNT_ID'],
    ['no token', { AE_API_TOKEN: '' }, 'The secret AE_API_TOKEN'],
    ['an unknown token', { AE_API_TOKEN: 'nobody knows me' }, 'The secret AE_API_TOKEN'],
    ['a token without the permission', { AE_API_TOKEN: STAND_IN.weakToken }, 'Account Analytics: Read'],
    ['the name of no dataset', { AE_DATASET: 'qr_scan' }, 'AE_DATASET'],
    ['a service that is down', { AE_API_URL: `${apiUrl}/down` }, 'does not answer'],
  ])('is 503 with %s, and says how to mend it', async (_, bindings, fix) => {
    const { status, text } = await readHealth(bindings);
    expect(status).toBe(503);
    const { checks } = JSON.parse(text) as Health;
    expect(checks['ANALYTICS_ENGINE']?.ok).toBe(false);
    expect(checks['ANALYTICS_ENGINE']?.fix).toContain(fix);
    for (const secret of [STAND_IN.apiToken, STAND_IN.weakToken]) expect(text).not.toContain(secret);
  });

  it('asks Cloudflare at most twice a minute, however often it is asked', async () => {
    let now = 0;
    let calls = 0;
    const app = createApp({
      nowMs: () => now,
      fetch: (input, init) => {
        calls++;
        return fetch(input, init);
      },
    });
    for (; now < 60_000; now += 1_000) await readHealth({}, app);
    expect(calls).toBe(2);
  });
});
