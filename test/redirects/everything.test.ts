import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteAccount } from '#scripts/support/operate.ts';
import { openDatabase } from '#storage/database.ts';
import { makePdf } from '#harness/data/files.ts';
import { seedAccount } from '#harness/data/seed.ts';
import { openMigratedDatabase, type RunningWorker, runWorker } from '#harness/node/run-worker.ts';
import {
  type ArchiveServer,
  serveWithCaddy,
  serveWithNginx,
  unpackArchive,
} from '#harness/programs/archive-servers.ts';
import { hasRedirectServers } from '#harness/programs/redirect-servers.ts';

/** An account takes everything along and is deleted; then web servers that know nothing of this service serve what it has printed. */

const OPERATORS = 'go.localhost';
const BRAND = 'brand.localhost';
const FILE = makePdf('Asparagus 19 EUR', 300_000);

interface Code {
  readonly id: string;
  readonly names: readonly { readonly host: string | null; readonly path: string }[];
}

interface Printed {
  readonly host: string;
  readonly path: string;
  readonly expected: 'file' | 'text' | 'nowhere' | URL;
}

describe.skipIf(!hasRedirectServers())('an account that has left', () => {
  let worker: RunningWorker;
  let folder: string;
  const printed: Printed[] = [];
  const running: ArchiveServer[] = [];
  let headers: Record<string, string>;

  const send = async <T>(method: string, path: string, body?: BodyInit, more = {}): Promise<T> => {
    const sent = body === undefined ? {} : { body };
    const response = await fetch(worker.url + path, { method, headers: { ...headers, ...more }, ...sent });
    expect(response.status, await response.clone().text()).toBe(200);
    return response.json() as Promise<T>;
  };
  const post = <T>(path: string, body: object) => send<T>('POST', path, JSON.stringify(body));

  async function print(body: object, expected: Printed['expected'], second?: object): Promise<void> {
    const { id } = await post<Code>('/v1/qr', { dynamic: true, ...body });
    if (second) await post(`/v1/qr/${id}/names`, second);
    const { names } = await send<Code>('GET', `/v1/qr/${id}`);
    for (const { host, path } of names) {
      printed.push({ host: host ?? OPERATORS, path, expected });
      // Symbols hold what works in either case in upper case.
      if (host === null) printed.push({ host: OPERATORS, path: path.toUpperCase(), expected });
    }
    for (const host of new Set(names.map((name) => name.host ?? OPERATORS)))
      printed.push({ host, path: id.slice(3).toUpperCase(), expected });
  }

  beforeAll(async () => {
    worker = await runWorker('wrangler.toml', {
      ...{ SCAN_LOG: 'd1', TARGET_CHECKS: 'off', PASSWORD_PEPPER: 'pepper of the tests' },
      SHORT_URL_BASE: `http://${OPERATORS}`,
    });
    const database = await openMigratedDatabase(worker);
    const { apiKey, accountId } = await seedAccount(database);
    headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const { id: domain } = await post<{ id: string }>('/v1/domains', { host: BRAND });
    await send('POST', `/v1/domains/${domain}/verify`);
    const file = await send<{ id: string }>('POST', '/v1/files', FILE, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Frühling 50% & mehr.pdf')}`,
    });
    const target = 'https://example.com/menu?a=$uri';
    const menu = new URL(target);
    await print({ target, short_code: 'menu-2027' }, menu, { host: BRAND, path: 'Menu/Old' });
    await print({ target, short_code: 'Spring/Sale', domain: BRAND }, menu, { path: 'spring-sale' });
    await print({ target, domain: BRAND }, menu);
    await print({ target }, menu);
    const opensFile = { type: 'file', target: file.id };
    await print({ ...opensFile, short_code: 'Karte', domain: BRAND }, 'file', { path: 'karte-2' });
    await print({ ...opensFile, short_code: 'karte-3' }, 'file', { host: BRAND, path: 'Karte.3' });
    await print({ type: 'text', target: 'Soup of the day', short_code: 'soup-1' }, 'text', {
      ...{ host: BRAND, path: 'Soup' },
    });
    await print({ target, short_code: 'secret-1', password: 'a long secret' }, 'nowhere');

    const parts: Uint8Array[] = [];
    for (let path: string | undefined = '/v1/exports/everything.zip'; path !== undefined;) {
      const response: Response = await fetch(worker.url + path, { headers });
      if (response.status !== 200) throw new Error(await response.text());
      parts.push(new Uint8Array(await response.arrayBuffer()));
      const [, next] = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '') ?? [];
      path = next === undefined ? undefined : next.slice(new URL(next).origin.length);
    }
    const place = { binding: database, db: openDatabase(database), dashboardUrl: null, nowMs: Date.now };
    const rest = {
      // The copy of its domain.
      putPairs: () => Promise.resolve(),
      reportFailure: (event: string) => {
        throw new Error(event);
      },
      randomBytes: (count: number) => new Uint8Array(count),
    };
    await deleteAccount({ ...place, ...rest }, accountId, { isFinal: true });
    // Nothing of the service is left that could answer.
    await worker.stop();
    folder = await unpackArchive(parts, [OPERATORS, BRAND]);
  });
  afterAll(async () => {
    for (const server of running) await server.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  it.each([
    ['nginx', serveWithNginx],
    ['Caddy', serveWithCaddy],
  ] as const)('is served by %s at every printed address, its files and texts, too', async (_, serve) => {
    expect(printed.length).toBeGreaterThan(30);
    for (const host of [OPERATORS, BRAND]) {
      const server = await serve(folder, host);
      running.push(server);
      for (const { path, expected } of printed.filter((one) => one.host === host)) {
        const { status, location, body } = await server.get(`/${path}`);
        if (expected instanceof URL) {
          expect([path, status, new URL(location ?? '').href]).toEqual([path, 302, expected.href]);
        } else if (expected === 'file') {
          const url = new URL(location ?? '');
          expect([path, status, url.host]).toEqual([path, 302, host]);
          const opened = await server.get(url.pathname);
          expect([opened.status, opened.type]).toEqual([200, 'application/pdf']);
          expect(opened.body.equals(FILE), path).toBe(true);
        } else {
          const text = expected === 'text' ? 'Soup of the day' : 'it asks for a password';
          expect([path, status]).toEqual([path, 200]);
          expect(body.toString()).toContain(text);
        }
      }
    }
  });

  it('knows what it has lost', () => {
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
      files: string[];
      lost: { what: string; host?: string; codes?: number }[];
    };
    const counted = manifest.lost.filter(({ codes }) => codes !== undefined);
    expect(counted.map(({ what, host, codes }) => [host, what, codes])).toEqual([
      [OPERATORS, 'password', 1],
      [OPERATORS, 'content', 1],
      [BRAND, 'content', 1],
    ]);
    for (const name of manifest.files) expect(() => readFileSync(join(folder, name)), name).not.toThrow();
    expect(readdirSync(join(folder, 'redirects')).sort()).toEqual([BRAND, OPERATORS]);
  });
});
