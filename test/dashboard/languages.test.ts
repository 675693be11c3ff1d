import { describe, expect, it } from 'vitest';
import { createBrowser, signIn } from '#harness/worker/dashboard-client.ts';
import { openMailbox } from '#harness/worker/mailbox.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { toText } from '#harness/worker/page.ts';

const GERMAN = { headers: { 'Accept-Language': 'de-CH, en;q=0.5' } };

/** Words that no German sentence has: one of them in a German page is a text that was left in English. */
const ENGLISH = /\b(the|of|and|your|you|with|this|that|have|from|for|to|are|is|not|it|by|sign|we|page)\b/gi;

describe('the language of a page', () => {
  it('is that of the browser', async () => {
    const page = await createBrowser().get('/sign-in', GERMAN);
    expect(page.headers.get('Content-Language')).toBe('de');
    expect(page.headers.get('Vary')).toContain('Accept-Language');
    const html = await page.text();
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('<h1>Anmelden</h1>');
  });

  it('is English for a browser that wants none of ours', async () => {
    const page = await createBrowser().get('/sign-in', { headers: { 'Accept-Language': 'ja' } });
    expect(await page.text()).toContain('<html lang="en">');
  });

  it('is the one that the person chose in the settings, wherever they sign in', async () => {
    const browser = await signIn();
    const saved = await browser.post('/settings/language', { language: 'fr' });
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, '/settings/language']);
    const page = await (await browser.get('/settings/language', GERMAN)).text();
    expect(page).toContain('<html lang="fr">');
    expect(toText(page)).toContain('Enregistré.');
    await browser.post('/settings/language', { language: '' });
    expect(await (await browser.get('/settings/language', GERMAN)).text()).toContain('<html lang="de">');
  });

  it('stays as it was after a choice that does not exist', async () => {
    const browser = await signIn();
    expect((await browser.post('/settings/language', { language: 'tlh' })).status).toBe(422);
    expect(await (await browser.get('/settings/language')).text()).toContain('<html lang="en">');
  });

  it('is never that of a page that is written at the same time', async () => {
    const languages = ['de', 'fr', 'es', 'en', 'de', 'fr', 'es', 'en'];
    const pages = await Promise.all(
      languages.map((language) =>
        createBrowser().get('/sign-up', { headers: { 'Accept-Language': language } }),
      ),
    );
    expect(pages.map(({ headers }) => headers.get('Content-Language'))).toEqual(languages);
  });

  it('is that of an error too', async () => {
    const page = await createBrowser().get('/sign-in/link/unknown', GERMAN);
    expect([page.status, toText(await page.text())]).toEqual([
      410,
      expect.stringContaining('Dieser Link funktioniert nicht mehr'),
    ]);
  });
});

describe('the language of a mail', () => {
  it('is that of the page that asked for it, unless its reader chose one', async () => {
    const mailbox = openMailbox();
    const email = `${crypto.randomUUID()}@example.com`;
    const reader = await signIn({ name: 'Grete', email });
    const askForLink = () => createBrowser().post('/sign-in', { email }, { ...GERMAN, env: mailbox.env });
    await askForLink();
    await reader.post('/settings/language', { language: 'es' });
    await askForLink();
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
      'Ihr Anmeldelink',
      'Su enlace de inicio de sesión',
    ]);
    expect(mailbox.mails[0]?.text).toContain('Hallo Grete,');
    expect(mailbox.mails[1]?.html).toContain('<html lang="es">');
  });

  it('is that of the page where its reader subscribed to it', async () => {
    const mailbox = openMailbox();
    const person = { email: `${crypto.randomUUID()}@example.com`, isEmailProved: true };
    const reader = await signIn(person);
    await reader.post('/settings/mail', { weekly: 'on' }, { ...GERMAN, env: mailbox.env });
    const nowMs = Date.now() + 8 * 24 * 60 * 60 * 1000;
    await runScheduled(nowMs, mailbox.env);
    expect(mailbox.mails.find(({ to }) => to === person.email)?.subject).toBe('0 Scans letzte Woche');
  });
});

/** The pages that are translated in whole. Add those of a room when you convert it: CONTRIBUTING.md. */
const OPEN = ['/sign-in', '/sign-in/link/unknown', '/unknown'];
const TRANSLATED = [
  '/sign-in?again=1',
  '/settings/keys',
  '/settings/security',
  '/settings/people',
  '/settings/accounts',
  '/settings/mail',
  '/settings/language',
  '/codes/import',
];

describe('a translated page', () => {
  it.each([...OPEN, ...TRANSLATED])('has no English left: %s', async (path) => {
    const browser = OPEN.includes(path) ? createBrowser() : await signIn();
    const html = await (
      await browser.get(path, { headers: { ...GERMAN.headers, Accept: 'text/html' } })
    ).text();
    expect(html).toContain('<html lang="de">');
    const attributes = [...html.matchAll(/(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(
      ([, text]) => text,
    );
    expect([toText(html), ...attributes].join('\n').match(ENGLISH)).toBeNull();
  });
});
