import { randomHex } from '#harness/data/random.ts';
import { describe, expect, it } from 'vitest';
import { env } from 'cloudflare:workers';
import { createApp } from '#api/app.ts';
import { createBrowser, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { type Mailbox, openMailbox } from '#harness/worker/mailbox.ts';
import { readText } from '#harness/worker/page.ts';

const newAddress = () => `${randomHex()}@example.com`;
const newId = () => `per_${randomHex().slice(0, 16)}`;

/** An owner of a named account, who has proved an address. */
async function openCompany(name: string, owner: string) {
  const email = newAddress();
  const browser = await signIn({ name: owner, email });
  await env.DB.prepare('UPDATE accounts SET name = ? WHERE id = ?').bind(name, browser.accountId).run();
  return { browser, email };
}

async function inviteGrace(owner: SignedInClient, email: string, mailbox: Mailbox, role = 'member') {
  const form = { id: newId(), name: 'Grace', role, email };
  const response = await owner.post('/settings/people', form, { env: mailbox.env });
  expect(response.status).toBe(200);
  return form.id;
}

const readAccount = async (browser: ReturnType<typeof createBrowser>) =>
  readText(await browser.get('/settings/workspace'));

describe('an invitation', () => {
  it('names the inviter with their proved address, the account, and the role', async () => {
    const mailbox = openMailbox();
    const bakery = await openCompany('Bakery', 'Ada');
    const email = newAddress();
    await inviteGrace(bakery.browser, email, mailbox, 'owner');
    const mail = mailbox.mails.find(({ to }) => to === email);
    expect(mail?.subject).toBe('An invitation to QR codes');
    expect(mail?.text).toContain('Ada invites you to work with the QR codes of Bakery');
    const page = await readText(await createBrowser().get(mailbox.linkTo(email)));
    expect(page).toContain(`Ada (${bakery.email}) invites you to Bakery , as Grace , an owner`);
  });

  it('shows no address of an inviter who has not proved it', async () => {
    const mailbox = openMailbox();
    const owner = await signIn({ name: 'Ada', email: newAddress(), isEmailProved: false });
    const email = newAddress();
    await inviteGrace(owner, email, mailbox);
    expect(await readText(await createBrowser().get(mailbox.linkTo(email)))).toContain('Ada invites you to');
  });

  it('of a stranger captures nobody: a requested link offers every invitation, and signs in only the chosen person', async () => {
    const mailbox = openMailbox();
    const bakery = await openCompany('Bakery', 'Ada');
    const trap = await openCompany('Trap', 'Mallory');
    const email = newAddress();
    const grace = await inviteGrace(bakery.browser, email, mailbox);
    await inviteGrace(trap.browser, email, mailbox);

    await createBrowser().post('/sign-in', { email }, { env: mailbox.env });
    const link = mailbox.linkTo(email);
    const browser = createBrowser();
    const page = await readText(await browser.get(link));
    expect(page).toContain('invites you to Bakery');
    expect(page).toContain('invites you to Trap');
    expect(browser.cookies.size).toBe(0);
    expect((await browser.post(link, { person: grace })).status).toBe(303);
    expect(await readAccount(browser)).toContain('Bakery');

    // The other invitation was not accepted, and gives nobody access.
    await createBrowser().post('/sign-in', { email }, { env: mailbox.env });
    const again = createBrowser();
    expect((await again.post(mailbox.linkTo(email))).status).toBe(303);
    expect(await readAccount(again)).toContain('Bakery');
  });

  it('can be accepted by somebody who has an account, and both accounts then share the address', async () => {
    const mailbox = openMailbox();
    const bakery = await openCompany('Bakery', 'Ada');
    const cafe = await openCompany('Café', 'Bob');
    const email = newAddress();
    for (const { browser } of [bakery, cafe]) {
      await inviteGrace(browser, email, mailbox);
      const grace = createBrowser();
      expect((await grace.post(mailbox.linkTo(email))).status).toBe(303);
    }
    await createBrowser().post('/sign-in', { email }, { env: mailbox.env });
    const page = await readText(await createBrowser().get(mailbox.linkTo(email)));
    expect(page).toContain('signs you in as Grace of Bakery');
    expect(page).toContain('signs you in as Grace of Café');
    expect(page).not.toContain('invites you');
  });

  it('signs in nobody but those who have its address', async () => {
    const mailbox = openMailbox();
    const bakery = await openCompany('Bakery', 'Ada');
    const email = newAddress();
    await inviteGrace(bakery.browser, email, mailbox);
    const link = mailbox.linkTo(email);
    const thief = createBrowser();
    for (const person of [bakery.browser.personId, 'per_0123456789abcdef', '%', '']) {
      const response = await thief.post(link, { person: person === '' ? 'x' : person });
      expect(response.status).toBe(410);
    }
    expect(thief.cookies.size).toBe(0);
    expect((await createBrowser().post(link)).status).toBe(303);
  });

  it('that is shown, not sent, opens only its own account: its holder has proved no address', async () => {
    const bakery = await openCompany('Bakery', 'Ada');
    const email = newAddress();
    const { personId } = await signIn({ name: 'Victim', email });
    const form = { id: newId(), name: 'Grace', role: 'member', email };
    const shown = await (await bakery.browser.post('/settings/people', form)).text();
    const link = /https:\/\/api\.example\.com(\/sign-in\/link\/[\w-]+\.[\w-]+)/.exec(shown)?.[1] ?? '';
    const page = await readText(await createBrowser().get(link));
    expect(page).toContain('Bakery');
    expect(page).not.toContain('Victim');
    expect((await createBrowser().post(link, { person: personId })).status).toBe(410);
    expect((await createBrowser().post(link)).status).toBe(303);
  });

  it('waits 7 days for its person, and is void once they have signed in by another link', async () => {
    const DAY_MS = 86_400_000;
    const clock = { now: Date.now() };
    const app = createApp({ nowMs: () => clock.now });
    const mailbox = openMailbox();
    const owner = await signIn({ app, appOptions: { nowMs: () => clock.now } });
    const email = newAddress();
    const before = await inviteGrace(owner, email, mailbox);
    const invitation = mailbox.linkTo(email);
    expect(mailbox.mails.at(-1)?.text).toContain('within 7 days');

    clock.now += 7 * DAY_MS - 1;
    expect((await createBrowser({ app }).get(invitation)).status).toBe(200);
    clock.now += 1;
    expect((await createBrowser({ app }).get(invitation)).status).toBe(410);

    clock.now -= DAY_MS;
    await owner.post(`/settings/people/${before}/link`, {}, { env: mailbox.env });
    expect(mailbox.mails.at(-1)?.text).toContain('within 15 minutes');
    expect((await createBrowser({ app }).post(mailbox.linkTo(email))).status).toBe(303);
    expect((await createBrowser({ app }).post(invitation)).status).toBe(410);
  });

  it('opens only the account that it invites to, whoever else has the address', async () => {
    const mailbox = openMailbox();
    const bakery = await openCompany('Bakery', 'Ada');
    const email = newAddress();
    const victim = await signIn({ name: 'Grace', email });
    await inviteGrace(bakery.browser, email, mailbox);
    const link = mailbox.linkTo(email);
    expect(await readText(await createBrowser().get(link))).not.toContain('of Test');
    expect((await createBrowser().post(link, { person: victim.personId })).status).toBe(410);
    expect((await createBrowser().post(link)).status).toBe(303);
  });

  it('is mailed to an address three times in 15 minutes, and again after that', async () => {
    const clock = { now: Date.now() };
    const app = createApp({ nowMs: () => clock.now });
    const mailbox = openMailbox();
    const email = newAddress();
    const countMails = () => mailbox.mails.filter(({ to }) => to === email).length;
    for (let i = 0; i < 4; i++) {
      const owner = await signIn({ app, appOptions: { nowMs: () => clock.now } });
      await inviteGrace(owner, email, mailbox);
    }
    expect(countMails()).toBe(3);
    await createBrowser({ app }).post('/sign-in', { email }, { env: mailbox.env });
    expect(countMails()).toBe(3);
    clock.now += 15 * 60_000 + 1;
    await createBrowser({ app }).post('/sign-in', { email }, { env: mailbox.env });
    expect(countMails()).toBe(4);
  });

  it('shows what strangers called themselves as text', async () => {
    const mailbox = openMailbox();
    const trap = await openCompany('<script>alert(1)</script>', '<b>Mallory</b>');
    const email = newAddress();
    await inviteGrace(trap.browser, email, mailbox);
    const page = await (await createBrowser().get(mailbox.linkTo(email))).text();
    expect(page).not.toMatch(/<script>alert|<b>Mallory/);
    expect(page).toContain('&lt;b&gt;Mallory');
  });
});
