import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { randomHex } from '#harness/data/random.ts';
import { type CodeResource, createClient } from '#harness/worker/api-client.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { createRedirect } from '#shortlink/redirect.ts';

interface Domain {
  readonly id: string;
  readonly host: string;
  readonly state: string;
  readonly records: readonly { readonly name: string; readonly value: string }[];
}

const NOON = Date.UTC(2026, 10, 26, 12);

it('a brand moves onto its own domain: claim, import, scan an old print, rename, count both names, export', async () => {
  let now = NOON;
  const host = `go.${randomHex()}.example`;
  let proof = '';
  const dns = async () => Response.json({ Status: 0, Answer: [{ type: 16, data: `"${proof}"` }] });
  const bindings = { SHORT_HOSTS: `go.example.com ${host}` };
  const client = await createClient({ app: createApp({ nowMs: () => now, fetch: dns }) });
  async function send<T>(method: string, path: string, body?: unknown, headers = {}): Promise<T> {
    const response = await client.request(method, path, body, { headers, env: bindings });
    expect(response.status, await response.clone().text()).toBe(200);
    return response.json<T>();
  }
  // The short-link Worker needs what the API has, and its own secret.
  const withBindings: unknown = { ...env, ...bindings, VISITOR_KEY_SECRET: 'secret' };
  const redirect = createRedirect({ nowMs: () => now });
  async function scan(url: string) {
    const ctx = createExecutionContext();
    const request = new Request(url, {
      redirect: 'manual',
      headers: { 'User-Agent': 'Mozilla/5.0 (iPhone) Mobile', 'CF-Connecting-IP': '192.0.2.7' },
    });
    const response = await redirect(request, withBindings as ShortlinkEnv, ctx);
    await waitOnExecutionContext(ctx);
    return response.headers.get('Location') ?? response.status;
  }

  const claimed = await send<Domain>('POST', '/v1/domains', { host });
  proof = claimed.records[0]?.value ?? '';
  now += 60_000;
  expect(await send<Domain>('POST', `/v1/domains/${claimed.id}/verify`)).toMatchObject({ state: 'active' });

  const file = `Long URL,Bitlink,Title\nhttps://example.com/sale,https://${host}/SpringSale,Spring\nhttps://example.com/other,https://${host}/springsale,Other\n`;
  const started = await send<{ id: string }>('POST', '/v1/imports?dry_run=false', file, {
    'Content-Type': 'text/csv',
  });
  const job = await send<{ status: string; counts: object }>('GET', `/v1/imports/${started.id}`);
  expect(job).toMatchObject({ status: 'done', counts: { created: 2, failed: 0 } });

  const old = `https://${host}/SpringSale`;
  expect(await scan(old)).toBe('https://example.com/sale');
  expect(await scan(`https://${host}/springsale`)).toBe('https://example.com/other');
  const { data } = await send<{ data: CodeResource[] }>('GET', `/v1/qr?domain=${host}&short_code=SpringSale`);
  const id = data[0]?.id ?? '';
  expect(data.map(({ short_url }) => short_url)).toEqual([old]);

  await send('POST', `/v1/qr/${id}/names`, { host, path: 'Spring/Sale' });
  now += 30_000;
  expect(await scan(`https://${host}/Spring/Sale`)).toBe('https://example.com/sale');
  expect(await scan(`https://${host}/Spring/Sale.`)).toBe('https://example.com/sale');
  expect(await scan(`https://go.example.com/${id.slice(3)}`)).toBe('https://example.com/sale');

  await runScheduled(now);
  const statistics = await send<{ by_name: object[] }>(
    'GET',
    `/v1/qr/${id}/stats?include=name&range=last_7_days`,
  );
  expect(statistics.by_name).toEqual([
    { name: `${host}/Spring/Sale`, scans: 2 },
    ...[
      { name: `${host}/SpringSale`, scans: 1 },
      { name: id.slice(3), scans: 1 },
    ].sort((a, b) => (a.name < b.name ? -1 : 1)),
  ]);
  const filtered = await send<{ total_scans: number }>(
    'GET',
    `/v1/qr/${id}/stats?range=last_7_days&filter=name:${host}/Spring/Sale`,
  );
  expect(filtered.total_scans).toBe(2);

  const exported = await send<{ base: string; redirects: { id: string; paths: string[]; target: string }[] }>(
    'GET',
    `/v1/exports/redirects.json?domain=${host}`,
  );
  expect(exported.base).toBe(`https://${host}`);
  expect(exported.redirects.find((one) => one.id === id)).toMatchObject({
    target: 'https://example.com/sale',
    paths: ['/SpringSale', '/Spring/Sale', `/${id.slice(3)}`],
  });
  const operators = await send<{ redirects: { id: string; paths: string[] }[] }>(
    'GET',
    '/v1/exports/redirects.json',
  );
  expect(operators.redirects.find((one) => one.id === id)?.paths).toEqual([`/${id.slice(3)}`]);
});
