import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeId } from '#core/codes/code-id.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import { hashPassword } from '#core/control/password.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { withFault } from '#harness/worker/faults.ts';
import { toPage } from '#harness/worker/page.ts';
import { Isolate, type Visit } from '#harness/shortlink/isolate.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;

let accountId = '';
let nextId = 0;
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
});

type Seed = Omit<Parameters<typeof seedCode>[1], 'accountId' | 'codeId'>;

async function seed(code: Seed = {}): Promise<CodeId> {
  const codeId = `wh${String(nextId++).padStart(6, '0')}` as CodeId;
  await seedCode(env.DB, { accountId, codeId, ...code });
  return codeId;
}

const ask = (path: string, visiting: Visit = {}, bindings: Partial<ShortlinkEnv> = {}) =>
  new Isolate(NOW).visit(`/${path}`, visiting, bindings);

/** What the page says, without its styles. */
async function read(path: string, headers: Record<string, string> = {}) {
  const response = await ask(path, { headers });
  const html = await response.text();
  return { status: response.status, html, text: toPage(html).find('main')?.text ?? '' };
}

describe('a plus sign behind a short link', () => {
  it('shows the host of the target and no more of it, and is no scan', async () => {
    const codeId = await seed({ target: 'https://shop.example.com/secret?token=1', shortCode: 'plus-menu' });
    for (const path of [
      `${codeId}+`,
      'plus-menu+',
      'PLUS-MENU+',
      `${codeId}%2B`,
      `${codeId}+?utm_source=x`,
    ]) {
      const { status, html, text } = await read(path);
      expect(status, path).toBe(200);
      expect(text).toContain('shop.example.com');
      expect(html).not.toContain('secret');
    }
    const { html } = await read('plus-menu+');
    expect(toPage(html).find('a.action')?.attribute('href')).toBe('plus-menu');
    expect(toPage(html).find('footer a')?.attribute('href')).toBe('report/plus-menu');
    const { results } = await env.DB.prepare('SELECT 1 FROM scans WHERE code_id = ?').bind(codeId).all();
    expect(results).toEqual([]);
  });

  it('says since when it leads there, and when it was created', async () => {
    const codeId = await seed({ target: 'https://new.example.com/' });
    await env.DB.prepare('UPDATE qr_codes SET created_at_ms = ? WHERE code_id = ?')
      .bind(NOW - 40 * DAY_MS, codeId)
      .run();
    expect((await read(`${codeId}+`)).text).toContain('October 12, 2026');
    expect((await read(`${codeId}+`)).text).not.toContain('Since');
    await env.DB.prepare(
      "INSERT INTO qr_code_edits (code_id, edited_at_ms, editor_id, changes) VALUES (?, ?, 'p', json_object('target', json_array('https://old.example.com/', 'https://new.example.com/')))",
    )
      .bind(codeId, NOW - 3 * DAY_MS)
      .run();
    // A later edit of the title changes nothing about where it leads.
    await env.DB.prepare(
      "INSERT INTO qr_code_edits (code_id, edited_at_ms, editor_id, changes) VALUES (?, ?, 'p', json_object('title', json_array('a', 'b')))",
    )
      .bind(codeId, NOW - DAY_MS)
      .run();
    const { text } = await read(`${codeId}+`);
    expect(text).toContain('November 18, 2026');
    expect(text).toContain('October 12, 2026');
    expect(text).not.toContain('November 20');
  });

  it('never shows an address behind a password', async () => {
    const password = hashPassword('pepper of the tests', 'salt', 'open sesame');
    const rules = [
      { name: 'a', target: 'https://rule.example.net/', when: { os: ['iOS'], timeZone: 'UTC' as TimeZone } },
    ];
    const codeId = await seed({
      target: 'https://hidden.example.org/',
      control: { ...NO_CONTROL, password, rules },
    });
    const { html, text } = await read(`${codeId}+`);
    expect(html).not.toMatch(/hidden\.example|rule\.example/);
    expect(text).toContain('password');
  });

  it('shows each host once where rules or an A/B test decide', async () => {
    const variants = [
      { name: 'a', target: 'https://a.example.net/1', weight: 50 },
      { name: 'b', target: 'https://b.example.net/2', weight: 50 },
    ];
    const rules = [
      { name: 'r', target: 'https://a.example.net/3', when: { os: ['iOS'], timeZone: 'UTC' as TimeZone } },
    ];
    const codeId = await seed({
      target: 'https://unused.example.org/',
      control: { ...NO_CONTROL, variants, rules },
    });
    const { html, text } = await read(`${codeId}+`);
    expect(html.match(/[ab]\.example\.net/g)).toEqual(['a.example.net', 'b.example.net']);
    expect(html).not.toContain('unused');
    expect(text).toContain('depends on who scans');
  });

  it('shows where scans lead now: the page of an inactive code, or the host of its fallback', async () => {
    const paused = await seed({ control: { ...NO_CONTROL, isPaused: true } });
    expect(await read(`${paused}+`)).toMatchObject({ status: 403, text: expect.stringContaining('paused') });
    const led = await seed({
      control: { ...NO_CONTROL, isPaused: true, fallbackUrl: 'https://later.example.net/' },
    });
    expect((await read(`${led}+`)).text).toContain('later.example.net');
    const deleted = await seed();
    await env.DB.prepare("UPDATE qr_codes SET deleted_at_ms = 1, target = '' WHERE code_id = ?")
      .bind(deleted)
      .run();
    expect((await read(`${deleted}+`)).status).toBe(410);
    expect((await read('wh999999+')).status).toBe(404);
    expect((await read('no-such-name+')).status).toBe(404);
  });

  it.each([
    ['en', 'Where'],
    ['de', 'Wohin'],
    ['fr', 'Où'],
    ['es', 'Adónde'],
    ['zh', '指向哪里'],
  ])('speaks the language of its reader: %s', async (language, word) => {
    const codeId = await seed({ target: 'mailto:jane@example.com' });
    const { text } = await read(`${codeId}+`, { 'Accept-Language': language });
    expect(text).toContain(word);
    expect(text).not.toContain('jane');
  });

  it('works from the caches while the database fails, then without dates', async () => {
    const codeId = await seed({ target: 'https://cached.example.com/' });
    const isolate = new Isolate(NOW);
    const down = {
      DB: withFault(env.DB, {
        prepare: () => {
          throw new Error('D1 is down');
        },
      }),
    };
    await isolate.visit(`/${codeId}+`);
    const shown = await isolate.visit(`/${codeId}+`, {}, down);
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain('cached.example.com');
  });

  it('answers HEAD without a body, refuses POST, and asks no store about what can be no name', async () => {
    const codeId = await seed();
    expect(await (await ask(`${codeId}+`, { method: 'HEAD' })).text()).toBe('');
    expect((await ask(`${codeId}+`, { method: 'POST', body: 'x' })).status).toBe(405);
    const broken = new Proxy({}, { get: () => () => Promise.reject(new Error('must not be read')) });
    for (const path of [
      '+',
      '++',
      `${codeId}++`,
      'wp-login.php+',
      `${codeId}/+`,
      'admin+',
      `${'x'.repeat(300)}+`,
    ])
      expect(
        (await ask(path, {}, { DB: broken as D1Database, LINKS: broken as KVNamespace })).status,
        path,
      ).toBe(404);
  });
});
