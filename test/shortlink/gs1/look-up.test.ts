import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { EDIT_FOLLOWED_WITHIN_MS, UNKNOWN_REMEMBERED_MS } from '#shortlink/targets/time-bounds.ts';
import { putCopies } from '#storage/links/copies.ts';
import { withFault, withStatements } from '#harness/worker/faults.ts';
import { explain, recordQueries, watchQueries } from '#harness/worker/measured/record-queries.ts';
import { seedAccount } from '#harness/data/seed.ts';
import { HOST, linkOf, newProduct, openIsolate, ROOT, seedLevel } from '#harness/shortlink/gs1-items.ts';

let product = '';
beforeEach(() => {
  product = newProduct();
});
const url = (rest = '') => `${ROOT}/${product}${rest}`;
const to = (rest = '') => `https://example.com/${product}${rest}`;

let tries = 0;
const DOWN = {
  DB: withStatements(env.DB, () => {
    tries++;
    throw new Error('D1_ERROR: the database is down');
  }),
};

describe('the levels of an item', () => {
  it('and what their codes do are read by one query', async () => {
    const batch = `${product}/10/LOT7`;
    const links = [linkOf({})];
    for (const path of [product, batch, `${batch}/21/S1`]) await seedLevel(path, { control: { links } });
    const isolate = openIsolate();
    expect(await isolate.locate(url('/10/LOT7/21/S1'))).toBe(to('/10/LOT7/21/S1'));
    expect(await isolate.locate(url('/10/LOT7/21/S1?linkType=linkset'))).toBe(200);
    expect(await isolate.locate(url())).toBe(to());
    expect(isolate.queries).toBe(1);
  });

  it.each([
    ['the product alone', '', '/10/B', '/21/1', ''],
    ['batches, for others', '/10/LOT7', '/10/', '/21/1', ''],
    ['batches, for serials without one', '/10/LOT7', '/21/', '', ''],
    ['a batch, for its serials', '/10/LOT7', '/10/LOT7/21/', '', '/10/LOT7'],
    ['serials of a batch, for others', '/10/LOT7/21/S1', '/10/LOT7/21/', '', ''],
  ])('that have no codes cost no query where some have: %s', async (_, known, start, end, leadsTo) => {
    for (const level of new Set(['', known])) await seedLevel(product + level);
    const isolate = openIsolate();
    for (let i = 0; i < 50; i++) expect(await isolate.locate(url(start + i + end))).toBe(to(leadsTo));
    expect(isolate.queries).toBe(1);
  });

  it.each([
    { levels: [''], asked: '/10/B#/21/#', leadsTo: '', most: 1 },
    { levels: ['', '/10/LOT7'], asked: '/10/LOT7/21/#', leadsTo: '/10/LOT7', most: 1 },
    { levels: ['', '/21/S1'], asked: '/21/#', leadsTo: '', most: 1 },
  ])(
    'at $levels answer 1,000 serials at $asked by at most $most queries, and store nothing',
    async ({ levels, asked, leadsTo, most }) => {
      for (const level of levels) await seedLevel(product + level);
      const queries: string[] = [];
      const writes: unknown[] = [];
      const put = async (...args: unknown[]) => void writes.push(args);
      const bindings = {
        DB: watchQueries((sql) => queries.push(sql)),
        LINKS: withFault(env.LINKS, { put }),
        SCAN_LOG: 'analytics_engine' as const,
      };
      const isolate = openIsolate();
      for (let serial = 0; serial < 1_000; serial++)
        expect(await isolate.locate(url(asked.replaceAll('#', `N${serial}`)), bindings)).toBe(to(leadsTo));
      expect(queries.length).toBeLessThanOrEqual(most);
      expect([...queries.filter((sql) => !/^(?:SELECT|WITH)\b/i.test(sql)), ...writes]).toEqual([]);
    },
  );

  it('are found where a product has serials, and no code of its own', async () => {
    await seedLevel(`${product}/21/S1`);
    const isolate = openIsolate();
    expect(await isolate.locate(url('/21/S1'))).toBe(to('/21/S1'));
    expect(await isolate.locate(url('/21/S2'))).toBe(404);
    expect(await isolate.locate(url())).toBe(404);
    expect(isolate.queries).toBe(1);
  });

  it('of which the most specific is deleted are those above it', async () => {
    await seedLevel(product);
    await seedLevel(`${product}/10/LOT7`, { deletedAtMs: 1 });
    const isolate = openIsolate();
    expect(await isolate.locate(url('/10/LOT7'))).toBe(to());
    await env.DB.prepare('UPDATE qr_codes SET deleted_at_ms = 1 WHERE short_code = ?').bind(product).run();
    isolate.nowMs += EDIT_FOLLOWED_WITHIN_MS;
    expect(await isolate.locate(url('/10/LOT8'))).toBe(410);
  });

  it('cost no query because of names on other hosts', async () => {
    const other = newProduct();
    await seedLevel(product);
    for (let serial = 0; serial < 120; serial++)
      await env.DB.prepare(
        "INSERT INTO link_names (path, host, code_id) SELECT ?, 'a.example', code_id FROM qr_codes LIMIT 1",
      )
        .bind(`${product}/21/${serial}`)
        .run();
    await seedLevel(`${product}/21/mine`);
    const isolate = openIsolate();
    expect(await isolate.locate(url('/21/mine'))).toBe(to('/21/mine'));
    for (let serial = 0; serial < 9; serial++) expect(await isolate.locate(url(`/21/${serial}`))).toBe(to());
    expect(isolate.queries).toBe(1);
    expect(await isolate.locate(`${ROOT}/${other}`)).toBe(404);
  });

  it('are those of the account that the company prefix is approved for, as soon as there is one', async () => {
    const [former, holder] = [await seedAccount(env.DB), await seedAccount(env.DB)];
    const batch = `${product}/10/LOT7`;
    for (const path of [product, batch]) await seedLevel(path, former);
    const isolate = openIsolate();
    const locate = () => {
      isolate.nowMs += EDIT_FOLLOWED_WITHIN_MS;
      return isolate.locate(url('/10/LOT7'));
    };
    expect(await locate()).toBe(to('/10/LOT7'));
    const insert = env.DB.prepare('INSERT INTO gs1_prefixes VALUES (?, ?, 0)');
    await insert.bind(product.slice(4, 16), holder.accountId).run();
    expect(await locate()).toBe(404);
    await env.DB.prepare('UPDATE link_names SET code_id = ? WHERE path = ?')
      .bind(await seedLevel(newProduct(), { ...holder, target: to('/new') }), product)
      .run();
    expect(await locate()).toBe(to('/new'));
  });

  it('follow an edit, and a new level, within the time that is promised', async () => {
    await seedLevel(product);
    const isolate = openIsolate();
    await isolate.visit(url('/10/LOT7'));
    await seedLevel(`${product}/10/LOT7`);
    await env.DB.prepare(
      "UPDATE qr_codes SET target = 'https://example.com/new', redirect_to = '' WHERE short_code = ?",
    )
      .bind(product)
      .run();
    isolate.nowMs += EDIT_FOLLOWED_WITHIN_MS;
    expect(await isolate.locate(url('/10/LOT7'))).toBe(to('/10/LOT7'));
    expect(await isolate.locate(url())).toBe('https://example.com/new');
    await seedLevel(`${product}/10/LOT7/21/1`);
    isolate.nowMs += EDIT_FOLLOWED_WITHIN_MS + UNKNOWN_REMEMBERED_MS;
    expect(await isolate.locate(url('/10/LOT7/21/1'))).toBe(to('/10/LOT7/21/1'));
  });
});

describe('while the database fails', () => {
  const copy = async (path: string, location: string, kind = 'redirect') =>
    putCopies(env.LINKS, [
      {
        codeId: await seedLevel(path),
        name: `${HOST}/${path}` as never,
        link: { kind, location, isTracked: true, revision: 1, accountId: 'acc_x' } as never,
      },
    ]);

  it('the copies lead an item on, a serial without one by its product', async () => {
    await copy(product, to());
    await copy(`${product}/21/S1`, to('/21/S1'));
    const isolate = openIsolate(DOWN);
    expect(await isolate.locate(url('/21/S1'))).toBe(to('/21/S1'));
    expect(await isolate.locate(url('/21/S2'))).toBe(to());
    expect(await isolate.locate(url())).toBe(to());
    product = newProduct();
    expect(await isolate.locate(url('/21/S1'))).toBe(503);
    await copy(`${product}/21/S1`, to('/21/S1'));
    expect(await openIsolate(DOWN).locate(url('/21/S1'))).toBe(to('/21/S1'));
  });

  it('a serial without a copy waits for no query', async () => {
    await copy(product, to());
    const isolate = openIsolate(DOWN);
    await isolate.visit(url('/10/LOT7/21/S0'));
    tries = 0;
    for (let serial = 1; serial < 20; serial++)
      expect(await isolate.locate(url(`/10/LOT7/21/S${serial}`))).toBe(to());
    expect(tries).toBeLessThanOrEqual(1);
  });

  it('what an upper level may have is no 404, and no 410', async () => {
    await copy(`${product}/21/S1`, to('/21/S1'));
    await copy(`${product}/21/S2`, '', 'gone');
    expect(await openIsolate(DOWN).locate(url('/21/S1?linkType=pip'))).toBe(503);
    expect(await openIsolate(DOWN).locate(url('/21/S2'))).toBe(503);
  });

  it('what memory knows leads on', async () => {
    await seedLevel(product, { control: { links: [linkOf({})] } });
    const isolate = openIsolate();
    await isolate.visit(url('/21/S1'));
    isolate.nowMs += 600_000;
    expect(await isolate.locate(url('/21/S2'), DOWN)).toBe(to());
    const typed = await isolate.visit(url('?linkType=pip'), {}, DOWN);
    expect(typed.headers.get('Location')).toBe('https://example.com/pip?linkType=pip');
  });
});

it('no look-up reads a whole table', async () => {
  await seedLevel(product);
  const { DB, queries } = recordQueries();
  await openIsolate().visit(url('/10/LOT7/21/1'), {}, { DB });
  const plan = await explain([...queries].find((query) => query.includes('json_each')) ?? '');
  expect(plan.join('\n')).toMatch(/INDEX link_names_below_keys \(host=\? AND path>\? AND path<\?\)/);
  expect(plan.join('\n')).not.toMatch(/SCAN (?!\(subquery|.*VIRTUAL TABLE)/);
});
