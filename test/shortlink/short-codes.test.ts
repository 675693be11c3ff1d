import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import type { AddressKey } from '#core/links/link-address.ts';
import { hashPassword } from '#core/control/password.ts';
import { SCANNER_PATHS } from '#harness/data/scanner-paths.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { withStatements } from '#harness/worker/faults.ts';
import { UNKNOWN_REMEMBERED_MS } from '#shortlink/targets/time-bounds.ts';
import { putCopies } from '#storage/links/copies.ts';
import { Isolate } from '#harness/shortlink/isolate.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const TARGET = 'https://example.com/menu';

// Scans are counted elsewhere: only queries that find the code count here.
const openIsolate = () => new Isolate(NOW, { SCAN_LOG: 'off' });

let accountId = '';
let nextId = 0;
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
});

type Seed = Omit<Parameters<typeof seedCode>[1], 'accountId' | 'codeId' | 'shortCode'>;

async function seed(code: Seed = {}) {
  const n = nextId++;
  const shortCode = `menu-${n}`;
  const codeId = `sh${String(n).padStart(6, '0')}`;
  await seedCode(env.DB, { accountId, codeId, shortCode, target: TARGET, ...code });
  return { shortCode, codeId: codeId as CodeId, path: `/${shortCode}` };
}

describe('a short code', () => {
  it('leads where its code leads, in either case, like the id', async () => {
    const { path, codeId } = await seed();
    const isolate = openIsolate();
    for (const each of [path, path.toUpperCase(), `${path}?utm_source=poster`, `/${codeId}`]) {
      const response = await isolate.visit(each);
      expect(response.status, each).toBe(302);
      expect(response.headers.get('Location')).toBe(TARGET);
      expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    }
  });

  it('costs one query the first time, for name and target together, and none while the target is fresh', async () => {
    const { path, codeId } = await seed();
    const isolate = openIsolate();
    await Promise.all([isolate.visit(path), isolate.visit(path)]);
    await isolate.visit(path);
    await isolate.visit(`/${codeId}`);
    expect(isolate.queries).toBe(1);
    // Another isolate in the same colo finds both in the cache.
    const neighbour = openIsolate();
    expect((await neighbour.visit(path)).status).toBe(302);
    expect(neighbour.queries).toBe(0);
  });

  it('names a code on its own host alone', async () => {
    const [here, there] = [await seed(), await seed()];
    const addName = env.DB.prepare(
      "INSERT INTO link_names (path, host, code_id) VALUES (?, 'brand.example', ?)",
    );
    await env.DB.batch([addName.bind(here.shortCode, there.codeId), addName.bind('elsewhere', there.codeId)]);
    const isolate = openIsolate();
    await isolate.visit(here.path, {}, { SCAN_LOG: 'd1' });
    const { results } = await env.DB.prepare('SELECT code_id FROM scans WHERE code_id IN (?, ?)')
      .bind(here.codeId, there.codeId)
      .all();
    expect(results).toEqual([{ code_id: here.codeId }]);
    expect((await isolate.visit('/elsewhere')).status).toBe(404);
  });

  it('that was taken off its code leads nowhere within 30 seconds', async () => {
    const { codeId } = await seed();
    const path = `off-${codeId}`;
    await env.DB.prepare("INSERT INTO link_names (path, host, code_id, created_at_ms) VALUES (?, '', ?, 1)")
      .bind(path, codeId)
      .run();
    const isolate = openIsolate();
    expect((await isolate.visit(`/${path}`)).status).toBe(302);
    await env.DB.prepare('UPDATE link_names SET removed_at_ms = 2 WHERE path = ?').bind(path).run();
    isolate.nowMs += 30_000;
    expect((await isolate.visit(`/${path}`)).status).toBe(404);
  });

  it('follows an edit and a deletion within 30 seconds', async () => {
    const { path, codeId } = await seed();
    const isolate = openIsolate();
    await isolate.visit(path);
    await env.DB.prepare(
      "UPDATE qr_codes SET redirect_to = 'https://example.com/new', revision = 2 WHERE code_id = ?",
    )
      .bind(codeId)
      .run();
    isolate.nowMs += 30_000;
    expect((await isolate.visit(path)).headers.get('Location')).toBe('https://example.com/new');
    await env.DB.prepare(
      "UPDATE qr_codes SET target = '', redirect_to = NULL, deleted_at_ms = 1, revision = 3 WHERE code_id = ?",
    )
      .bind(codeId)
      .run();
    isolate.nowMs += 30_000;
    expect((await isolate.visit(path)).status).toBe(410);
  });

  it.each(['id', 'short code'])('leads on as people type it and apps paste it: its %s', async (name) => {
    const { path, codeId } = await seed();
    const own = name === 'id' ? `/${codeId}` : path;
    const isolate = openIsolate();
    for (const pasted of [
      `${own}/`,
      `${own}.`,
      `${own},`,
      `${own})`,
      `${own}%20`,
      `${own}/?utm_source=mail`,
      own.replace('-', '%2D'),
      own.replace('-', '%2d').replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ])
      expect((await isolate.visit(pasted)).headers.get('Location'), pasted).toBe(TARGET);
    // Once with the address that is found, by whatever spelling.
    expect(isolate.queries).toBe(1);
  });

  it('has a report link that works behind a slash', async () => {
    const { path, codeId } = await seed();
    await env.DB.prepare("UPDATE qr_codes SET disabled_for = 'abuse' WHERE code_id = ?").bind(codeId).run();
    const shown = await (await openIsolate().visit(`${path}/`)).text();
    const [, href = ''] = /href="([^"]*report[^"]*)"/.exec(shown) ?? [];
    expect(new URL(href, `https://go.example.com${path}/`).pathname).toBe(`/report${path}`);
  });

  it('records each scan under the id of its code', async () => {
    const { path, codeId } = await seed();
    await openIsolate().visit(path, {}, { SCAN_LOG: 'd1' });
    await openIsolate().visit(path, { method: 'HEAD' }, { SCAN_LOG: 'd1' });
    const { results } = await env.DB.prepare('SELECT 1 FROM scans WHERE code_id = ?').bind(codeId).all();
    expect(results).toHaveLength(1);
  });

  it('has no body for HEAD, refuses other methods, and is another path with a slash at its end', async () => {
    const { path, codeId } = await seed();
    const isolate = openIsolate();
    const head = await isolate.visit(path, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([302, '']);
    for (const method of ['POST', 'PUT']) expect((await isolate.visit(path, { method })).status).toBe(405);
    expect((await isolate.visit('/never-issued', { method: 'POST' })).status).toBe(405);
    expect((await isolate.visit(`${path}/`)).status).toBe((await isolate.visit(`/${codeId}/`)).status);
  });

  it('follows the decisions of its owner and the operator: paused, password, limit, disabled', async () => {
    const isolate = openIsolate();
    const paused = await seed({ control: { isPaused: true } });
    const page = await isolate.visit(paused.path);
    expect(page.status).toBe(403);
    expect(await page.text()).toContain(`<a href="report/${paused.shortCode}" rel="nofollow">`);

    const limited = await seed({ control: { maxScans: 1 } });
    expect((await isolate.visit(limited.path)).status).toBe(302);
    expect((await isolate.visit(limited.path)).status).toBe(403);

    const locked = await seed({
      control: { password: hashPassword('pepper of the tests', 'salt', 'open sesame') },
    });
    expect((await isolate.visit(locked.path)).status).toBe(200);
    const body = 'password=open+sesame';
    const opened = await isolate.visit(locked.path, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length) },
    });
    expect([opened.status, opened.headers.get('Location')]).toEqual([303, TARGET]);
    const Cookie = opened.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect((await isolate.visit(locked.path, { headers: { Cookie } })).status).toBe(302);

    const disabled = await seed();
    await env.DB.prepare("UPDATE qr_codes SET disabled_for = 'legal' WHERE code_id = ?")
      .bind(disabled.codeId)
      .run();
    expect((await isolate.visit(disabled.path)).status).toBe(451);
  });

  it('is reported under its own name', async () => {
    const { shortCode, codeId } = await seed();
    const isolate = openIsolate();
    const form = await isolate.visit(`/report/${shortCode.toUpperCase()}`);
    expect(form.status).toBe(200);
    expect(await form.text()).toContain(`go.example.com/${shortCode}`);
    expect(isolate.queries).toBe(0);
    const send = (code: string) => {
      const body = 'reason=phishing';
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': String(body.length),
      };
      return isolate.visit(`/report/${code}`, { method: 'POST', body, headers });
    };
    expect((await send(shortCode)).status).toBe(200);
    expect((await send('never-issued')).status).toBe(404);
    const { results } = await env.DB.prepare('SELECT reason FROM abuse_reports WHERE code_id = ?')
      .bind(codeId)
      .all();
    expect(results).toEqual([{ reason: 'phishing' }]);
  });
});

describe('a path that nobody has', () => {
  it('is looked up once in ten seconds, however often it is asked for, and works soon after it is given', async () => {
    const isolate = openIsolate();
    await Promise.all(['/new-2027', '/NEW-2027', '/new-2027'].map((path) => isolate.visit(path)));
    expect((await isolate.visit('/new-2027')).status).toBe(404);
    expect(isolate.queries).toBe(1);
    await seedCode(env.DB, { accountId, codeId: 'new20270', shortCode: 'new-2027', target: TARGET });
    isolate.nowMs += UNKNOWN_REMEMBERED_MS;
    expect((await isolate.visit('/new-2027')).status).toBe(302);
    expect(UNKNOWN_REMEMBERED_MS).toBe(10_000);
  });

  it('never reaches a store if it cannot be a short code', async () => {
    const broken = new Proxy({}, { get: () => () => Promise.reject(new Error('must not be read')) });
    const isolate = openIsolate();
    for (const path of [
      ...SCANNER_PATHS,
      'ab',
      '---',
      'x'.repeat(65),
      'a_b',
      'a%20b',
      'a%2Fb',
      '%2D%2D%2D',
      'menu-2027//',
      'menu-2027..',
      `${'%41'.repeat(64)}b`,
      '123456789',
      'menu/1',
    ]) {
      const response = await isolate.visit(
        `/${path}`,
        {},
        { DB: broken as D1Database, LINKS: broken as KVNamespace },
      );
      if (!path.endsWith('.txt')) expect(response.status, path).toBe(404);
    }
    expect(isolate.queries).toBe(0);
  });
});

describe('while the database fails', () => {
  const down = {
    DB: withStatements(env.DB, () => {
      throw new Error('D1 is down');
    }),
  };

  it('a short code is led by memory and the copies', async () => {
    const { path } = await seed();
    const isolate = openIsolate();
    await isolate.visit(path);
    isolate.nowMs += 3_600_000;
    expect((await isolate.visit(path, {}, down)).status).toBe(302);

    const link = { kind: 'redirect', location: TARGET, isTracked: true, revision: 1, accountId } as const;
    await putCopies(env.LINKS, [{ codeId: '0n1yc0py' as CodeId, name: 'only-copied' as AddressKey, link }]);
    const other = openIsolate();
    // The second scan tries the copy first.
    for (const _ of [1, 2])
      expect((await other.visit('/ONLY-COPIED', {}, down)).headers.get('Location')).toBe(TARGET);
  });

  it('one that nothing knows is a 503, not a 404: it may exist', async () => {
    const isolate = openIsolate();
    const response = await isolate.visit('/nobody-knows', {}, down);
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
    isolate.nowMs += 3_000;
    expect((await isolate.visit('/nobody-knows')).status).toBe(404);
  });
});
