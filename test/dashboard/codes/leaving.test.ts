import { randomCodeId, randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { seedCode } from '#harness/data/seed.ts';
import { signIn } from '#harness/worker/dashboard-client.ts';

it('offers every export file, with all codes of the account and none of others', async () => {
  const [browser, stranger] = [await signIn(), await signIn()];
  const seed = async (accountId: string) => {
    const codeId = randomCodeId();
    await seedCode(env.DB, { accountId, codeId });
    return codeId;
  };
  const [own, archived, foreign] = [
    await seed(browser.accountId),
    await seed(browser.accountId),
    await seed(stranger.accountId),
  ];
  await env.DB.prepare('UPDATE qr_codes SET is_archived = 1 WHERE code_id = ?').bind(archived).run();
  expect(await (await browser.get('/codes')).text()).toContain('<a href="/codes/leave">');
  const page = await (await browser.get('/codes/leave')).text();
  const files = [...page.matchAll(/href="(\/codes\/leave\/[^"]+)"/g)].map(([, path = '']) => path);
  const [everything, ...single] = files;
  expect([everything, single.length]).toEqual(['/codes/leave/everything.zip?part=1', 10]);
  const archive = await browser.get(everything ?? '');
  expect(archive.headers.get('Content-Disposition')).toBe('attachment; filename="everything.zip"');
  const codes = strFromU8(unzipSync(new Uint8Array(await archive.arrayBuffer()))['codes.csv']!);
  expect([own, archived, foreign].map((id) => codes.includes(id))).toEqual([true, true, false]);
  expect((await browser.get('/codes/leave/everything.zip?part=2')).status).toBe(404);
  for (const path of single) {
    const response = await browser.get(path);
    expect(response.status, path).toBe(200);
    const file = path.slice('/codes/leave/'.length);
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${file}"`);
    const isZipped = response.headers.get('Content-Type') === 'application/gzip';
    const body = isZipped ? response.body?.pipeThrough(new DecompressionStream('gzip')) : response.body;
    const text = await new Response(body).text();
    expect(text, path).not.toContain(foreign);
    if (/^(scans|edits)|-once/.test(file)) continue;
    expect(text, path).toContain(own);
    expect(text, path).toContain(archived);
  }
  expect(await (await browser.get('/settings/log')).text()).toContain('Exported the codes as scans.csv');
  expect((await browser.get('/codes/leave/qr-codes.xml')).status).toBe(404);
});

it('offers each part of a large account, and so does the page that deletes it', async () => {
  const browser = await signIn();
  const linkOf = async (path: string) =>
    [...(await (await browser.get(path)).text()).matchAll(/href="(\/codes\/leave[^"]*)"/g)].map(
      ([, href]) => href,
    );
  expect(await linkOf('/settings/workspace/delete')).toContain('/codes/leave/everything.zip');
  const insert = env.DB.prepare(
    `INSERT INTO files (id, account_id, name, content_type, bytes, state, created_at_ms) VALUES (?, ?, 'a.pdf', 'application/pdf', 900000000, 'stored', 0)`,
  );
  for (const i of [1, 2]) await insert.bind(`file_${randomHex().slice(0, 15)}${i}`, browser.accountId).run();
  const parts = [1, 2].map((part) => `/codes/leave/everything.zip?part=${part}`);
  expect((await linkOf('/codes/leave')).slice(0, 2)).toEqual(parts);
  expect(await linkOf('/settings/workspace/delete')).not.toContain('/codes/leave/everything.zip');
});
