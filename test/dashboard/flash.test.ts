import { randomCodeId } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { toPublicId } from '#core/codes/code-id.ts';
import { seedCode } from '#harness/data/seed.ts';
import { type DashboardClient, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { toPage } from '#harness/worker/page.ts';

const COOKIE = '__Host-flash';

/** A page's message about what was done before it was opened. */
async function readFlash(browser: DashboardClient, path: string): Promise<string | null> {
  const html = await (await browser.get(path)).text();
  return toPage(html).notice;
}

async function deleteCode(browser: SignedInClient): Promise<Response> {
  const codeId = await seedCode(env.DB, { accountId: browser.accountId, codeId: randomCodeId() });
  return browser.post(`/codes/${toPublicId(codeId)}/delete`, { confirmation: codeId });
}

describe('the message about what was done', () => {
  it('is on the next page, and not again when that is reloaded', async () => {
    const browser = await signIn();
    await seedCode(env.DB, { accountId: browser.accountId, codeId: randomCodeId() });
    const deleted = await deleteCode(browser);
    expect([deleted.status, deleted.headers.get('Location')]).toEqual([303, '/codes']);
    expect(deleted.headers.get('Set-Cookie')).toMatch(
      /^__Host-flash=code_deleted; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(await readFlash(browser, '/codes')).toBe('The code was deleted.');
    expect(await readFlash(browser, '/codes')).toBeNull();
  });

  it('waits for a page that can show it', async () => {
    const browser = await signIn();
    await deleteCode(browser);
    expect((await browser.get('/codes/qr_nothing')).status).toBe(404);
    expect(await readFlash(browser, '/settings/keys')).toBe('The code was deleted.');
  });

  it.each([
    'You won! <a href="https://evil.example">Sign in here</a>',
    'constructor',
    '__proto__',
    'action=pause&changed=<b>9</b>&why=<i>',
    'action=shout&changed=9',
    '',
  ])('is never text that somebody else wrote: %s', async (text) => {
    const browser = await signIn();
    browser.cookies.set(COOKIE, encodeURIComponent(text));
    const said = (await readFlash(browser, '/settings/keys')) ?? '';
    expect(said.replace('0 codes are paused.', '')).toBe('');
  });

  it('is not shown because of an address', async () => {
    const browser = await signIn();
    for (const path of ['/codes?deleted=1', '/codes?flash=code_deleted', '/settings/keys?revoked=1'])
      expect(await readFlash(browser, path), path).toBeNull();
  });
});
