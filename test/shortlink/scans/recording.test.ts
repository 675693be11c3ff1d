import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Isolate } from '#harness/shortlink/isolate.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { withFault } from '#harness/worker/faults.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1';
const HEADERS = {
  'User-Agent': PHONE,
  'CF-Connecting-IP': '203.0.113.77',
  Referer: 'https://news.example.com/article?reader=jane',
  'Accept-Language': 'de-DE,de;q=0.9',
};

let accountId = '';
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
});

const VISITOR = { headers: HEADERS, cf: { country: 'DE', region: 'Land Berlin', city: 'Berlin' } };

const visit = (codeId: string, bindings: Partial<ShortlinkEnv> = {}) =>
  new Isolate(NOW).visit(`/${codeId}?token=secret`, VISITOR, bindings);

/** The real D1, except for the statement that records a scan. */
function withRecording(run: () => Promise<unknown>): Partial<ShortlinkEnv> {
  const prepare = (sql: string) =>
    sql.includes('INSERT INTO scans') ? { bind: () => ({ run }) } : env.DB.prepare(sql);
  return { DB: withFault(env.DB, { prepare }) };
}

describe('recording a scan', () => {
  it('stores a row of a few words, and counts it', async () => {
    await seedCode(env.DB, { accountId, codeId: 'rec0rd00' });
    await visit('rec0rd00');
    const row = await env.DB.prepare("SELECT * FROM scans WHERE code_id = 'rec0rd00'").first();
    expect(row).toEqual({
      id: expect.any(Number),
      code_id: 'rec0rd00',
      scanned_at_ms: NOW,
      device: 'mobile',
      visitor_key: expect.stringMatching(/^[A-Za-z0-9_-]{16}$/),
      country: 'DE',
      region: 'Land Berlin, DE',
      city: 'Berlin, DE',
      os: 'iOS',
      browser: 'Safari',
      referrer: 'news.example.com',
      language: 'de',
      rule: null,
      variant: null,
      link_type: null,
      name: 'rec0rd00',
      source: 'link',
      account_id: accountId,
    });
    const days = await env.DB.prepare("SELECT * FROM scan_days WHERE code_id = 'rec0rd00'").all();
    expect(days.results).toMatchObject([
      { code_id: 'rec0rd00', day: '2026-11-21', device: 'mobile', scans: 1 },
    ]);
  });

  it('leaves no IP address, user agent or query in any table', async () => {
    await seedCode(env.DB, { accountId, codeId: 'pr1vacy0' });
    await visit('pr1vacy0');
    // The search keeps what it knows in tables of its own, which are among these.
    const { results: tables } = await env.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
    ).all<{ name: string }>();
    expect(tables.length).toBeGreaterThan(4);
    for (const { name } of tables) {
      const { results } = await env.DB.prepare(`SELECT * FROM "${name}"`).all();
      expect(JSON.stringify(results), name).not.toMatch(/203\.0\.113|AppleWebKit|token=secret|reader=jane/);
    }
  });

  it('that never ends delays nothing', async () => {
    await seedCode(env.DB, { accountId, codeId: 's10w0000' });
    let started = 0;
    const hanging = withRecording(() => {
      started++;
      return new Promise(() => undefined);
    });
    const { response } = new Isolate(NOW).start('/s10w0000', VISITOR, hanging);
    expect((await response).status).toBe(302);
    // The response does not wait for the write, which is still under way.
    expect(started).toBe(1);
  });

  it('that fails breaks nothing, and is logged without anything about the visitor', async () => {
    await seedCode(env.DB, { accountId, codeId: 'fa11ed00' });
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const failing = withRecording(() => Promise.reject(new Error('D1_ERROR: overloaded')));
    expect((await visit('fa11ed00', failing)).status).toBe(302);
    const lines = log.mock.calls.map(([line]) => String(line));
    log.mockRestore();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { event: 'scan_log_failed', error: 'Error: D1_ERROR: overloaded' },
    ]);
    expect(lines.join()).not.toMatch(/203\.0\.113|AppleWebKit|token=secret|jane/);
  });
});
