import { randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';
import { createBrowser, seedPerson, signIn } from '#harness/worker/dashboard-client.ts';
import { createFailingMail, openMailbox } from '#harness/worker/mailbox.ts';
import { readText, toPage } from '#harness/worker/page.ts';
import { watchQueries } from '#harness/worker/measured/record-queries.ts';
import { seedCode } from '#harness/data/seed.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';

const newAddress = () => `${randomHex()}@example.com`;
const newId = () => `per_${randomHex().slice(0, 16)}`;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('a sign-in link by e-mail', () => {
  it('is requested on the sign-in page, sent, asks first, and signs in once', async () => {
    const mailbox = openMailbox();
    const email = newAddress();
    await seedPerson({ name: 'Grace', email });
    const browser = createBrowser();
    expect(await (await browser.get('/sign-in', { env: mailbox.env })).text()).toContain('name="email"');

    const response = await browser.post(
      '/sign-in',
      { email: ` ${email.toUpperCase()} ` },
      { env: mailbox.env },
    );
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/sign-in']);
    expect(await (await browser.get('/sign-in', { env: mailbox.env })).text()).toContain('on its way');
    expect(mailbox.mails).toMatchObject([
      { to: email, from: 'sign-in@example.com', subject: 'Your sign-in link' },
    ]);

    const link = mailbox.linkTo(email);
    expect(mailbox.mails[0]?.html).toContain(`<a href="https://api.example.com${link}">`);
    expect(await (await browser.get(link)).text()).toContain('Grace');
    expect(browser.cookies.size).toBe(0);
    expect((await browser.post(link)).status).toBe(303);
    expect((await browser.get('/settings')).status).toBe(200);
    expect((await createBrowser().post(link)).status).toBe(410);
  });

  it('gets the same response for an address that nobody has', async () => {
    const mailbox = openMailbox();
    const email = newAddress();
    await seedPerson({ email });
    const responses = [];
    for (const address of [email, newAddress()]) {
      const response = await createBrowser().post('/sign-in', { email: address }, { env: mailbox.env });
      const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-request-id'));
      responses.push([response.status, headers, await response.text()]);
    }
    expect(responses[0]).toEqual(responses[1]);
    expect(mailbox.mails.map(({ to }) => to)).toEqual([email]);
  });

  it('is looked up after the response, so that its time reveals nothing', async () => {
    const email = newAddress();
    await seedPerson({ email });
    let isSent = false;
    const order: boolean[] = [];
    const { env: bindings } = openMailbox();
    const DB = watchQueries(() => order.push(isSent));
    const browser = createBrowser();
    const response = browser.app.fetch(
      new Request('https://api.example.com/sign-in', {
        method: 'POST',
        headers: { Origin: 'https://api.example.com' },
        body: new URLSearchParams({ email }),
      }),
      { ...env, ...bindings, DB },
      {
        waitUntil: (work: Promise<unknown>) => void pending.push(work),
      } as unknown as ExecutionContext,
    );
    const pending: Promise<unknown>[] = [];
    expect((await response).status).toBe(303);
    isSent = true;
    await Promise.all(pending);
    // The first query starts before the response, which does not wait for it. Everything that depends on its result comes later.
    expect(order.length).toBeGreaterThan(1);
    expect(order.filter((isLater) => !isLater).length).toBeLessThanOrEqual(1);
  });

  it('is sent at most three times while the links work, and again afterwards', async () => {
    let now = Date.now();
    const mailbox = openMailbox();
    const email = newAddress();
    await seedPerson({ email });
    const ask = async () => {
      const browser = createBrowser({ appOptions: { nowMs: () => now } });
      expect((await browser.post('/sign-in', { email }, { env: mailbox.env })).status).toBe(303);
    };
    for (let i = 0; i < 5; i++) await ask();
    expect(mailbox.mails).toHaveLength(3);
    now += 15 * MINUTE_MS;
    await ask();
    expect(mailbox.mails).toHaveLength(4);
  });

  it('is sent at most three times even if all requests arrive at the same moment', async () => {
    const mailbox = openMailbox();
    const email = newAddress();
    await seedPerson({ email });
    await Promise.all(
      Array.from({ length: 8 }, () => createBrowser().post('/sign-in', { email }, { env: mailbox.env })),
    );
    expect(mailbox.mails).toHaveLength(3);
  });

  it.each([
    ['https://evil.example/win', 'Bakery'],
    ['Ada', 'WWW.evil'],
    ['evil.example', 'Bakery/evil'],
    ['see //evil', 'evil.co'],
  ])('contains no address that somebody used as a name: %j of %j', async (name, account) => {
    const mailbox = openMailbox();
    const email = newAddress();
    const { accountId } = await seedPerson({ name, email });
    await env.DB.prepare('UPDATE accounts SET name = ? WHERE id = ?').bind(account, accountId).run();
    await createBrowser().post('/sign-in', { email }, { env: mailbox.env });
    const [mail] = mailbox.mails;
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain('signs you in');
      expect(text).not.toMatch(/evil/i);
    }
    expect(mail?.text).toContain(name === 'Ada' ? 'Hello Ada,' : 'Hello,');
  });

  it('greets by every ordinary name', async () => {
    const mailbox = openMailbox();
    const email = newAddress();
    const { accountId } = await seedPerson({ name: 'Dr. J.R. Müller', email });
    await env.DB.prepare("UPDATE accounts SET name = 'Bäckerei St. Gallen Inc.' WHERE id = ?")
      .bind(accountId)
      .run();
    await createBrowser().post('/sign-in', { email }, { env: mailbox.env });
    expect(mailbox.mails[0]?.text).toContain('Hello Dr. J.R. Müller,');
    expect(mailbox.mails[0]?.text).toContain('the QR codes of Bäckerei St. Gallen Inc.:');
  });

  it('is limited by the caller, and by the requested address', async () => {
    const mailbox = openMailbox();
    const taken: string[] = [];
    const RATE_LIMIT_SIGN_IN = {
      limit: ({ key }: { key: string }) => {
        taken.push(key);
        return Promise.resolve({ success: taken.filter((other) => other === key).length === 1 });
      },
    };
    const bindings = { ...mailbox.env, RATE_LIMIT_SIGN_IN };
    const [email, other] = [newAddress(), newAddress()];
    const browser = createBrowser();
    expect((await browser.post('/sign-in', { email }, { env: bindings })).status).toBe(303);
    expect((await browser.post('/sign-in', { email: other }, { env: bindings })).status).toBe(429);
    expect((await createBrowser().post('/sign-in', { email }, { env: bindings })).status).toBe(429);
    expect(taken.join()).not.toContain('@');
  });

  it.each([
    '',
    'nobody',
    'a@b',
    'a@example.com, b@example.com',
    'a@example.com?bcc=b@example.com',
    'a\r\nBcc: b@example.com',
  ])('is refused for an invalid address, which stays in its field: %j', async (email) => {
    const mailbox = openMailbox();
    const response = await createBrowser().post('/sign-in', { email }, { env: mailbox.env });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('id="email-error"');
    expect(mailbox.mails).toEqual([]);
  });

  it('shows names as text', async () => {
    const mailbox = openMailbox();
    const email = newAddress();
    await seedPerson({ name: '<b>Eve & "co"', email });
    await createBrowser().post('/sign-in', { email }, { env: mailbox.env });
    expect(mailbox.mails[0]?.html).toContain('&#60;b&#62;Eve &#38; &#34;co&#34;');
    expect(mailbox.mails[0]?.text).toContain('<b>Eve & "co"');
  });

  it('that cannot be sent is logged without the address and without the link, and does not count', async () => {
    const email = newAddress();
    const { personId } = await seedPerson({ email });
    const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const failing = createFailingMail(
      `${email} is not reachable: https://api.example.com/sign-in/link/secret`,
    );
    for (let i = 0; i < 4; i++) {
      const response = await createBrowser().post('/sign-in', { email }, { env: failing });
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/sign-in']);
    }
    const lines = spy.mock.calls.map(([line]) => String(line)).join('\n');
    spy.mockRestore();
    expect(lines).toContain('sign_in_mail_failed');
    expect(lines).toContain('E_DELIVERY_FAILED');
    expect(lines).not.toContain(email);
    expect(lines).not.toContain('sign-in/link');
    const links = await env.DB.prepare('SELECT count(*) AS links FROM sign_in_links WHERE person_id = ?')
      .bind(personId)
      .first();
    expect(links).toEqual({ links: 0 });
  });

  it('cannot be requested if mail is not configured', async () => {
    const page = await (await createBrowser().get('/sign-in')).text();
    expect(page).not.toContain('name="email"');
    expect(page).toContain('Ask an owner of your account');
    expect(page).not.toContain('npm run');
    expect((await createBrowser().post('/sign-in', { email: newAddress() })).status).toBe(404);
  });
});

describe('an open sign-up', () => {
  const OPEN = { SIGNUP: 'open' } as unknown as Partial<ApiEnv>;
  const countAccounts = async (name: string) =>
    (
      await env.DB.prepare('SELECT count(*) AS n FROM accounts WHERE name = ?')
        .bind(name)
        .first<{ n: number }>()
    )?.n;

  it('with mail opens an account, and its link signs the owner in', async () => {
    const mailbox = openMailbox();
    const bindings = { ...OPEN, ...mailbox.env };
    const email = newAddress();
    const browser = createBrowser();
    expect(await (await browser.get('/sign-up', { env: bindings })).text()).toContain('name="email"');
    const form = { id: newId(), account: 'Bakery', name: 'Grace', email };
    const response = await browser.post('/sign-up', form, { env: bindings });
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/sign-in']);
    expect(browser.cookies.has('__Host-session')).toBe(false);
    expect(await (await browser.get('/sign-in', { env: bindings })).text()).toContain('is on its way to you');
    expect((await browser.post(mailbox.linkTo(email))).status).toBe(303);
    const plan = await (await browser.get('/settings/workspace')).text();
    expect(plan).toContain('Bakery');
    expect(plan).toContain('60 requests a minute');
    expect(await (await browser.get('/settings/people')).text()).toContain('Owner');
  });

  it('with mail gets the same response for an address that somebody has proved, whose link leads to either account', async () => {
    const mailbox = openMailbox();
    const bindings = { ...OPEN, ...mailbox.env };
    const email = newAddress();
    const id = randomHex();
    const responses = [];
    const browser = createBrowser();
    for (const account of [`First ${id}`, `Second ${id}`]) {
      const response = await createBrowser().post(
        '/sign-up',
        { id: newId(), account, name: 'Grace', email },
        { env: bindings },
      );
      responses.push([response.status, response.headers.get('Location'), await response.text()]);
      const link = mailbox.linkTo(email);
      const page = await (await createBrowser().get(link)).text();
      expect(page).toContain(`First ${id}`);
      const choice = page.split('<li>').find((item) => item.includes(`First ${id}`)) ?? '';
      const first = toPage(choice).find('input')?.attribute('value') ?? '';
      expect((await browser.post(link, { person: first })).status).toBe(303);
      expect(await (await browser.get('/settings/people')).text()).toContain(`First ${id}`);
    }
    expect(responses[0]).toEqual(responses[1]);
    expect(mailbox.mails).toHaveLength(2);
  });

  it('with mail makes one account from a form that is sent twice at the same moment', async () => {
    const { env: mail } = openMailbox();
    const email = newAddress();
    const form = { id: newId(), account: email, name: 'Grace', email };
    await Promise.all(
      [1, 2].map(() => createBrowser().post('/sign-up', form, { env: { ...OPEN, ...mail } })),
    );
    expect(await countAccounts(email)).toBe(1);
  });

  it('without mail makes one account from a form that is sent twice at the same moment', async () => {
    const form = { id: newId(), account: newAddress(), name: 'Grace' };
    const responses = await Promise.all(
      [1, 2].map(() => createBrowser().post('/sign-up', form, { env: OPEN })),
    );
    const sessions = responses.map(({ headers }) =>
      headers.getSetCookie().some((cookie) => cookie.startsWith('__Host-session=')),
    );
    expect(sessions.sort()).toEqual([false, true]);
    expect(await countAccounts(form.account)).toBe(1);
  });

  it('with mail leads to a new account, whoever has merely claimed the address before', async () => {
    const mailbox = openMailbox();
    const mallory = await signIn({ name: 'Mallory' });
    const email = newAddress();
    const invitation = { id: newId(), name: 'Grace', role: 'member', email };
    expect((await mallory.post('/settings/people', invitation, { env: mailbox.env })).status).toBe(200);

    const browser = createBrowser();
    const form = { id: newId(), account: 'Bakery', name: 'Grace', email };
    await browser.post('/sign-up', form, { env: { ...OPEN, ...mailbox.env } });
    const link = mailbox.linkTo(email);
    expect(await (await browser.get(link)).text()).toContain('Bakery');
    expect((await browser.post(link)).status).toBe(303);
    const people = await (await browser.get('/settings/people')).text();
    expect(people).toContain('Grace');
    expect(people).not.toContain('Mallory');

    // The address is proved now: the link that she asks for leads there, and the claim stays an invitation.
    await createBrowser().post('/sign-in', { email }, { env: mailbox.env });
    const page = await readText(await createBrowser().get(mailbox.linkTo(email)));
    expect(page).toContain('signs you in as Grace of Bakery');
    expect(page.indexOf('Bakery')).toBeLessThan(page.indexOf('Mallory'));
    const back = createBrowser();
    expect((await back.post(mailbox.linkTo(email))).status).toBe(303);
    expect(await (await back.get('/settings/workspace')).text()).toContain('Bakery');
  });

  it('that nobody signs in to is gone after a day', async () => {
    const mailbox = openMailbox();
    const open = async (account: string, email = newAddress()) => {
      const form = { id: newId(), account, name: 'Grace', email };
      await createBrowser().post('/sign-up', form, { env: { ...OPEN, ...mailbox.env } });
      return email;
    };
    const [abandoned, used] = [newAddress(), newAddress()];
    const email = await open(abandoned);
    expect((await createBrowser().post(mailbox.linkTo(await open(used)))).status).toBe(303);
    await env.DB.prepare('DELETE FROM sessions').run();
    const invited = await seedPerson({ email: newAddress(), isEmailProved: false });

    // The account was in use, but only the tombstone of a code is left.
    const left = newAddress();
    await open(left);
    const row = await env.DB.prepare('SELECT id FROM accounts WHERE name = ?')
      .bind(left)
      .first<{ id: string }>();
    const codeId = await seedCode(env.DB, { accountId: row?.id ?? '', codeId: 'dddddddd' });
    await env.DB.prepare('UPDATE qr_codes SET deleted_at_ms = 1, images_deleted_at_ms = 1 WHERE code_id = ?')
      .bind(codeId)
      .run();

    await runScheduled(Date.now() + DAY_MS - MINUTE_MS);
    expect([await countAccounts(abandoned), await countAccounts(used)]).toEqual([1, 1]);
    expect((await runScheduled(Date.now() + DAY_MS + MINUTE_MS)).failed).toBe(false);
    expect([await countAccounts(abandoned), await countAccounts(used), await countAccounts(left)]).toEqual([
      0, 1, 1,
    ]);
    const find = (where: string, value: string) =>
      env.DB.prepare(`SELECT id FROM people WHERE ${where} = ?`).bind(value).first();
    expect(await find('email', email)).toBeNull();
    expect(await find('id', invited.personId)).not.toBeNull();
  });

  it('without mail signs in at once, and advises a passkey, because nothing else would let them in again', async () => {
    const browser = createBrowser();
    const page = await (await browser.get('/sign-up', { env: OPEN })).text();
    expect(page).not.toContain('name="email"');
    const form = { id: newId(), account: 'Bakery', name: 'Grace' };
    expect(page).toMatch(/name="id" value="per_[0-9a-f]{16}"/);
    const response = await browser.post('/sign-up', form, { env: OPEN });
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/settings']);
    expect(await (await browser.get('/settings')).text()).toContain('Now add a passkey');
    const again = await browser.post('/sign-up', form, { env: OPEN });
    expect([again.status, again.headers.get('Location')]).toEqual([303, '/overview']);
  });

  it('shows problems beside the fields, keeps the typed text, and opens nothing', async () => {
    const { env: mail, mails } = openMailbox();
    const name = randomHex();
    const response = await createBrowser().post(
      '/sign-up',
      { id: newId(), account: name, name: '', email: 'nobody' },
      { env: { ...OPEN, ...mail } },
    );
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toContain('id="name-error"');
    expect(page).toContain('id="email-error"');
    expect(page).toContain(`value="${name}"`);
    expect([await countAccounts(name), mails.length]).toEqual([0, 0]);
  });

  it('is limited by address', async () => {
    const refusing = { limit: () => Promise.resolve({ success: false }) } as unknown as RateLimit;
    const response = await createBrowser().post(
      '/sign-up',
      { account: 'a', name: 'b' },
      { env: { ...OPEN, RATE_LIMIT_SIGN_IN: refusing } },
    );
    expect(response.status).toBe(429);
  });

  it('is limited by its /48 too, before the database is asked', async () => {
    const asked: string[] = [];
    const RATE_LIMIT_NETWORK = {
      limit: ({ key }: { key: string }) => {
        asked.push(key);
        return Promise.resolve({ success: false });
      },
    };
    let queries = 0;
    const DB = watchQueries(() => (queries += 1));
    const browser = createBrowser();
    browser.cookies.set('__Host-session', `${'a'.repeat(16)}.${'b'.repeat(43)}`);
    const bindings = { ...OPEN, RATE_LIMIT_NETWORK, DB };
    const response = await browser.post('/sign-up', { account: 'a', name: 'b' }, { env: bindings });
    expect([response.status, queries]).toEqual([429, 0]);
    expect(asked).toEqual([expect.stringMatching(/^RATE_LIMIT_SIGN_IN 2001:db8:[0-9a-f]+::\/48$/)]);
  });

  it.each(['invite', '', 'OPEN', 'true'])('does not exist if SIGNUP is %j', async (SIGNUP) => {
    const bindings = { SIGNUP } as unknown as Partial<ApiEnv>;
    const browser = createBrowser();
    expect((await browser.get('/sign-up', { env: bindings })).status).toBe(404);
    expect((await browser.post('/sign-up', { account: 'a', name: 'b' }, { env: bindings })).status).toBe(404);
    expect(await (await browser.get('/sign-in', { env: bindings })).text()).not.toContain('/sign-up');
    expect(await (await browser.get('/sign-in', { env: OPEN })).text()).toContain('/sign-up');
  });
});

describe('an invitation by mail', () => {
  const FORM = { id: '', name: 'Grace', role: 'member' };

  it('sends the link, and shows it to nobody else', async () => {
    const mailbox = openMailbox();
    const owner = await signIn();
    const email = newAddress();
    const form = { ...FORM, id: newId(), email };
    const page = await (await owner.post('/settings/people', form, { env: mailbox.env })).text();
    expect(page).toContain(`We sent the link to <strong>${email}</strong>`);
    expect(page).not.toContain('/sign-in/link/');
    const browser = createBrowser();
    expect((await browser.post(mailbox.linkTo(email))).status).toBe(303);
    expect(await (await browser.get('/settings/people')).text()).toContain('Grace');
  });

  it('is sent at most three times to one address, however often its person is removed and invited', async () => {
    const mailbox = openMailbox();
    const owner = await signIn();
    const email = newAddress();
    for (let i = 0; i < 5; i++) {
      const id = newId();
      const form = { ...FORM, id, email };
      expect((await owner.post('/settings/people', form, { env: mailbox.env })).status).toBe(200);
      expect((await owner.post(`/settings/people/${id}/remove`)).status).toBe(303);
    }
    expect(mailbox.mails).toHaveLength(3);
    expect((await createBrowser().post(mailbox.linkTo(email))).status).toBe(410);
  });

  it('is limited by its address, and adds nobody then', async () => {
    const mailbox = openMailbox();
    const owner = await signIn();
    const email = newAddress();
    const { personId } = await seedPerson({ accountId: owner.accountId, email: newAddress() });
    const refusing = { limit: () => Promise.resolve({ success: false }) } as unknown as RateLimit;
    const bindings = { ...mailbox.env, RATE_LIMIT_SIGN_IN: refusing };
    const form = { ...FORM, id: newId(), email };
    expect((await owner.post('/settings/people', form, { env: bindings })).status).toBe(429);
    expect((await owner.post(`/settings/people/${personId}/link`, {}, { env: bindings })).status).toBe(429);
    expect(mailbox.mails).toEqual([]);
    expect(await (await owner.get('/settings/people')).text()).not.toContain(email);
  });

  it('that fails is shown instead', async () => {
    const owner = await signIn();
    const form = { ...FORM, id: newId(), email: newAddress() };
    const page = await (
      await owner.post('/settings/people', form, { env: createFailingMail('down') })
    ).text();
    expect(page).toContain('could not be sent');
    expect(page).toMatch(/https:\/\/api\.example\.com\/sign-in\/link\/[\w-]{16}\.[\w-]{43}/);
  });

  it('says so if three links are already open', async () => {
    const mailbox = openMailbox();
    const owner = await signIn();
    const { personId } = await seedPerson({ accountId: owner.accountId, email: newAddress() });
    const pages = [];
    for (let i = 0; i < 4; i++) {
      const response = await owner.post(`/settings/people/${personId}/link`, {}, { env: mailbox.env });
      pages.push(await response.text());
    }
    expect(mailbox.mails).toHaveLength(3);
    expect(pages[3]).toContain('still work');
  });
});
