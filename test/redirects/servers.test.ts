import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { createCodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { parseShortCode, type ShortCode } from '#core/links/short-code.ts';
import { REDIRECT_FORMS, type RedirectFileName } from '#core/redirects/forms.ts';
import { type StaticRedirect, toStaticRedirect } from '#core/redirects/static-redirect.ts';
import {
  hasRedirectServers,
  type RedirectServer,
  startAssets,
  startCaddy,
  startNginx,
} from '#harness/programs/redirect-servers.ts';

/** Exported redirects, read by the servers that they are meant for: each leads exactly where the code leads, byte for byte. */

const TARGETS = [
  'https://example.com/menu',
  'https://example.com/?a={path}&b=$uri&c=${qr_dollar}',
  'https://example.com/?quote="&apostrophe=\'&back=`x`&angle=<b>&semi=;&hash=1#top;{',
  'https://example.com/#/route?x=1',
  'https://example.com/a%20b?c=d%0A&e=:splat&f=*',
  'https://example.com/}{|^~[]@!,()',
  'http://example.com/plain',
  `https://example.com/${'long/'.repeat(180)}`,
  'https://xn--mnchen-3ya.example/%C3%BC?q=%E2%82%AC',
];
const STATIC = [
  'tel:+4930123456',
  'mailto:a@example.com?subject=Hi%20there&body=%22x%22',
  'geo:52.5,13.4',
  'sms:+4930123456?body=a\\b\\"c\\',
];

const codes = [...TARGETS, ...STATIC].map((target, i) => ({
  shortCode: parseShortCode(`code-${i}`),
  target,
  redirect: toStaticRedirect(
    {
      codeId: createCodeId(new Uint8Array([0, 0, 0, 1, i])),
      externalId: null,
      host: null,
      shortCode: parseShortCode(`code-${i}`),
      target,
      redirectTo: target,
      control: null,
    } as QrCode,
    'active',
  ),
}));

const OPERATORS = 'go.example.com';

function write(
  file: RedirectFileName,
  host = OPERATORS,
  redirects: readonly StaticRedirect[] = codes.map(({ redirect }) => redirect),
): Buffer {
  const form = REDIRECT_FORMS[file].begin({ base: `https://${host}` });
  const parts = [form.head(), ...redirects.map((redirect) => form.write(redirect)), form.foot()];
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

const BRAND = 'go.brand-x.example';

/** Codes on a host of an account, whose paths keep their case, and may hold dots and slashes. */
const onBrand = ['Code-0', 'Trail', 'Trail.', 'Spring/Sale', 'v1.5'].map((path, i) =>
  toStaticRedirect(
    {
      ...{ codeId: createCodeId(new Uint8Array([0, 0, 0, 2, i])), externalId: null, host: BRAND as LinkHost },
      ...{ shortCode: path as ShortCode, target: `https://brand.example/${i}` },
      ...{ redirectTo: `https://brand.example/${i}`, control: null },
    } as QrCode,
    'active',
    BRAND as LinkHost,
  ),
);

/** The exported files of two hosts, whose paths are partly the same. */
const filesOfTwo = (file: RedirectFileName) => ({
  [OPERATORS]: write(file).toString(),
  [BRAND]: write(file, BRAND, onBrand).toString(),
});

/** Where the short-link Worker leads from paths as people type and paste them: `read-path.ts`. */
async function expectAsHere(server: RedirectServer): Promise<void> {
  const lead = async (host: string, path: string) => {
    const { status, location } = await server.ask(path, host);
    return status === 302 ? location : status;
  };
  const [first = ''] = TARGETS;
  for (const path of [
    '/code-0',
    '/CODE-0',
    '/code-0/',
    '/code-0.',
    '/code-0)',
    '/code-0%20',
    '/code%2D0/?x=1',
  ])
    expect(await lead(OPERATORS, path), path).toBe(first);
  for (const path of ['/', '//', '/nothing', '/nothing/', '/code-0/more', '/trail'])
    expect(await lead(OPERATORS, path), path).toBe(404);
  const ofBrand: Readonly<Record<string, number>> = {
    ...{ '/Code-0': 0, '/Code-0/': 0, '/Code-0,': 0, '/Trail': 1, '/Trail/': 1, '/Trail.': 2, '/Trail./': 2 },
    ...{ '/Spring/Sale': 3, '/Spring/Sale.': 3, '/v1.5': 4, '/v1.5.': 4 },
  };
  for (const [path, i] of Object.entries(ofBrand))
    expect(await lead(BRAND, path), path).toBe(`https://brand.example/${i}`);
  for (const path of ['/code-0', '/Code-1', '/Spring/', '/v1x5'])
    expect(await lead(BRAND, path), path).toBe(404);
}

const running: RedirectServer[] = [];
afterAll(async () => {
  for (const server of running) await server.stop();
});

/** The paths that lead elsewhere than their codes. */
async function listStrays(
  server: RedirectServer,
  targets: readonly string[],
  spell = (url: string) => url,
): Promise<unknown[]> {
  running.push(server);
  const strays: unknown[] = [];
  for (const { redirect, target } of codes.filter((code) => targets.includes(code.target)))
    for (const path of redirect.names.flatMap((name) => [`/${name}`, `/${name.toUpperCase()}`])) {
      const { status, location } = await server.ask(path, OPERATORS);
      if (status !== 302 || spell(location ?? '') !== spell(target)) strays.push({ path, status, location });
    }
  return strays;
}

const NOTHING = { status: 404, location: null };

describe.skipIf(!hasRedirectServers())('a server of one’s own', () => {
  it('nginx leads to every target, with the files of two hosts beside a map of its own', async () => {
    const once = write('redirects.nginx-once.conf');
    expect(write('redirects.nginx-once.conf', BRAND, onBrand)).toEqual(once);
    const server = await startNginx(filesOfTwo('redirects.nginx.conf'), once.toString());
    expect(await listStrays(server, [...TARGETS, ...STATIC])).toEqual([]);
    expect(await server.ask('/Code-0', OPERATORS)).toEqual({ status: 302, location: TARGETS[0] });
    await expectAsHere(server);
  });

  it('Caddy leads to every target, with the files of two hosts', async () => {
    // They are not allowed in a URI, and have a special meaning for Caddy.
    const percent = (url: string) =>
      url.replaceAll('{', '%7B').replaceAll('}', '%7D').replaceAll('\\', '%5C');
    const server = await startCaddy(filesOfTwo('redirects.caddyfile'));
    expect(await listStrays(server, [...TARGETS, ...STATIC], percent)).toEqual([]);
    await expectAsHere(server);
  });
});

describe('static assets of Cloudflare', () => {
  it('lead to every target on https by _redirects', async () => {
    const secure = TARGETS.filter((target) => target.startsWith('https:'));
    const server = await startAssets({ _redirects: write('_redirects'), '404.html': 'Nothing here.' });
    // These servers parse URLs and write them in their own way.
    expect(await listStrays(server, secure, (url) => URL.parse(url)?.href ?? url)).toEqual([]);
    expect(await server.ask('/nothing')).toEqual(NOTHING);
  });

  it('lead on by the pages of the archive', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qr-pages-'));
    try {
      const archive = join(folder, 'pages.tar.gz');
      writeFileSync(archive, gzipSync(write('redirects-html.tar.gz')));
      execFileSync('tar', ['-xzf', archive, '-C', folder]);
      const pages = codes.flatMap(({ redirect, target }) =>
        redirect.names.flatMap((name) => [name, name.toUpperCase()].map((path) => ({ path, target }))),
      );
      const readTarget = (path: string) => {
        const page = readFileSync(join(folder, path, 'index.html'), 'utf8');
        if (!page.endsWith('</html>\n')) return page;
        const [, refresh = ''] = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(page) ?? [];
        return refresh.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
      };
      expect(pages.map(({ path }) => ({ path, target: readTarget(path) }))).toEqual(pages);
      expect(existsSync(join(folder, 'README.txt'))).toBe(true);
      expect(gunzipSync(readFileSync(archive)).length % 512).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
