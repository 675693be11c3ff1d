import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomHex } from '#harness/data/random.ts';
import { seedAccount, seedCode, seedDomain } from '#harness/data/seed.ts';
import { withStatements } from '#harness/worker/faults.ts';
import { EDIT_FOLLOWED_WITHIN_MS } from '#shortlink/targets/time-bounds.ts';
import { MOST_REPORTS_OF_ONE } from '#storage/abuse/reports.ts';
import { resumeAccount, suspendAccount } from '#storage/accounts/accounts.ts';
import { deleteAccount } from '#storage/accounts/deletion.ts';
import { openDatabase } from '#storage/database.ts';
import { putDomainCopy } from '#storage/domains/domain-copies.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { Isolate } from '#harness/shortlink/isolate.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
const OPERATOR = 'go.example.com';

const openIsolate = () =>
  new Isolate(NOW, { SHORT_HOSTS: `${OPERATOR} second.example.com`, SCAN_LOG: 'off' });

interface Owner {
  readonly accountId: string;
  readonly hosts: readonly string[];
  /** Each with its id. */
  readonly byPath: ReadonlyMap<string, string>;
  readonly targetOf: (path: string) => string;
}

const PATHS = ['Spring/Sale', 'spring/sale', 'menu', 'a.b_c~d-e'];
let nextId = 0;
const newId = () => `dm${String(nextId++).padStart(6, '0')}`;

async function openAccount(hosts = 2): Promise<Owner> {
  const { accountId } = await seedAccount(env.DB);
  const owned = Array.from({ length: hosts }, () => `go.${randomHex()}.example`);
  const targetOf = (path: string) => `https://example.com/${accountId}/${encodeURIComponent(path)}`;
  const byPath = new Map<string, string>();
  for (const host of owned) {
    await seedDomain(env.DB, { accountId, host });
    for (const path of PATHS) {
      const codeId = newId();
      await seedCode(env.DB, { accountId, codeId, host, shortCode: path, target: targetOf(host + path) });
      byPath.set(`${host}/${path}`, codeId);
    }
  }
  return { accountId, hosts: owned, byPath, targetOf };
}

let owner: Owner;
beforeAll(async () => {
  owner = await openAccount();
});
const host = () => owner.hosts[0] ?? '';

describe('a host of an account', () => {
  it('leads each path to its code, with its case, and ids in either case', async () => {
    const isolate = openIsolate();
    for (const [address, codeId] of owner.byPath) {
      const [at = '', ...path] = address.split('/');
      const target = owner.targetOf(at + path.join('/'));
      expect(await isolate.locate(`https://${address}?utm_source=x`), address).toBe(target);
      expect(await isolate.locate(`https://${at}/${codeId.toUpperCase()}`)).toBe(target);
      expect(await isolate.locate(`https://${OPERATOR}/${codeId}`)).toBe(target);
    }
    expect(await isolate.locate(`https://${host()}/MENU`)).toBe(404);
    expect(await isolate.locate(`https://${OPERATOR}/menu`)).toBe(404);
  });

  it('leads nowhere by a path that was taken off its code', async () => {
    const codeId = newId();
    await seedCode(env.DB, { accountId: owner.accountId, codeId, target: 'https://example.com/off' });
    const name =
      'INSERT INTO link_names (path, host, code_id, created_at_ms, removed_at_ms) VALUES (?, ?, ?, 1, ?)';
    for (const [path, removedAtMs] of [
      ['on', null],
      ['off', 2],
    ])
      await env.DB.prepare(name).bind(path, owner.hosts[0], codeId, removedAtMs).run();
    expect(await openIsolate().locate(`https://${owner.hosts[0]}/on`)).toBe('https://example.com/off');
    expect(await openIsolate().locate(`https://${owner.hosts[0]}/off`)).toBe(404);
  });

  it.each([
    'Spring/Sale/',
    'Spring/Sale.',
    'Spring/Sale,',
    'Spring/Sale)',
    'Spring/Sale%20',
    'Spring%2FSale',
    'S%70ring/Sale',
  ])('leads on as people paste it: %s', async (path) => {
    const target = owner.targetOf(`${host()}Spring/Sale`);
    const isEncodedSlash = path.includes('%2F');
    expect(await openIsolate().locate(`https://${host()}/${path}`)).toBe(isEncodedSlash ? 404 : target);
  });

  it('is read by one query when nothing is cached, and by none while it is fresh', async () => {
    const {
      hosts: [fresh],
    } = await openAccount(1);
    const isolate = openIsolate();
    await isolate.visit(`https://${fresh}/menu`);
    await isolate.visit(`https://${fresh}/menu`);
    expect(isolate.queries).toBe(1);
    await isolate.visit(`https://${fresh}/nothing-here`);
    await isolate.visit(`https://${fresh}/nothing-here`);
    expect(isolate.queries).toBe(2);
  });

  it.each([
    ['upper case', (at: string) => at.toUpperCase()],
    ['a dot at its end', (at: string) => `${at}.`],
    ['a port', (at: string) => `${at}:8443`],
  ])('is the same with %s', async (_, write) => {
    expect(await openIsolate().locate(`https://${write(host())}/menu`)).toBe(owner.targetOf(`${host()}menu`));
  });

  it('promises no HSTS, which the host of the operator does', async () => {
    const isolate = openIsolate();
    for (const path of ['menu', 'menu', 'menu+', 'nothing', 'robots.txt', 'report/menu', '']) {
      const response = await isolate.visit(`https://${host()}/${path}`);
      expect(response.headers.get('Strict-Transport-Security'), path).toBeNull();
    }
    const codeId = owner.byPath.get(`${host()}/menu`) ?? '';
    const response = await isolate.visit(`https://${OPERATOR}/${codeId}`);
    expect(response.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
  });

  it('that nobody has answers a plain page; one that the operator routes here answers as theirs', async () => {
    const isolate = openIsolate();
    const codeId = owner.byPath.get(`${host()}/menu`) ?? '';
    expect(await isolate.locate(`https://stranger.example/${codeId}`)).toBe(404);
    expect(await isolate.locate(`https://second.example.com/${codeId}`)).toBe(
      owner.targetOf(`${host()}menu`),
    );
  });

  it('tells where a path leads, and how to report it', async () => {
    const response = await openIsolate().visit(`https://${host()}/Spring/Sale+`);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('example.com');
    expect(page).toContain('href="Sale"');
    expect(page).toContain('href="../report/Spring/Sale"');
    expect((await openIsolate().visit(`https://${host()}/report/Spring/Sale`)).status).toBe(200);
  });
});

describe('pages of a domain', () => {
  const pages = {
    rootUrl: 'https://brand.example/',
    notFoundUrl: 'https://brand.example/lost',
    expiredUrl: 'https://brand.example/over',
  };
  const files = { apple: { applinks: { details: [] } }, android: [{ relation: ['x'] }] };

  async function open(domain: object = {}) {
    const { accountId } = await seedAccount(env.DB);
    const at = `go.${randomHex()}.example`;
    await seedDomain(env.DB, { accountId, host: at, ...domain });
    return { accountId, at };
  }

  it('lead its root, what no code has, and what has expired', async () => {
    const { accountId, at } = await open(pages);
    const codes = {
      ended: { control: { endsAtMs: NOW - 1 } },
      exhausted: { control: { maxScans: 1 }, scansTaken: 1 },
      gone: { deletedAtMs: NOW - 1 },
      paused: { control: { isPaused: true } },
      own: { control: { endsAtMs: NOW - 1, fallbackUrl: 'https://example.com/own' } },
    };
    for (const [shortCode, code] of Object.entries(codes))
      await seedCode(env.DB, { accountId, codeId: newId(), host: at, shortCode, ...code });
    const isolate = openIsolate();
    const found = await Promise.all(
      ['', 'nothing', ...Object.keys(codes)].map((path) => isolate.locate(`https://${at}/${path}`)),
    );
    const { rootUrl, notFoundUrl, expiredUrl } = pages;
    expect(found).toEqual([
      rootUrl,
      notFoundUrl,
      expiredUrl,
      expiredUrl,
      expiredUrl,
      403,
      'https://example.com/own',
    ]);
  });

  it('are ours without an address of its own', async () => {
    const { accountId, at } = await open();
    await seedCode(env.DB, { accountId, codeId: newId(), host: at, shortCode: 'old', deletedAtMs: NOW - 1 });
    const isolate = openIsolate();
    expect(await isolate.locate(`https://${at}/`)).toBe(404);
    expect(await isolate.locate(`https://${at}/nothing`)).toBe(404);
    expect(await isolate.locate(`https://${at}/old`)).toBe(410);
  });

  it('hold the files by which phones open its links in an app', async () => {
    const { at } = await open({ appLinks: files });
    const read = async (path: string, on = at) => {
      const response = await openIsolate().visit(`https://${on}/.well-known/${path}`);
      return [response.status, response.headers.get('Content-Type'), await response.text()];
    };
    expect(await read('apple-app-site-association')).toEqual([
      200,
      'application/json',
      JSON.stringify(files.apple),
    ]);
    expect(await read('assetlinks.json')).toEqual([200, 'application/json', JSON.stringify(files.android)]);
    expect((await read('assetlinks.json', OPERATOR))[0]).toBe(404);
    expect((await openIsolate().visit(`https://${at}/robots.txt`)).status).toBe(200);
  });
});

describe('a domain of an account that is suspended or deleted', () => {
  const pages = {
    rootUrl: 'https://brand.example/',
    notFoundUrl: 'https://brand.example/lost',
    expiredUrl: 'https://brand.example/over',
    appLinks: { apple: { applinks: {} } },
  };
  const app = '.well-known/apple-app-site-association';
  const entry = (accountId: string, action: 'account.suspended' | 'account.deleted' | 'account.resumed') => ({
    ...{ id: `act_${randomHex()}`, accountId, action, actorId: null, subjectId: null, note: null },
    happenedAtMs: NOW,
  });
  const db = openDatabase(env.DB);
  const STOPS: [string, (accountId: string) => Promise<boolean>][] = [
    ['suspended', (id) => suspendAccount(db, 'phishing', entry(id, 'account.suspended'))],
    ['deleted', (id) => deleteAccount(db, entry(id, 'account.deleted'), { restorableUntilMs: null })],
  ];

  it.each(STOPS)('leads on to its codes, and to nothing else within 30 seconds: %s', async (_, stop) => {
    const { accountId } = await seedAccount(env.DB);
    const at = `go.${randomHex()}.example`;
    await seedDomain(env.DB, { accountId, host: at, ...pages });
    await seedCode(env.DB, { accountId, codeId: newId(), host: at, shortCode: 'menu' });
    await seedCode(env.DB, { accountId, codeId: newId(), host: at, shortCode: 'old', deletedAtMs: NOW - 1 });
    const isolate = openIsolate();
    const locateAll = () =>
      Promise.all(['', 'nothing', 'old', app, 'menu'].map((path) => isolate.locate(`https://${at}/${path}`)));
    const menu = 'https://example.com/';
    const before = [pages.rootUrl, pages.notFoundUrl, pages.expiredUrl, 200, menu];
    expect(await locateAll()).toEqual(before);
    expect(await stop(accountId)).toBe(true);
    isolate.nowMs += EDIT_FOLLOWED_WITHIN_MS;
    expect(await locateAll()).toEqual([404, 404, 410, 404, menu]);
    if (await resumeAccount(db, entry(accountId, 'account.resumed'))) {
      isolate.nowMs += EDIT_FOLLOWED_WITHIN_MS;
      expect(await locateAll()).toEqual(before);
    }
  });
});

describe('a report of the host itself', () => {
  const send = (url: string) => {
    const body = 'reason=phishing&note=It+asks+for+my+bank';
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
      'CF-Connecting-IP': `203.0.113.${nextId++ % 250}`,
    };
    return openIsolate().visit(`https://${url}`, { method: 'POST', body, headers });
  };
  const reportsOf = async (at: string) => {
    const found = env.DB.prepare('SELECT code_id, reason, note FROM abuse_reports WHERE host = ?');
    return (await found.bind(at).all()).results;
  };

  it('is taken below /report/, where no code has the path, within the bounds of a day', async () => {
    const {
      hosts: [at = ''],
    } = await openAccount(1);
    const page = await (await openIsolate().visit(`https://${at}/report/`)).text();
    expect(page).toContain('Report this host');
    expect(page).toContain(`Does ${at} deceive or harm people?`);
    for (const path of ['', 'nothing', 'not a path']) {
      const response = await send(`${at}./report/${path}`);
      expect([response.status, (await response.text()).includes('was stored')], path).toEqual([200, true]);
    }
    const stored = { code_id: null, reason: 'phishing', note: 'It asks for my bank' };
    expect(await reportsOf(at)).toEqual([stored, stored, stored]);
    expect((await send(`${at}/report/menu`)).status).toBe(200);
    for (let i = 3; i < MOST_REPORTS_OF_ONE; i++) await send(`${at}/report/`);
    expect(await (await send(`${at}/report/`)).text()).toContain('Others have reported this');
    expect(await reportsOf(at)).toHaveLength(MOST_REPORTS_OF_ONE);
  });

  it('is not taken where no account has the host', async () => {
    expect((await send(`${OPERATOR}/report/`)).status).toBe(404);
    expect((await send('stranger.example/report/')).status).toBe(404);
    expect(await reportsOf('stranger.example')).toEqual([]);
  });
});

describe('isolation', () => {
  it('keeps the paths and ids of two accounts on two hosts each apart', async () => {
    const owners = await Promise.all([openAccount(2), openAccount(2)]);
    const isolate = openIsolate();
    const scans = owners.flatMap((one) =>
      one.hosts.flatMap((at) =>
        owners.flatMap((other) =>
          [...other.byPath].map(([address, codeId]) => ({ one, at, other, address, codeId })),
        ),
      ),
    );
    for (const { one, at, other, address, codeId } of scans) {
      const path = address.slice(address.indexOf('/') + 1);
      const byId = one === other ? one.targetOf(address.replace('/', '')) : 404;
      expect(await isolate.locate(`https://${at}/${codeId}`), `${at}/${codeId}`).toBe(byId);
      expect(await isolate.locate(`https://${at}/${path}`)).toBe(one.targetOf(at + path));
    }
    expect(scans).toHaveLength(2 * 2 * 2 * 8);
  });

  it('of a host that goes to another account holds within 30 seconds, whatever is cached', async () => {
    const before = await openAccount(1);
    const [at = ''] = before.hosts;
    const isolate = openIsolate();
    const path = 'menu';
    const codeId = before.byPath.get(`${at}/${path}`) ?? '';
    expect(await isolate.locate(`https://${at}/${path}`)).toBe(before.targetOf(at + path));
    const { accountId } = await seedAccount(env.DB);
    await env.DB.prepare('UPDATE domains SET verified_at_ms = NULL WHERE host = ?').bind(at).run();
    await seedDomain(env.DB, { accountId, host: at, revision: 2 });
    isolate.nowMs += EDIT_FOLLOWED_WITHIN_MS;
    expect(await isolate.locate(`https://${at}/${path}`)).toBe(404);
    expect(await isolate.locate(`https://${at}/${codeId}`)).toBe(404);
    expect(await isolate.locate(`https://${at}/${path}+`)).toBe(404);
    expect(await isolate.locate(`https://${OPERATOR}/${codeId}`)).toBe(before.targetOf(at + path));
  });
});

describe('while the database fails', () => {
  const down = {
    DB: withStatements(env.DB, () => {
      throw new Error('D1 is down');
    }),
  };

  it('a path is led by memory, and by the copies, which keep accounts apart too', async () => {
    const isolate = openIsolate();
    await isolate.visit(`https://${host()}/menu`);
    isolate.nowMs += 3_600_000;
    expect(await isolate.locate(`https://${host()}/menu`, down)).toBe(owner.targetOf(`${host()}menu`));

    const at = `go.${randomHex()}.example` as LinkHost;
    const copy = { rootUrl: null, notFoundUrl: null, expiredUrl: null, revision: 1 };
    const link = { kind: 'redirect', location: 'https://example.com/copied', isTracked: true, revision: 1 };
    const codeId = newId();
    const named = { codeId, isForEver: false, revision: 0 };
    await env.LINKS.put(`name/${at}/Only/Copied`, JSON.stringify(named));
    await env.LINKS.put(codeId, JSON.stringify({ ...link, accountId: owner.accountId }));
    await putDomainCopy(env.LINKS, at, { ...copy, accountId: owner.accountId });
    expect(await openIsolate().locate(`https://${at}/Only/Copied`, down)).toBe(link.location);
    expect(await openIsolate().locate(`https://${at}/${codeId.toUpperCase()}`, down)).toBe(link.location);
    await putDomainCopy(env.LINKS, at, { ...copy, accountId: 'acc_other' });
    expect(await openIsolate().locate(`https://${at}/Only/Copied`, down)).toBe(404);
  });

  it('one that nothing knows is a 503: it may exist', async () => {
    expect(await openIsolate().locate(`https://${host()}/nobody-knows`, down)).toBe(503);
    expect(await openIsolate().locate(`https://unknown.${randomHex()}.example/x`, down)).toBe(503);
  });
});
