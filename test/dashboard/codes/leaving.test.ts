import { randomCodeId } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
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
  expect(files).toHaveLength(10);
  for (const path of files) {
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
  expect(await (await browser.get('/settings/activity')).text()).toContain('Exported the codes as scans.csv');
  expect((await browser.get('/codes/leave/qr-codes.xml')).status).toBe(404);
});
