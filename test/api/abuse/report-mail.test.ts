import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { LinkHost } from '#core/links/link-address.ts';
import { seedAccount, seedCode, seedDomain } from '#harness/data/seed.ts';
import { createFailingMail, openMailbox } from '#harness/worker/mailbox.ts';
import { explain, recordQueries } from '#harness/worker/measured/record-queries.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { insertAbuseReport } from '#storage/abuse/reports.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const ABUSE_EMAIL = 'abuse@example.com';

async function countReports(where = '1') {
  const row = await env.DB.prepare(`SELECT count(*) AS count FROM abuse_reports WHERE ${where}`).first<{
    count: number;
  }>();
  return row?.count;
}

it('mails new reports to the operator once, without the words of strangers, and again after a mail that failed', async () => {
  const { accountId } = await seedAccount(env.DB);
  const [one, other] = [
    await seedCode(env.DB, { accountId, codeId: 'rep0rt01' }),
    await seedCode(env.DB, { accountId, codeId: 'rep0rt02' }),
  ];
  const report = { reason: 'phishing', note: 'see https://evil.example', email: 'ada@example.com' } as const;
  await insertAbuseReport(env.DB, { codeId: one }, report, NOW - 3);
  await insertAbuseReport(env.DB, { codeId: one }, report, NOW - 2);
  await insertAbuseReport(env.DB, { codeId: other }, { ...report, reason: 'malware' }, NOW - 1);
  const host = 'go.reported.example' as LinkHost;
  await seedDomain(env.DB, { accountId, host });
  await insertAbuseReport(env.DB, { host }, { ...report, reason: 'other' }, NOW - 1);
  await insertAbuseReport(env.DB, { codeId: other }, report, NOW);
  await env.DB.prepare('UPDATE abuse_reports SET closed_at_ms = 1 WHERE reported_at_ms = ?').bind(NOW).run();

  const mailbox = openMailbox();
  // Without an address or without mail, nothing is sent, and nothing is marked.
  await runScheduled(NOW, mailbox.env);
  await runScheduled(NOW, { ABUSE_EMAIL });
  expect(mailbox.mails).toEqual([]);
  const failed = await runScheduled(NOW, { ABUSE_EMAIL, ...createFailingMail('for abuse@example.com') });
  expect(failed.failed).toBe(true);
  expect(failed.lines.map(({ event }) => event)).toContain('reports_mailed_failed');
  expect(await countReports('mailed_at_ms IS NULL')).toBe(5);

  const run = await runScheduled(NOW, { ABUSE_EMAIL, ...mailbox.env });
  expect(run.lines.find(({ event }) => event === 'reports_mailed')).toMatchObject({ mailed: 4 });
  await runScheduled(NOW, { ABUSE_EMAIL, ...mailbox.env });
  expect(mailbox.mails).toHaveLength(1);
  const [mail] = mailbox.mails;
  expect(mail).toMatchObject({ to: ABUSE_EMAIL, subject: '4 reports of abuse' });
  expect(mail?.text).toContain('qr_rep0rt01 (https://go.example.com/rep0rt01), phishing: 2');
  expect(mail?.text).toContain('qr_rep0rt02 (https://go.example.com/rep0rt02), malware: 1');
  expect(mail?.text).toContain('go.reported.example, other: 1');
  for (const part of [mail?.text, mail?.html]) {
    expect(part).not.toContain('evil.example');
    expect(part).not.toContain('ada@example.com');
  }
});

it('deletes reports after 180 days', async () => {
  const before = await countReports();
  await runScheduled(NOW - 1 + 180 * DAY_MS);
  expect(await countReports()).toBe((before ?? 0) - 2);
});

it('reads and deletes reports by an index', async () => {
  const { DB, queries } = recordQueries();
  const { accountId } = await seedAccount(env.DB);
  const codeId = await seedCode(env.DB, { accountId, codeId: 'rep0rt03' });
  const report = { reason: 'other', note: null, email: null } as const;
  await insertAbuseReport(DB, { codeId }, report, NOW);
  await insertAbuseReport(DB, { host: 'go.nobody.example' as LinkHost }, report, NOW);
  await insertAbuseReport(DB, { codeId: 'n0th1ng0' as typeof codeId }, report, NOW);
  await runScheduled(NOW, { DB, ABUSE_EMAIL, ...openMailbox().env });
  const ours = [...queries].filter((query) => query.includes('abuse_reports'));
  expect(ours.length).toBeGreaterThanOrEqual(5);
  for (const query of ours) {
    const steps = await explain(query);
    expect(
      steps.filter((step) =>
        /^SCAN (?!json_each|\(subquery|CONSTANT|abuse_reports USING INDEX abuse_reports_to_mail$)/.test(step),
      ),
      query,
    ).toEqual([]);
  }
});
