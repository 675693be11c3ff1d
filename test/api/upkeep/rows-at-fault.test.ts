import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { parsePublicId } from '#core/codes/code-id.ts';
import { create, createClient } from '#harness/worker/api-client.ts';
import { withFailingStatements, withFault } from '#harness/worker/faults.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';

/** What the cron logs about rows that it could not work on. */
async function runCron(event: string, bindings: Partial<ApiEnv>, atMs = Date.now()) {
  const { failed, lines } = await runScheduled(atMs, bindings);
  expect(failed).toBe(false);
  return lines.filter((line) => line.event === event).map((line) => String(line['error']));
}

const unlessMeans = (text: string) => ({
  DB: withFailingStatements(env.DB, (one) => one.includes(text)),
});

it('takes a tag from its codes although another one cannot be taken', async () => {
  const client = await createClient();
  await create(client, { tags: ['first', 'second'] });
  const mine = env.DB.prepare('UPDATE tags SET key = NULL WHERE account_id = ? RETURNING id');
  const { results } = await mine.bind(client.accountId).all<{ id: number }>();
  const [first, second] = results.map(({ id }) => id);
  const DB = withFailingStatements(
    env.DB,
    (statement) => statement.includes('UPDATE qr_codes SET tags') && statement.includes(`[${first},`),
  );
  expect(await runCron('tag_not_moved', { DB })).toEqual([expect.stringMatching(`^tag ${first}: `)]);
  const left = env.DB.prepare('SELECT id FROM tags WHERE account_id = ?').bind(client.accountId);
  expect((await left.all()).results).toEqual([{ id: first }]);
  expect(second).not.toBe(first);
});

it('deletes the files of imports although one of them cannot be deleted', async () => {
  const imported: string[] = [];
  for (let i = 0; i < 3; i++) {
    const client = await createClient();
    const response = await client.request('POST', '/v1/imports', 'target\nhttps://example.com/\n', {
      headers: { 'Content-Type': 'text/csv' },
    });
    imported.push((await response.json<{ id: string }>()).id);
  }
  const list = imported.map((id) => `'${id}'`).join();
  await env.DB.prepare(`UPDATE imports SET updated_at_ms = 1, status = 'failed' WHERE id IN (${list})`).run();
  await env.DB.prepare(`UPDATE imports SET updated_at_ms = ? WHERE id IN (${list})`)
    .bind(Date.now() - 2 * 86_400_000)
    .run();
  const [, cursed = ''] = imported;
  expect(await runCron('import_file_not_deleted', unlessMeans(cursed))).toEqual([
    expect.stringMatching(`^${cursed}: `),
  ]);
  const kept = await env.DB.prepare(
    `SELECT id FROM imports WHERE file_key IS NOT NULL AND id IN (${list})`,
  ).all();
  expect(kept.results).toEqual([{ id: cursed }]);
});

it('deletes sign-ups that nobody finished although one of them cannot be deleted', async () => {
  const ids = ['acc_left1', 'acc_left2', 'acc_left3'];
  for (const id of ids) {
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO accounts (id, name, plan, created_at_ms) VALUES (?, 'Left', 'free', 1)`,
      ).bind(id),
      env.DB.prepare(
        `INSERT INTO people (id, account_id, name, email, role, created_at_ms) VALUES (?, ?, 'Ada', ?, 'owner', 1)`,
      ).bind(`per_${id}`, id, `${id}@example.com`),
    ]);
  }
  expect(await runCron('sign_up_not_deleted', unlessMeans('acc_left2'))).toEqual([
    expect.stringMatching('^acc_left2: '),
  ]);
  const left = await env.DB.prepare(`SELECT id FROM accounts WHERE id LIKE 'acc_left%'`).all();
  expect(left.results).toEqual([{ id: 'acc_left2' }]);
});

it('repairs copies of short links although one of them cannot be written', async () => {
  const client = await createClient();
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push((await create(client, { dynamic: true })).id);
  const codeIds = ids.map((id) => parsePublicId(id)!);
  for (const codeId of codeIds) await env.LINKS.delete(codeId);
  const [cursed] = codeIds;
  const put = (key: string, value: string) =>
    key === cursed ? Promise.reject(new Error('KV PUT failed')) : env.LINKS.put(key, value);
  const later = Date.now() + 3_600_000;
  const reports = await runCron(
    'short_link_copies_not_repaired',
    { LINKS: withFault(env.LINKS, { put }) },
    later,
  );
  expect(reports).toEqual([`${cursed}: Error: KV PUT failed`]);
  const copies = await env.LINKS.get(codeIds);
  expect(codeIds.filter((codeId) => copies.get(codeId) === null)).toEqual([cursed]);
});
