import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '#harness/node/small-server.ts';
import { startWholeService, type WholeService } from '#harness/node/whole-service.ts';

/** A brand on a host of its own, which on a laptop is any name below `localhost`. */

const HOST = 'brand.localhost';

let service: WholeService;
let api: string;
let send: WholeService['send'];
let visit: WholeService['visit'];
let operate: WholeService['operate'];
beforeAll(async () => {
  service = await startWholeService();
  ({ api, send, visit, operate } = service);
});
afterAll(() => service?.stop());

it('claims it, imports a Bitly file onto it, scans an old print, renames it, counts both names, and exports it', async () => {
  const domain = await send<{ id: string; state: string }>('POST', '/v1/domains', { host: HOST });
  expect(await send('POST', `/v1/domains/${domain.id}/verify`)).toMatchObject({
    state: 'active',
    problem: null,
  });
  expect(await send('POST', '/v1/domains', { host: 'go.brand.example' })).toMatchObject({
    state: 'pending_dns',
  });

  const file = `Long URL,Bitlink,Title\nhttps://example.com/sale,https://${HOST}/SpringSale,Spring\nhttps://example.com/other,https://${HOST}/springsale,Other\n`;
  const { id: importId } = await send<{ id: string }>('POST', '/v1/imports?dry_run=false', file, 'text/csv');
  await expect
    .poll(() => send('GET', `/v1/imports/${importId}`), { timeout: 20_000 })
    .toMatchObject({ status: 'done', counts: { created: 2, failed: 0 } });

  const { data } = await send<{ data: { id: string; short_url: string }[] }>(
    'GET',
    `/v1/qr?domain=${HOST}&short_code=SpringSale`,
  );
  const [code] = data;
  const id = code?.id ?? '';
  expect(code?.short_url).toBe(`http://${HOST}:${service.port}/SpringSale`);
  expect(await visit(HOST, '/SpringSale')).toMatchObject({
    status: 302,
    location: 'https://example.com/sale',
  });
  expect(await visit(HOST, '/springsale')).toMatchObject({ location: 'https://example.com/other' });
  expect(await visit('other.localhost', '/SpringSale')).toMatchObject({ status: 404 });

  await send('POST', `/v1/qr/${id}/names`, { host: HOST, path: 'Spring/Sale' });
  expect(await visit(HOST, '/Spring/Sale')).toMatchObject({ location: 'https://example.com/sale' });
  expect(await visit(HOST, '/Spring/Sale.')).toMatchObject({ location: 'https://example.com/sale' });
  expect(await visit('localhost', `/s/${id.slice(3)}`)).toMatchObject({
    location: 'https://example.com/sale',
  });
  const about = await visit(HOST, '/Spring/Sale+');
  expect(about).toMatchObject({ status: 200, location: null });
  expect(about.body).toContain('example.com');

  await expect
    .poll(() => send('GET', `/v1/qr/${id}/stats?include=name&range=last_7_days`), { timeout: 10_000 })
    .toMatchObject({ total_scans: 4 });
  const { by_name } = await send<{ by_name: object[] }>('GET', `/v1/qr/${id}/stats?include=name`);
  expect(by_name).toHaveLength(3);
  expect(by_name).toContainEqual({ name: `${HOST}/Spring/Sale`, scans: 2 });
  expect(by_name).toContainEqual({ name: `${HOST}/SpringSale`, scans: 1 });
  expect(by_name).toContainEqual({ name: id.slice(3), scans: 1 });

  const exported = await send<{ base: string; redirects: { id: string; paths: string[] }[] }>(
    'GET',
    `/v1/exports/redirects.json?domain=${HOST}`,
  );
  expect(exported.base).toBe(`http://${HOST}:${service.port}`);
  expect(exported.redirects.find((one) => one.id === id)?.paths).toEqual([
    '/SpringSale',
    '/Spring/Sale',
    `/${id.slice(3)}`,
  ]);
});

it('tells prints from links, loses what the operator blocks, keeps its names, sends nothing once suspended, and can leave', async () => {
  const events: string[] = [];
  const receiver = await startServer((_, body, response) => {
    events.push((JSON.parse(body.toString()) as { data: { object: { title: string } } }).data.object.title);
    response.writeHead(204).end();
  });
  const url = receiver.url.replace('127.0.0.1', 'localhost');
  await send('POST', '/v1/webhooks', { url, events: ['qr.created', 'qr.updated'] });
  const { id } = await send<{ id: string }>('POST', '/v1/qr', {
    ...{ target: 'https://example.com/menu', dynamic: true, short_code: 'menu-card', title: 'Menu' },
  });
  await expect.poll(() => events, { timeout: 30_000 }).toEqual(['Menu']);

  for (const path of ['/s/MENU-CARD', '/s/menu-card', '/s/menu-card'])
    expect(await visit('localhost', path)).toMatchObject({ location: 'https://example.com/menu' });
  await expect
    .poll(() => send('GET', `/v1/qr/${id}/stats?include=source`), { timeout: 10_000 })
    .toMatchObject({ by_source: { symbol: 1, link: 2, unknown: 0 } });

  // A name that is taken off stays the account's.
  await send('POST', `/v1/qr/${id}/names`, { host: null, path: 'soup-card' });
  await send('DELETE', `/v1/qr/${id}/names?path=soup-card`);
  const foreign = /qr_live_\w+/.exec(await operate('account', 'create', '--name', 'Others'))?.[0] ?? '';
  const taken = await fetch(`${api}/v1/qr`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${foreign}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ target: 'https://example.com', dynamic: true, short_code: 'soup-card' }),
  });
  expect([taken.status, await taken.json()]).toMatchObject([409, { code: 'short_code_taken' }]);

  const { data } = await send<{ data: { id: string; host: string }[] }>('GET', '/v1/domains');
  const domain = data.find(({ host }) => host === HOST)?.id ?? '';
  await send('PATCH', `/v1/domains/${domain}`, { root_url: 'https://www.phish.example/login' });
  await expect
    .poll(() => visit(HOST, '/'), { timeout: 60_000 })
    .toMatchObject({ location: 'https://www.phish.example/login' });
  await operate('blocklist', 'add', 'phish.example');
  expect(await (await fetch(`${api}/cdn-cgi/handler/scheduled`)).text()).toBe('ok');
  await expect.poll(() => visit(HOST, '/'), { timeout: 60_000 }).toMatchObject({ location: null });

  const everything = await fetch(`${api}/v1/exports/everything.zip`, {
    headers: { Authorization: `Bearer ${service.apiKey}` },
  });
  expect(everything.status).toBe(200);
  expect(Buffer.from(await everything.arrayBuffer()).includes(`redirects/${HOST}/`)).toBe(true);

  const own = (await operate('account', 'list')).split('\n').find((line) => line.includes('Demo')) ?? '';
  const account = /acc_\w+/.exec(own)?.[0] ?? '';
  await send('PATCH', `/v1/qr/${id}`, { title: 'The last one' });
  await expect.poll(() => events.at(-1), { timeout: 30_000 }).toBe('The last one');
  const before = events.length;
  await operate('account', 'suspend', account, '--reason', 'a trial', '--codes');
  await expect.poll(() => visit(HOST, '/SpringSale'), { timeout: 60_000 }).toMatchObject({ location: null });
  expect(await (await fetch(`${api}/cdn-cgi/handler/scheduled`)).text()).toBe('ok');
  expect(events).toHaveLength(before);
  await receiver.stop();
});
