import { randomCodeId } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';
import { seedCode } from '#harness/data/seed.ts';
import { toPage } from '#harness/worker/page.ts';

async function seed(browser: SignedInClient, title: string, isDynamic = false): Promise<string> {
  const codeId = randomCodeId();
  await seedCode(env.DB, { accountId: browser.accountId, codeId, title, isDynamic });
  return `/codes/qr_${codeId}`;
}

const read = async (browser: SignedInClient, path: string) => (await browser.get(path)).text();

/** The fields that a browser would send with the form for tags and metadata. */
async function formOf(browser: SignedInClient, path: string): Promise<Record<string, string>> {
  return toPage(await read(browser, path)).fieldsOf('[action$="/filing#filing"]');
}

async function save(browser: SignedInClient, path: string, fields: Record<string, string>) {
  return browser.post(`${path}/filing`, { ...(await formOf(browser, path)), ...fields });
}

const errorOf = (html: string, field: string) => toPage(html).errorOf(field);

describe('the labels of a code', () => {
  it('are changed on its page, static or not, and shown on the list', async () => {
    const browser = await signIn();
    const path = await seed(browser, 'Menu');
    const saved = await save(browser, path, {
      tags: ' Garden ,,indoors, garden',
      external_id: 'SKU-1',
      key_0: ' room ',
      value_0: 'Bar',
      key_1: '__proto__',
      value_1: '<b>',
    });
    expect(saved.headers.get('Location')).toBe(`${path}#main`);
    expect(await formOf(browser, path)).toMatchObject({
      tags: 'Garden, indoors',
      external_id: 'SKU-1',
      key_0: 'room',
      value_0: 'Bar',
      key_1: '__proto__',
      value_1: '<b>',
      key_2: '',
    });
    const list = await read(browser, '/codes');
    expect(list).toMatch(/<a class="tag-link" href="\/codes\?tag=Garden"><span class="tag hue-\d+">/);
    expect(await read(browser, '/codes?tag=GARDEN&tag=indoors')).toContain('>Menu<');
    expect(await read(browser, '/codes?tag=garden&tag=other')).toContain('No codes match');
  });

  it('change only the changed fields: two people add tags at once', async () => {
    const browser = await signIn();
    const path = await seed(browser, 'Menu');
    await save(browser, path, { tags: 'a, b', key_0: 'x', value_0: '1', key_1: 'y', value_1: '2' });
    const mine = await formOf(browser, path);
    await save(browser, path, { tags: 'a, b, theirs', value_0: '3' });
    const saved = await browser.post(`${path}/filing`, { ...mine, tags: 'b, mine', remove_1: 'on' });
    expect(saved.status).toBe(303);
    expect(await formOf(browser, path)).toMatchObject({ tags: 'b, mine, theirs', key_0: 'x', value_0: '3' });
    expect(await formOf(browser, path)).toMatchObject({ key_1: '' });
  });

  it('are a list in JSON, if somebody pastes one, and a broken one is refused', async () => {
    const browser = await signIn();
    const path = await seed(browser, 'Menu');
    await save(browser, path, { tags: 'old, spring' });
    expect((await save(browser, path, { tags: '["spring","flyer"]' })).status).toBe(303);
    expect(await formOf(browser, path)).toMatchObject({ tags: 'flyer, spring' });
    // Without quotes, “[1]” would be a list with the tag “1”.
    expect((await save(browser, path, { tags: '["[1]"]' })).status).toBe(303);
    expect(await formOf(browser, path)).toMatchObject({ tags: '["[1]"]' });
    const refused = await save(browser, path, { tags: '["spring"' });
    expect(refused.status).toBe(422);
    expect(errorOf(await refused.text(), 'tags')).toContain('begins like a list in JSON, but is not one');
  });

  it('never overwrite another person’s value unseen', async () => {
    const browser = await signIn();
    const path = await seed(browser, 'Menu');
    await save(browser, path, { key_0: 'x', value_0: '1', external_id: 'one' });
    const mine = await formOf(browser, path);
    await save(browser, path, { value_0: 'theirs', external_id: 'two' });
    const refused = await browser.post(`${path}/filing`, { ...mine, value_0: 'mine', external_id: '' });
    const html = await refused.text();
    expect(refused.status).toBe(409);
    expect(errorOf(html, 'value_0')).toContain('with the value “theirs”');
    expect(errorOf(html, 'external_id')).toContain('Somebody else has made it “two”');
    expect(html).toContain('value="mine"');
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['tags', { tags: `a, ${'x'.repeat(51)}` }, 'tags', 'must have 1 to 50 characters.'],
    [
      'tags',
      { tags: Array.from({ length: 21 }, (_, i) => i).join() },
      'tags',
      'would have 21 tags; it may have at most 20.',
    ],
    ['tags', { tags: 'a\u0001' }, 'tags', 'must not hold control characters.'],
    ['an external id', { external_id: 'a/b' }, 'external_id', 'must have 1 to 255'],
    ['a key', { key_0: '[x]', value_0: '1' }, 'key_0', 'without square brackets'],
    ['a missing key', { value_0: '1' }, 'key_0', 'a key of 1 to 40 characters'],
    ['a value', { key_0: 'x', value_0: 'x'.repeat(501) }, 'key_0', 'at most 500 characters'],
    ['a key twice', { key_0: 'x', value_0: '1', key_1: 'x', value_1: '2' }, 'key_1', 'appears twice'],
  ])('are refused beside their field if %s is wrong: %j', async (_, fields, field, message) => {
    const browser = await signIn();
    const path = await seed(browser, 'Menu');
    const response = await save(browser, path, fields);
    expect(response.status).toBe(422);
    expect(errorOf(await response.text(), field)).toContain(message);
    expect(await formOf(browser, path)).toMatchObject({ tags: '', external_id: '', key_0: '' });
  });

  it('are refused if another code has the external id, or the code gets too many keys', async () => {
    const browser = await signIn();
    const [path, other] = [await seed(browser, 'Menu'), await seed(browser, 'Other')];
    await save(browser, other, { external_id: 'taken' });
    const taken = await save(browser, path, { external_id: 'taken' });
    expect(taken.status).toBe(409);
    expect(errorOf(await taken.text(), 'external_id')).toMatch(/Your code qr_\w+ has the external id/);
    const keys = Array.from({ length: 51 }, (_, i) => [`key_${i}`, `k${i}`]);
    const values = Array.from({ length: 51 }, (_, i) => [`value_${i}`, 'v']);
    const many = await save(
      browser,
      path,
      Object.fromEntries([...keys, ...values]) as Record<string, string>,
    );
    expect(many.status).toBe(422);
    expect(await many.text()).toContain('more than 50 keys');
  });

  it('show HTML as text everywhere', async () => {
    const browser = await signIn();
    const path = await seed(browser, 'Menu', true);
    await save(browser, path, {
      tags: '"><img src=x onerror=alert(1)>',
      key_0: '<i>',
      value_0: '</textarea>\n<b>',
    });
    for (const page of [
      path,
      '/codes',
      '/codes/new',
      '/codes?tag=%22%3E%3Cimg+src%3Dx+onerror%3Dalert(1)%3E',
    ])
      expect(await read(browser, page)).not.toMatch(/<img src=x|<i>|<b>/);
  });

  it('belong to the account, and change from its own pages only', async () => {
    const browser = await signIn();
    const path = await seed(browser, 'Menu');
    const stranger = await signIn();
    for (const change of ['labels', 'archive']) {
      expect((await stranger.post(`${path}/${change}`, { archived: 'on' })).status).toBe(404);
      const headers = { Origin: 'https://elsewhere.example' };
      expect((await browser.post(`${path}/${change}`, { archived: 'on' }, { headers })).status).toBe(403);
    }
    expect(await read(browser, '/codes')).toContain('>Menu<');
  });
});

describe('an archived code', () => {
  it('is left out of the list unless it is requested, and can be restored', async () => {
    const browser = await signIn();
    const path = await seed(browser, 'Menu', true);
    await seed(browser, 'Other');
    const archived = await browser.post(`${path}/archive`, { archived: 'on' });
    expect(archived.headers.get('Location')).toBe(`${path}#main`);
    expect(await read(browser, path)).toContain('Unarchive');
    const list = await read(browser, '/codes');
    expect(list).not.toContain('>Menu<');
    expect(list).toContain('<p class="flush">1–1 of 1</p>');
    expect(await read(browser, '/codes?archived=true')).toContain('>Menu<');
    expect(await read(browser, '/codes?archived=any')).toContain('<p class="flush">1–2 of 2</p>');
    await browser.post(`${path}/archive`, { archived: '' });
    expect(await read(browser, '/codes')).toContain('<p class="flush">1–2 of 2</p>');
  });

  it('leaves an account that has no other with words, and not with “Your first code”', async () => {
    const browser = await signIn();
    await browser.post(`${await seed(browser, 'Menu')}/archive`, { archived: 'on' });
    const list = await read(browser, '/codes');
    expect(list).not.toContain('Your first code');
    expect(list).toContain('href="/codes?archived=true"');
  });
});
