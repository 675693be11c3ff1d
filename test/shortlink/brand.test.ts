import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { NO_CONTROL } from '#core/control/control.ts';
import { hashPassword } from '#core/control/password.ts';
import { LINK_COLUMNS } from '#storage/links/short-links.ts';
import { randomHex } from '#harness/data/random.ts';
import { seedAccount, seedCode, seedDomain } from '#harness/data/seed.ts';
import { EDIT_FOLLOWED_WITHIN_MS } from '#shortlink/targets/time-bounds.ts';
import { Isolate } from '#harness/shortlink/isolate.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const LOGO = 'img_00000000000000aa';
const BRAND = { name: 'Bella <Fig> {host}', color: '#ffd400', logo: LOGO };
const FOOT = 'for Bella &#60;Fig&#62; {host}';
const PASSWORD = hashPassword('pepper of the tests', 'salt', 'open sesame');

let accountId = '';
let host = '';

const brandWith = (brand: object | null, id = accountId) =>
  env.DB.prepare('UPDATE accounts SET brand = ? WHERE id = ?')
    .bind(brand && JSON.stringify(brand), id)
    .run();

const NO_CACHE = { LINK_CACHE: 'off', SCAN_LOG: 'off' } as const;

/** Another isolate for each visit, unless one is given. */
const visit = (path: string, { isolate = new Isolate(NOW, NO_CACHE), language = 'en', on = '' } = {}) =>
  isolate.visit(on === '' ? path : `https://${on}${path}`, { headers: { 'Accept-Language': language } });

beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
  host = `go.${randomHex()}.example`;
  await seedDomain(env.DB, { accountId, host });
  await brandWith(BRAND);
  const shown = { accountId, redirectTo: null, isDynamic: false };
  const controlled = (codeId: string, control: object) =>
    seedCode(env.DB, { accountId, codeId, control: { ...NO_CONTROL, ...control } });
  await seedCode(env.DB, { ...shown, codeId: 'brtext00', type: 'text', target: 'Table 12' });
  await seedCode(env.DB, {
    ...shown,
    codeId: 'brwf0000',
    type: 'wifi',
    target: 'WIFI:T:WPA;S:Fig;P:figs2026;;',
  });
  await seedCode(env.DB, {
    ...shown,
    codeId: 'brcard00',
    type: 'vcard',
    target: 'BEGIN:VCARD\nVERSION:3.0\nFN:Jo\nEND:VCARD',
  });
  await controlled('brpavsed', { isPaused: true });
  await controlled('brended0', { endsAtMs: NOW });
  await controlled('br10cked', { password: PASSWORD });
  await seedCode(env.DB, { accountId, codeId: 'brg0ne00', deletedAtMs: 1 });
  await seedCode(env.DB, { accountId, codeId: 'br1eads0' });
  await seedCode(env.DB, { accountId, codeId: 'brabvse0' });
  await env.DB.prepare("UPDATE qr_codes SET disabled_for = 'abuse' WHERE code_id = 'brabvse0'").run();
});

const BRANDED = [
  'brtext00',
  'brwf0000',
  'brcard00',
  'brpavsed',
  'brended0',
  'br10cked',
  'brg0ne00',
  'br1eads0+',
];

describe('the page of an account with a brand', () => {
  it.each(BRANDED)('has its name, colour and logo, in one response of at most 12 kB: %s', async (path) => {
    const response = await visit(`/${path}`);
    const html = await response.text();
    expect(html).toContain(
      `<img src="https://cdn.example.com/preview/${LOGO}.png" width="48" height="48" alt="">`,
    );
    expect(html).toContain('--brand:#ffd400;--on:#000000;');
    expect(html).toContain(`<footer>Shown by go.example.com ${FOOT} · <a`);
    expect(response.headers.get('Content-Security-Policy')).toContain('img-src https://cdn.example.com;');
    expect(html.match(/ (?:src|srcset)=/g)).toHaveLength(1);
    expect(new TextEncoder().encode(html).length).toBeLessThan(12_000);
  });

  it('has its brand where its host has no code', async () => {
    expect(await (await visit('/nothing', { on: host })).text()).toContain(FOOT);
    expect(await (await visit('/n0th1ng0')).text()).not.toContain('<img');
  });

  it('says so in the languages of its readers', async () => {
    const feet = ['de', 'fr', 'es', 'zh'].map(
      async (language) =>
        (/<footer>(.*?) ·/.exec(await (await visit('/brpavsed', { language })).text()) ?? [])[1],
    );
    const name = 'Bella &#60;Fig&#62; {host}';
    expect(await Promise.all(feet)).toEqual([
      `Gezeigt von go.example.com für ${name}`,
      `Affiché par go.example.com pour ${name}`,
      `Mostrado por go.example.com para ${name}`,
      `由 go.example.com 为 ${name} 显示`,
    ]);
  });

  it('is calm without one, and where the operator has disabled the code', async () => {
    const disabled = await visit('/brabvse0');
    expect(disabled.status).toBe(403);
    const own = await seedAccount(env.DB);
    await seedCode(env.DB, {
      accountId: own.accountId,
      codeId: 'brn0ne00',
      control: { ...NO_CONTROL, isPaused: true },
    });
    for (const response of [disabled, await visit('/brn0ne00')]) {
      const html = await response.text();
      expect(html).toContain('<footer>Shown by go.example.com · <a');
      expect(html).not.toMatch(/<img|<header|ffd400/);
      expect(response.headers.get('Content-Security-Policy')).not.toContain('img-src');
    }
  });

  it.each(['suspended_at_ms', 'deleted_at_ms'])('shows none of it while %s is set', async (column) => {
    const own = await seedAccount(env.DB);
    const [paused, leads, on] = [
      `p${randomHex().slice(0, 7)}`,
      `1${randomHex().slice(0, 7)}`,
      `go.${randomHex()}.example`,
    ];
    await brandWith(BRAND, own.accountId);
    await seedDomain(env.DB, { accountId: own.accountId, host: on });
    await seedCode(env.DB, { ...own, codeId: paused, control: { ...NO_CONTROL, isPaused: true } });
    await seedCode(env.DB, { ...own, codeId: leads });
    const pages = () =>
      Promise.all(
        [visit(`/${paused}`), visit(`/${leads}+`), visit('/nothing', { on })].map(async (page) =>
          (await page).text(),
        ),
      );
    for (const html of await pages()) expect(html).toContain(FOOT);
    await env.DB.prepare(`UPDATE accounts SET ${column} = 1 WHERE id = ?`).bind(own.accountId).run();
    for (const html of await pages()) expect(html).not.toMatch(/Bella|<img|ffd400/);
  });

  it('follows a change within 30 seconds, from all caches', async () => {
    const isolate = new Isolate(NOW, { SCAN_LOG: 'off' });
    const read = async () => (await isolate.visit('/brtext00')).text();
    expect(await read()).toContain(FOOT);
    await brandWith({ ...BRAND, name: 'Other' });
    expect(await read()).toContain(FOOT);
    isolate.nowMs += EDIT_FOLLOWED_WITHIN_MS;
    expect(await read()).toContain('for Other ·');
    await brandWith(BRAND);
  });
});

describe('the brand', () => {
  it('costs no query: a page asks as often as a redirect', async () => {
    const count = async (path: string) => {
      const isolate = new Isolate(NOW, NO_CACHE);
      await visit(path, { isolate });
      return isolate.queries;
    };
    expect(await count('/br1eads0')).toBe(1);
    for (const codeId of BRANDED.filter((path) => !path.endsWith('+')))
      expect(await count(`/${codeId}`), codeId).toBe(1);
  });

  it('is read for no code that only redirects', async () => {
    const plan = async (codeId: string) => {
      const { meta } = await env.DB.prepare(`SELECT ${LINK_COLUMNS} FROM qr_codes WHERE code_id = ?`)
        .bind(codeId)
        .run();
      return meta.rows_read;
    };
    expect(await plan('br1eads0')).toBe(1);
    expect(await plan('brpavsed')).toBe(2);
  });
});
