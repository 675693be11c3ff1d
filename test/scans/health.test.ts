import { describe, expect, inject, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { send } from '#harness/worker/api-client.ts';
import { STAND_IN } from '#harness/programs/analytics-engine-account.ts';

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

  it('is 200 when Analytics Engine is configured, and never spends a query for a stranger', async () => {
    let calls = 0;
    const app = createApp({
      fetch: (input, init) => {
        calls++;
        return fetch(input, init);
      },
    });
    const { status, text } = await readHealth({}, app);
    expect(status).toBe(200);
    expect((JSON.parse(text) as Health).checks['ANALYTICS_ENGINE']).toEqual({ ok: true });
    expect(calls).toBe(0);
  });

  it.each<[string, Partial<ApiEnv>, string]>([
    ['no account id', { AE_ACCOUNT_ID: '' }, 'AE_ACCOUNT_ID'],
    ['a mistyped account id', { AE_ACCOUNT_ID: 'my-account' }, 'AE_ACCOUNT_ID'],
    ['no token', { AE_API_TOKEN: '' }, 'The secret AE_API_TOKEN'],
  ])('is 503 with %s, and says how to fix it', async (_, bindings, fix) => {
    const { status, text } = await readHealth(bindings);
    expect(status).toBe(503);
    const { checks } = JSON.parse(text) as Health;
    expect(checks['ANALYTICS_ENGINE']?.ok).toBe(false);
    expect(checks['ANALYTICS_ENGINE']?.fix).toContain(fix);
    for (const secret of [STAND_IN.apiToken, STAND_IN.weakToken]) expect(text).not.toContain(secret);
  });
});
