import { randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { parsePublicId } from '#core/codes/code-id.ts';
import { type ApiClient, create, createClient } from '#harness/worker/api-client.ts';
import { createBrowser, ORIGIN, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { createFailingMail, type Mailbox, openMailbox } from '#harness/worker/mailbox.ts';
import { readText } from '#harness/worker/page.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { D1 } from '#harness/worker/scan-backends.ts';

/** A Sunday. */
const SUNDAY = Date.UTC(2026, 10, 22, 12);
const MONDAY = Date.UTC(2026, 10, 23, 6);
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

let api: ApiClient;
let mailbox: Mailbox;
let browser: SignedInClient;
let email: string;
beforeEach(async () => {
  await env.DB.prepare('DELETE FROM weekly_summaries').run();
  const appOptions = { nowMs: () => SUNDAY };
  api = await createClient({ appOptions });
  mailbox = openMailbox();
  email = `${randomHex()}@example.com`;
  browser = await signIn({ accountId: api.accountId, role: 'viewer', email, appOptions });
  await env.DB.prepare('UPDATE people SET email_proved_at_ms = 1 WHERE email = ?').bind(email).run();
});

const withMail = () => ({ env: mailbox.env });
const switchOn = () => browser.post('/settings/mail', { weekly: 'on' }, withMail());
const pathIn = (text: string) =>
  /https:\/\/api\.example\.com(\/unsubscribe\/\S+)/.exec(text)?.[1] ?? 'no link';

async function record(publicId: string, atMs: number, scans: number): Promise<void> {
  const scan = { atMs, accountId: api.accountId };
  const visitors = Array.from({ length: scans }, (_, i) => ({ ...scan, visitorKey: `v${i}` }));
  await D1.record(parsePublicId(publicId)!, visitors);
}

describe('a weekly summary', () => {
  it('is mailed on Monday with the figures of /v1/stats, once, to people who asked for it', async () => {
    const { id } = await create(api, { dynamic: true, title: 'Winter menu' });
    await record(id, SUNDAY, 3);
    await record(id, SUNDAY - WEEK_MS, 2);
    await record(id, MONDAY, 5);
    expect((await switchOn()).headers.get('Location')).toBe('/settings#mails');
    await runScheduled(MONDAY - 1, mailbox.env);
    expect(mailbox.mails).toEqual([]);
    await runScheduled(MONDAY, mailbox.env);
    await runScheduled(MONDAY + 600_000, mailbox.env);
    expect(mailbox.mails).toHaveLength(1);
    const [mail] = mailbox.mails;
    expect(mail).toMatchObject({ to: email, subject: '3 scans last week' });
    for (const text of [
      'from 16 Nov 2026 to 22 Nov 2026',
      'The week before: 2 scans',
      'Winter menu: 3 scans',
    ])
      expect(mail?.text).toContain(text);
    const stats = await api.request('GET', '/v1/stats?from=2026-11-16&to=2026-11-22');
    expect(await stats.json()).toMatchObject({ total_scans: 3 });
    await runScheduled(MONDAY + WEEK_MS, mailbox.env);
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['3 scans last week', '5 scans last week']);
  });

  it('ends with one click of a mail program, which sends no origin, and by the page of its link', async () => {
    await switchOn();
    await runScheduled(MONDAY, mailbox.env);
    const path = pathIn(mailbox.mails[0]?.text ?? '');
    expect(mailbox.mails[0]?.headers).toEqual({
      'List-Unsubscribe': `<${ORIGIN}${path}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    // A mail scanner opens the link.
    expect(await readText(await createBrowser().get(path))).toContain('Stop the weekly summary?');
    expect(await readText(await browser.get('/settings', withMail()))).toContain('Stop the weekly summary');
    const clicked = await createBrowser().post(
      path,
      { 'List-Unsubscribe': 'One-Click' },
      { headers: { Origin: 'null' } },
    );
    expect(clicked.status).toBe(200);
    await runScheduled(MONDAY + WEEK_MS, mailbox.env);
    expect(mailbox.mails).toHaveLength(1);
    expect(await readText(await browser.get('/settings', withMail()))).toContain('Send me a weekly summary');
  });

  it('is ended by no link that we did not sign', async () => {
    await switchOn();
    const forged = `/unsubscribe/${browser.personId}.${'A'.repeat(32)}`;
    expect((await createBrowser().post(forged)).status).toBe(404);
    await runScheduled(MONDAY, mailbox.env);
    expect(mailbox.mails).toHaveLength(1);
  });

  it('is sent again if the mail was not accepted, and delays nobody else', async () => {
    await switchOn();
    const failed = await runScheduled(MONDAY, createFailingMail('no'));
    expect(failed.lines).toContainEqual(
      expect.objectContaining({ event: 'summaries_mailed', mailed: 0, failed: 1 }),
    );
    await runScheduled(MONDAY + 3_600_000, mailbox.env);
    expect(mailbox.mails).toEqual([]);
    await runScheduled(MONDAY + 6 * 3_600_000, mailbox.env);
    expect(mailbox.mails).toHaveLength(1);
  });

  it('goes to nobody who has left, whose address is a claim, or whose account is suspended', async () => {
    await switchOn();
    const set = (change: string) =>
      env.DB.prepare(`UPDATE people SET ${change} WHERE id = ?`).bind(browser.personId).run();
    await set('removed_at_ms = 1');
    await runScheduled(MONDAY, mailbox.env);
    await set('removed_at_ms = NULL, email_proved_at_ms = NULL');
    await runScheduled(MONDAY, mailbox.env);
    await set('email_proved_at_ms = 1');
    const account = env.DB.prepare('UPDATE accounts SET suspended_at_ms = ? WHERE id = ?');
    await account.bind(1, api.accountId).run();
    await runScheduled(MONDAY, mailbox.env);
    expect(mailbox.mails).toEqual([]);
    await account.bind(null, api.accountId).run();
    await runScheduled(MONDAY, mailbox.env);
    expect(mailbox.mails).toHaveLength(1);
  });

  it('is offered if mail is on, to people with an address', async () => {
    expect(await readText(await browser.get('/settings'))).toContain('sends no mail');
    const other = await signIn({ accountId: api.accountId });
    expect(await readText(await other.get('/settings', withMail()))).toContain(
      'You have no e-mail address here',
    );
    await other.post('/settings/mail', { weekly: 'on' }, withMail());
    expect(await env.DB.prepare('SELECT count(*) AS n FROM weekly_summaries').first('n')).toBe(0);
  });

  it('names no title that looks like an address', async () => {
    const { id } = await create(api, { dynamic: true, title: 'www.phish.example/login' });
    await record(id, SUNDAY, 1);
    await switchOn();
    await runScheduled(MONDAY, mailbox.env);
    expect(mailbox.mails[0]?.text).toContain(`${id}: 1 scan`);
    expect(mailbox.mails[0]?.html).not.toContain('phish');
  });
});
