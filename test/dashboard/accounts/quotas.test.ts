import { randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { PLANS } from '#core/accounts/plan.ts';
import { RELEASED_AFTER_DAYS } from '#core/accounts/quota.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { seedHistory, seedManyCodes } from '#harness/data/seed-quotas.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { seedPerson, type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { toPage } from '#harness/worker/page.ts';

const NOW = Date.UTC(2031, 4, 20, 12);
const FREE = PLANS.free.quotas;

/** An owner of a free account, without the key that seeded accounts have. */
async function signInFree(nowMs = () => NOW): Promise<SignedInClient> {
  const { accountId, keyId } = await seedAccount(env.DB, { plan: 'free' });
  await env.DB.prepare('DELETE FROM api_keys WHERE id = ?').bind(keyId).run();
  return signIn({ accountId, appOptions: { nowMs } });
}

/** What the form of a page would send. */
async function fillForm(browser: SignedInClient, path: string, fields: Record<string, string>) {
  const page = await (await browser.get(path)).text();
  return { id: toPage(page).valueOf('id') ?? '', ...fields };
}

const KEY = { name: 'Shop', scope: 'full', expires: '' };
const fillKey = (browser: SignedInClient) => fillForm(browser, '/settings/keys', KEY);
const PERSON = { name: 'Grace', email: '', role: 'member' };
const fillPerson = (browser: SignedInClient) => fillForm(browser, '/settings/people', PERSON);

async function seedKeys(accountId: string, keys: number, times: { revokedAtMs?: number } = {}) {
  await env.DB.prepare(
    `INSERT INTO api_keys (id, account_id, name, secret_hash, first_characters, last_characters, scope, created_at_ms, revoked_at_ms)
     SELECT 'key_' || ?4 || key, ?1, 'Seeded', 'secret ' || ?4 || key, '', '', 'full', 0, ?2
     FROM json_each(?3)`,
  )
    .bind(accountId, times.revokedAtMs ?? null, JSON.stringify(Array.from({ length: keys })), randomHex())
    .run();
}

async function count(table: 'api_keys' | 'people', accountId: string): Promise<number> {
  const row = await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?`)
    .bind(accountId)
    .first<{ n: number }>();
  return row!.n;
}

describe('an API key beyond the plan', () => {
  it('is refused with what to do', async () => {
    const owner = await signInFree();
    await seedKeys(owner.accountId, FREE.api_keys);
    const response = await owner.post('/settings/keys', await fillKey(owner));
    const page = await response.text();
    expect(response.status).toBe(403);
    expect(page).toContain('Nothing was added. Your plan allows 20 API keys. You use 20.');
    expect(page).toContain('Revoke keys that you no longer need');
    expect(await count('api_keys', owner.accountId)).toBe(FREE.api_keys);
  });

  it('is one of two that want the last place', async () => {
    const owner = await signInFree();
    await seedKeys(owner.accountId, FREE.api_keys - 1);
    const forms = [await fillKey(owner), await fillKey(owner)];
    const responses = await Promise.all(forms.map((form) => owner.post('/settings/keys', form)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await count('api_keys', owner.accountId)).toBe(FREE.api_keys);
  });

  it('finds room 30 days after another was revoked: revoking and creating fills nothing', async () => {
    let now = NOW;
    const owner = await signInFree(() => now);
    await seedKeys(owner.accountId, FREE.api_keys, { revokedAtMs: NOW });
    expect((await owner.post('/settings/keys', await fillKey(owner))).status).toBe(403);
    now += RELEASED_AFTER_DAYS * DAY_MS;
    const later = await signIn({ accountId: owner.accountId, appOptions: { nowMs: () => now } });
    expect((await later.post('/settings/keys', await fillKey(later))).status).toBe(200);
  });

  it('that was made before is told so, even if the plan has no more room', async () => {
    const owner = await signInFree();
    await seedKeys(owner.accountId, FREE.api_keys - 1);
    const form = await fillKey(owner);
    expect((await owner.post('/settings/keys', form)).status).toBe(200);
    expect((await owner.post('/settings/keys', form)).status).toBe(409);
  });
});

describe('a person beyond the plan', () => {
  const seedPeople = async (accountId: string, people: number) => {
    for (let i = 0; i < people; i++) await seedPerson({ accountId, role: 'member' });
  };

  it('is not invited, and the page says what to do', async () => {
    const owner = await signInFree();
    await seedPeople(owner.accountId, FREE.people - 1);
    const response = await owner.post('/settings/people', await fillPerson(owner));
    const page = await response.text();
    expect(response.status).toBe(403);
    expect(page).toContain('Nothing was added. Your plan allows 10 people. You use 10.');
    expect(page).toContain('Remove people who no longer need access');
    expect(await count('people', owner.accountId)).toBe(FREE.people);
  });

  it('is one of two that want the last place', async () => {
    const owner = await signInFree();
    await seedPeople(owner.accountId, FREE.people - 2);
    const forms = [await fillPerson(owner), await fillPerson(owner)];
    const responses = await Promise.all(forms.map((form) => owner.post('/settings/people', form)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(await count('people', owner.accountId)).toBe(FREE.people);
  });

  it('finds room 30 days after another was removed', async () => {
    let now = NOW;
    const owner = await signInFree(() => now);
    await seedPeople(owner.accountId, FREE.people - 1);
    await env.DB.prepare(`UPDATE people SET removed_at_ms = ? WHERE account_id = ? AND id <> ?`)
      .bind(NOW, owner.accountId, owner.personId)
      .run();
    expect((await owner.post('/settings/people', await fillPerson(owner))).status).toBe(403);
    now += RELEASED_AFTER_DAYS * DAY_MS;
    const later = await signIn({ accountId: owner.accountId, appOptions: { nowMs: () => now } });
    expect((await later.post('/settings/people', await fillPerson(later))).status).toBe(200);
  });
});

describe('a code beyond the plan', () => {
  it('is not created by the form, which keeps the typed text and says what to do', async () => {
    const owner = await signInFree();
    await seedManyCodes(env.DB, owner.accountId, { count: FREE.codes, createdAtMs: 0 });
    const form = await fillForm(owner, '/codes/new', {
      type: 'url',
      url: 'https://example.com/typed',
      title: '',
      'color.dark': '#000000',
      'color.light': '#ffffff',
      size: '1024',
      margin: '4',
      error_correction: 'M',
      format: 'png',
    });
    const response = await owner.post('/codes', form);
    const page = await response.text();
    expect(response.status).toBe(403);
    expect(page).toContain('No code was created. Your plan allows 5,000 codes. You use 5,000.');
    expect(page).toContain('Delete codes that you no longer need');
    expect(page).toContain('https://example.com/typed');
  });

  it('is not edited if nothing more can be stored', async () => {
    const owner = await signInFree();
    const codeIds = ['qqqqqqq1', 'qqqqqqq2'];
    for (const codeId of codeIds)
      await seedCode(env.DB, { accountId: owner.accountId, codeId, title: 'Menu' });
    await seedHistory(env.DB, codeIds[0]!, FREE.stored_bytes);
    const path = `/codes/qr_${codeIds[1]}`;
    const shown = { was_title: 'Menu', was_target: 'https://example.com/' };
    const response = await owner.post(path, { ...shown, title: 'Menu', target: 'https://example.com/new' });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain(
      'Nothing was changed. Your plan allows 10,000,000 bytes for images, the texts, added names and history of codes, and import reports',
    );
  });
});

describe('Settings → Name and plan', () => {
  it('shows each limit with its use, and the limits of all plans', async () => {
    const owner = await signInFree();
    await seedManyCodes(env.DB, owner.accountId, { count: 12, createdAtMs: NOW });
    await seedManyCodes(env.DB, owner.accountId, { count: 3, createdAtMs: NOW, areDeleted: true });
    await seedKeys(owner.accountId, 2);
    const page = await (await owner.get('/settings/workspace')).text();
    const rows = toPage(page).rows.filter(([head]) => head !== 'Limit');
    expect(rows).toEqual([
      ['Codes', '12', '5,000'],
      ['New codes a month', '15', '5,000'],
      ['API keys', '2', '20'],
      ['People', '1', '10'],
      ['Storage', '0 kB', '10 MB'],
      ['Domains', '0', '1'],
      ['Files', '0 kB', '100 MB'],
      ['Webhooks', '0', '10'],
      ['Requests a minute', '60', '600', '6,000'],
      ['Codes', '5,000', '100,000', '2,000,000'],
      ['New codes a month', '5,000', '50,000', '1,000,000'],
      ['API keys', '20', '100', '500'],
      ['People', '10', '100', '500'],
      ['Storage', '10 MB', '250 MB', '2,000 MB'],
      ['Domains', '1', '10', '100'],
      ['Files', '100 MB', '2,000 MB', '20,000 MB'],
      ['Webhooks', '10', '10', '10'],
      ['Edits kept per code', '100', '250', '1,000'],
      ['Events kept for webhooks', '5,000', '50,000', '500,000'],
    ]);
    expect(page).toContain('Free (yours)');
  });
});

describe('the history of a code', () => {
  it('says how many edits its oldest entry combines', async () => {
    const owner = await signInFree();
    await seedCode(env.DB, { accountId: owner.accountId, codeId: 'hhhhhhh1' });
    await seedHistory(env.DB, 'hhhhhhh1', 10);
    await env.DB.prepare(`UPDATE qr_code_edits SET edits = 1234, editor_id = ? WHERE code_id = 'hhhhhhh1'`)
      .bind(owner.personId)
      .run();
    expect(await (await owner.get('/codes/qr_hhhhhhh1')).text()).toContain(
      '1,234 edits, the last by <strong><bdi>Ada</bdi></strong>',
    );
  });
});
