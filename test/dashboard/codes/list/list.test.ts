import { randomCodeId } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';
import { seedCode } from '#harness/data/seed.ts';
import { COMMON_TEXT, seedCodes } from '#harness/data/seed-codes.ts';
import { readPage, toPage, toText } from '#harness/worker/page.ts';

type Seed = Omit<Parameters<typeof seedCode>[1], 'accountId' | 'codeId'>;

async function seed(browser: SignedInClient, code: Seed = {}): Promise<string> {
  return seedCode(env.DB, { accountId: browser.accountId, codeId: randomCodeId(), ...code });
}

/** The rows of the list as people see them: title and target, and the chosen columns. */
function rowsOf(html: string): string[][] {
  const rows = toPage(html).all('tr:has(td)');
  return rows.map((row) =>
    row
      .all('td')
      .slice(2, -1)
      .map(({ words }) => words),
  );
}

const titlesOf = (html: string) =>
  toPage(html)
    .all('td.title > a')
    .map(({ words }) => words);
const read = async (browser: SignedInClient, path: string) => (await browser.get(path)).text();

const linkOf = (html: string, words: string) => toPage(html).linkOf(words) ?? undefined;

describe('the list of codes', () => {
  it('is empty at first, and says what to do', async () => {
    const html = await read(await signIn(), '/codes');
    expect(html).toContain('Print a dynamic code once and change its target');
    expect(html).toContain('Create your first code');
    expect(html).toContain('href="/codes/new"');
    expect(html).not.toContain('<table');
  });

  it('makes the first code from just an address, and draws a preview without a script', async () => {
    const browser = await signIn();
    const html = await read(browser, '/codes');
    const fields = Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const sent = { ...fields, url: 'https://example.com/first' };
    const preview = await browser.post('/codes/new', { ...sent, preview: '1' });
    expect(await preview.text()).toContain('alt="Preview of the QR code"');
    const refused = await browser.post('/codes', { ...sent, url: 'javascript:alert(1)' });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('The URL must begin with');
    const created = await browser.post('/codes', sent);
    expect(created.status).toBe(303);
    const page = await read(browser, created.headers.get('Location') ?? '');
    expect(page).toContain('Your code is ready.');
    expect(page).toContain('https://example.com/first');
    expect(await read(browser, '/codes')).not.toContain('Create your first code');
  });

  it('shows title, target, scans and day of each code, the newest first', async () => {
    const browser = await signIn();
    const menu = await seed(browser, { title: 'Menu', createdAtMs: Date.UTC(2026, 10, 20, 23, 59) });
    await seed(browser, { isDynamic: false, createdAtMs: Date.UTC(2026, 10, 21) });
    const scannedAt = new Date(Date.now() - 3 * 86_400_000 - 60_000);
    const day = scannedAt.toISOString().slice(0, 10);
    await env.DB.prepare('INSERT INTO scan_days VALUES (?, ?, ?, ?, ?)')
      .bind(menu, day, 'mobile', 1234, scannedAt.getTime())
      .run();
    const columns = ['content', 'tags', 'state', 'scans', 'last_scan', 'created'];
    await browser.get(`/codes?columns=${columns.join('&columns=')}`);
    const html = await read(browser, '/codes');
    expect(html).toMatch(
      new RegExp(
        `<time datetime="${scannedAt.toISOString()}" title="\\d+ \\w+ \\d+, \\d\\d:\\d\\d UTC">3 days ago`,
      ),
    );
    expect(rowsOf(html)).toEqual([
      ['https://example.com/', 'Web address', '', 'Static', '– not counted', '', '21 Nov 2026'],
      [
        'Menu https://example.com/',
        'Web address',
        '',
        'Active',
        '1,234 1,234 scans',
        '3 days ago',
        '20 Nov 2026',
      ],
    ]);
    expect(html).toContain('<time datetime="2026-11-20">');
    expect(html).toContain(
      `<img src="/codes/qr_${menu}/image.svg" width="40" height="40" loading="lazy" alt=""/>`,
    );
    expect(html).toContain(`<a class="one-line" href="/codes/qr_${menu}">Menu</a>`);
  });

  it('shows nothing of other accounts and nothing that is deleted', async () => {
    const browser = await signIn();
    await seed(browser, { title: 'deleted', deletedAtMs: 1 });
    await seed(await signIn(), { title: 'somebody else’s' });
    expect(await read(browser, '/codes')).toContain('Create your first code');
  });

  it('shows HTML in titles and targets as text, and no network’s password', async () => {
    const browser = await signIn();
    await seed(browser, {
      title: '<script>alert(1)</script>',
      type: 'text',
      target: '"><img src=x onerror=alert(2)>',
    });
    await seed(browser, {
      title: '</title><svg onload=alert(3)>',
      type: 'wifi',
      target: 'WIFI:T:WPA;S:home;P:secret;;',
    });
    const html = await read(browser, '/codes');
    expect(html).not.toMatch(/<script>|<img src=x|<svg onload/);
    expect(html).not.toContain('secret');
    expect(rowsOf(html).map(([code]) => code)).toEqual([
      '</title><svg onload=alert(3)> home',
      '<script>alert(1)</script> "><img src=x onerror=alert(2)>',
    ]);
  });

  it('has twenty codes to a page, and leads through all of them and back', async () => {
    const browser = await signIn();
    for (let i = 0; i < 41; i++) await seed(browser, { title: `code ${i}` });
    const seen: (string | undefined)[] = [];
    let path: string | undefined = '/codes';
    let pages = 0;
    while (path !== undefined) {
      const html = await read(browser, path);
      expect(titlesOf(html).length).toBeLessThanOrEqual(20);
      expect(linkOf(html, 'First page')).toBe(pages === 0 ? undefined : '/codes');
      expect(html).toContain(`>${['1–20', '21–40', '41–41'][pages]} of 41<`);
      seen.push(...titlesOf(html));
      path = linkOf(html, 'Next page');
      pages++;
    }
    expect(pages).toBe(3);
    expect(seen).toEqual(Array.from({ length: 41 }, (_, i) => `code ${40 - i}`));
  });

  it('neither repeats nor loses a code when others are made meanwhile', async () => {
    const browser = await signIn();
    for (let i = 0; i < 25; i++) await seed(browser, { title: `code ${i}` });
    const first = await read(browser, '/codes');
    await seed(browser, { title: 'new' });
    const second = await read(browser, linkOf(first, 'Next page') ?? '');
    expect(titlesOf(second)).toEqual([4, 3, 2, 1, 0].map((i) => `code ${i}`));
  });
});

describe('the order of the list', () => {
  async function seedScanned() {
    const browser = await signIn();
    const scan = (codeId: string, scans: number, day: number) =>
      env.DB.prepare('INSERT INTO scan_days VALUES (?, ?, ?, ?, ?)')
        .bind(codeId, `2026-11-0${day}`, 'mobile', scans, Date.UTC(2026, 10, day))
        .run();
    const ids: string[] = [];
    for (const title of ['banana', 'Cherry', 'apple', null]) ids.push(await seed(browser, { title }));
    await scan(ids[0] ?? '', 5, 1);
    await scan(ids[1] ?? '', 1, 3);
    await scan(ids[2] ?? '', 3, 2);
    return browser;
  }
  const NONE = 'https://example.com/';

  it.each([
    ['', [NONE, 'apple', 'Cherry', 'banana'], ['Created', 'descending']],
    ['sort=created_at', ['banana', 'Cherry', 'apple', NONE], ['Created', 'ascending']],
    ['sort=-scans', ['banana', 'apple', 'Cherry', NONE], ['Scans', 'descending']],
    ['sort=-last_scan_at', ['Cherry', 'apple', 'banana', NONE], ['Last scan', 'descending']],
    ['sort=title', ['apple', 'banana', 'Cherry', NONE], ['Code', 'ascending']],
    ['sort=-updated_at', [NONE, 'apple', 'Cherry', 'banana'], null],
    ['sort=constructor', [NONE, 'apple', 'Cherry', 'banana'], ['Created', 'descending']],
  ])('follows the address, and the head of its column says so: %s', async (query, titles, sorted) => {
    const browser = await seedScanned();
    await browser.get('/codes?columns=scans&columns=last_scan&columns=created');
    const html = await read(browser, `/codes?${query}`);
    expect(titlesOf(html)).toEqual(titles);
    const heads = [...html.matchAll(/<th [^>]*aria-sort="(\w+)"[^>]*><a [^>]*>([^<]+)<\/a><\/th>/g)];
    expect(heads.map(([, direction, label]) => [label, direction])).toEqual(sorted === null ? [] : [sorted]);
  });

  it('is chosen by the heads of columns and by a menu, beside the filters, and kept from page to page', async () => {
    const browser = await signIn();
    for (let i = 0; i < 41; i++) await seed(browser, { title: `code ${10 + i}` });
    await browser.get('/codes?columns=scans&columns=last_scan&columns=created');
    const html = await read(browser, '/codes?kind=dynamic');
    expect(linkOf(html, 'Scans')).toBe('/codes?kind=dynamic&sort=-scans');
    expect(linkOf(html, 'Last scan')).toBe('/codes?kind=dynamic&sort=-last_scan_at');
    expect(linkOf(html, 'Created')).toBe('/codes?kind=dynamic&sort=created_at');
    expect(linkOf(html, 'Recently changed first')).toBe('/codes?kind=dynamic&sort=-updated_at');
    const seen: string[] = [];
    let path: string | undefined = linkOf(html, 'By title');
    for (let pages = 0; path !== undefined && pages < 4; pages++) {
      const page = await read(browser, path);
      seen.push(...titlesOf(page));
      expect(linkOf(page, 'CSV')).toBe('/codes/export.csv?kind=dynamic');
      expect(page).toContain('name="sort" value="title"');
      path = linkOf(page, 'Next page');
    }
    expect(seen).toEqual(Array.from({ length: 41 }, (_, i) => `code ${10 + i}`));
    const [first = ''] = seen;
    // A cursor for another order leads to the first page.
    const next = linkOf(await read(browser, '/codes?sort=title'), 'Next page') ?? '';
    const other = await read(browser, next.replace('sort=title', 'sort=created_at'));
    expect(titlesOf(other)[0]).toBe(first);
    expect(other).toContain('>1–20 of 41<');
  });

  it('is refused of a search that finds too many to sort, with words that help', async () => {
    const browser = await signIn();
    await seedCodes(env.DB, browser.accountId, 200);
    const response = await browser.get(`/codes?q=${COMMON_TEXT}&sort=-scans`);
    expect(response.status).toBe(400);
    expect((await readPage(response)).errorOf('q')).toContain('More than 150 codes match');
  });
});

describe('the columns of the list', () => {
  const headsOf = (html: string) =>
    [...html.matchAll(/<th [^>]*class="(\w+)"/g)]
      .map(([, name]) => name)
      .filter((name) => !['select', 'thumbnail', 'title', 'actions'].includes(name ?? ''));

  it('are chosen, and kept for the next visit, without a trace in the address', async () => {
    const browser = await signIn();
    await seed(browser, { title: 'Menu' });
    expect(headsOf(await read(browser, '/codes'))).toEqual(['link', 'tags', 'state', 'scans', 'last_scan']);
    const path = '/codes?q=menu&columns=&columns=created&columns=state&columns=password';
    const chosen = await browser.get(path);
    expect([chosen.status, chosen.headers.get('Location')]).toEqual([303, '/codes?q=menu']);
    expect(headsOf(await read(browser, '/codes'))).toEqual(['state', 'created']);
    await browser.get('/codes?columns=');
    expect(headsOf(await read(browser, '/codes'))).toEqual([]);
  });

  it('stay as they are if a page of another site sends them', async () => {
    const browser = await signIn();
    await seed(browser);
    await browser.get('/codes?columns=tags', { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(headsOf(await read(browser, '/codes'))).toContain('scans');
  });
});

describe('a row of the list', () => {
  it('has its tags in one line, without those that every row has', async () => {
    const browser = await signIn();
    const tags = ['a1', 'b1', 'c1', 'd1', 'shared'];
    for (const own of [tags, ['shared', 'x1']]) {
      const id = await seed(browser);
      const tagged = { [`qr_${id}`]: 'on', action: 'tag', tags: own.join(',') };
      expect((await browser.post('/codes/selection', tagged)).status).toBe(303);
    }
    await browser.get('/codes?columns=tags');
    const html = await read(browser, '/codes');
    expect(rowsOf(html).map(([, cell]) => cell)).toEqual(['x1', 'a1 b1 +2 c1, d1']);
    expect(toText(html)).toContain('2 codes All on this page: shared');
    // A filter says it already.
    expect(toText(await read(browser, '/codes?tag=shared'))).not.toContain('All on this page');
    expect(rowsOf(await read(browser, '/codes?q=example&tag=x1'))[0]?.[1]).toBe('shared x1');
  });

  it('pauses its code from its menu, stays on its page of the list, and undoes it', async () => {
    const browser = await signIn();
    for (let i = 0; i < 22; i++) await seed(browser, { title: `code ${i}` });
    const next = linkOf(await read(browser, '/codes?kind=dynamic'), 'Next page') ?? '';
    const html = await read(browser, next);
    const form = toPage(html).find('form[id^="do-"]');
    const id = form?.attribute('id')?.slice('do-'.length);
    expect(html).toContain(`<button type="submit" form="do-${id}" name="action" value="pause">`);
    const paused = await browser.post(form?.attribute('action') ?? '', {
      ...form?.fields,
      action: 'pause',
    });
    expect(paused.headers.get('Location')).toBe(next);
    const after = await read(browser, next);
    expect(toText(after)).toContain('1 code is paused. Undo');
    expect(after).toContain(`<button type="submit" form="do-${id}" name="action" value="resume">`);
  });

  it('offers nothing to change to somebody who may only look', async () => {
    const owner = await signIn();
    await seed(owner, { title: 'Menu' });
    const viewer = await signIn({ accountId: owner.accountId, role: 'viewer' });
    const html = await read(viewer, '/codes');
    expect(linkOf(html, 'Print or download')).toMatch(/\/download$/);
    for (const words of ['>Pause<', '>Archive<', '>Duplicate<', '>Change target<', 'type="checkbox" form='])
      expect(html, words).not.toContain(words);
  });
});

describe('archived codes', () => {
  it('are left out, as the foot of the list says, with a way to show and download them, too', async () => {
    const browser = await signIn();
    await seed(browser, { title: 'shown' });
    const hidden = await seed(browser, { title: 'hidden' });
    await env.DB.prepare('UPDATE qr_codes SET is_archived = 1 WHERE code_id = ?').bind(hidden).run();
    const nothing = await read(browser, '/codes?q=hidden');
    expect(linkOf(nothing, 'Search archived codes too')).toBe('/codes?q=hidden&archived=any');
    const path = linkOf(await read(browser, '/codes?q=en'), 'Show them too');
    expect(path).toBeUndefined();
    const all = linkOf(await read(browser, '/codes?sort=title'), 'Show them too') ?? '';
    expect(all).toBe('/codes?sort=title&archived=any');
    const html = await read(browser, all);
    expect(titlesOf(html)).toEqual(['hidden', 'shown']);
    expect(html).not.toContain('Archived codes are not shown');
    expect(linkOf(html, 'CSV')).toBe('/codes/export.csv?archived=any');
  });
});

describe('the number of codes', () => {
  it('is that of the codes that match, on every page of a filtered list', async () => {
    const browser = await signIn();
    for (let i = 0; i < 21; i++) await seed(browser);
    await seed(browser, { title: 'Odd one', isDynamic: false });
    for (const filter of ['kind=dynamic', 'q=example.com&kind=dynamic', 'status=active&kind=dynamic']) {
      const html = await read(browser, `/codes?${filter}`);
      expect(html).toContain('<p class="flush">1–20 of 21</p>');
      expect(toText(html)).toContain('Select all 21 that match');
      expect(await read(browser, linkOf(html, 'Next page') ?? '')).toContain(
        '<p class="flush">21–21 of 21</p>',
      );
    }
    const one = await read(browser, '/codes?q=odd');
    expect(one).toContain('<p class="flush">1–1 of 1</p>');
    expect(one).not.toContain('Select all');
  });

  it('is up to date, even if codes of earlier pages were deleted', async () => {
    const browser = await signIn();
    for (let i = 0; i < 22; i++) await seed(browser);
    const next = linkOf(await read(browser, '/codes'), 'Next page') ?? '';
    await env.DB.prepare('UPDATE account_usage SET codes = codes - 2 WHERE account_id = ?')
      .bind(browser.accountId)
      .run();
    expect(await read(browser, next)).toContain('<p class="flush">21–22</p>');
    expect(await read(browser, `${next}&before=%3Cb%3E`)).toContain('<p class="flush">1–2 of 20</p>');
  });
});

describe('the download of the list', () => {
  it('is the same as the API’s export of the codes that match the filters', async () => {
    const browser = await signIn();
    await seed(browser, { title: 'Menu' });
    await seed(browser, { title: '=Menu, garden' });
    await seed(browser, { title: 'other' });
    const html = await read(browser, '/codes?q=menu');
    const response = await browser.get(linkOf(html, 'CSV') ?? '');
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="qr-codes.csv"');
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^id,type,target,dynamic,short_url,/);
    expect(lines[1]).toContain(`,"'=Menu, garden",`);
    const everything = await browser.get(linkOf(await read(browser, '/codes'), 'JSON Lines') ?? '');
    const all = new TextDecoder().decode(await everything.arrayBuffer());
    const titles = all
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { title: string }).title);
    expect(titles).toEqual(['other', '=Menu, garden', 'Menu']);
    const activity = await read(browser, '/settings/log');
    expect(activity).toContain('Exported the codes as csv');
    expect(activity).toContain('Ada');
  });

  it('is refused as the list is', async () => {
    const browser = await signIn();
    const response = await browser.get('/codes/export.csv?q=a%00');
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('The text must not hold control characters.');
  });
});

describe('the search', () => {
  async function seedThree() {
    const browser = await signIn();
    await seed(browser, { title: 'Menu of the garden' });
    await seed(browser, {
      title: 'Guests',
      type: 'wifi',
      target: 'WIFI:T:nopass;S:garden;;',
      isDynamic: false,
    });
    await seed(browser, { title: 'Menu', isDynamic: false });
    return browser;
  }

  it.each([
    ['q=garden', ['Guests', 'Menu of the garden']],
    ['q=GARDEN+', ['Guests', 'Menu of the garden']],
    ['q=garden+menu', ['Menu of the garden']],
    ['type=wifi', ['Guests']],
    ['kind=static', ['Menu', 'Guests']],
    ['kind=dynamic', ['Menu of the garden']],
    ['q=menu&type=url&kind=static', ['Menu']],
    // Parameters that none of our forms sends are ignored.
    ['type=nothing&kind=constructor&cursor=%00&q=', ['Menu', 'Guests', 'Menu of the garden']],
    ['cursor=MTIz%2F', ['Menu', 'Guests', 'Menu of the garden']],
  ])('%s finds %j', async (query, titles) => {
    expect(titlesOf(await read(await seedThree(), `/codes?${query}`))).toEqual(titles);
  });

  it('keeps the typed and chosen values', async () => {
    const html = await read(await seedThree(), '/codes?q=%22%3E%3Cb%3E&type=wifi&kind=static');
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;"');
    expect(html).toContain('<input type="hidden" name="type" value="wifi"/>');
    expect(html).toContain('<input type="hidden" name="kind" value="static"/>');
    expect(linkOf(html, 'Phone')).toBe('/codes?q=%22%3E%3Cb%3E&kind=static&type=phone');
    // A chosen one is taken back by itself.
    expect(linkOf(html, 'Static')).toBe('/codes?q=%22%3E%3Cb%3E&type=wifi');
  });

  it('shows the set filters as chips, and removes each by its own link', async () => {
    const query = 'q=menu&kind=static&tag=a&tag=b%22%3E';
    const html = await read(await seedThree(), `/codes?${query}&sort=-scans`);
    const chips = toPage(html).all('ul.chips a');
    expect(
      chips.map((chip) => [chip.attribute('aria-label') ?? '', chip.words, chip.attribute('href')]),
    ).toEqual([
      ['Remove Static', 'Static ×', '/codes?q=menu&tag=a&tag=b%22%3E&sort=-scans'],
      ['Remove a', 'a ×', '/codes?q=menu&kind=static&tag=b%22%3E&sort=-scans'],
      ['Remove b">', 'b"> ×', '/codes?q=menu&kind=static&tag=a&sort=-scans'],
      ['Remove Most scans first', 'Most scans first ×', `/codes?${query}`],
      ['', 'Clear all', '/codes'],
    ]);
    expect(await read(await seedThree(), '/codes')).not.toContain('<ul class="chips');
  });

  it('that finds nothing says so, and offers to clear it', async () => {
    const html = await read(await seedThree(), '/codes?q=nothing+like+this');
    expect(html).toContain('No codes match this search.');
    expect(linkOf(html, 'Clear the search')).toBe('/codes');
    expect(html).not.toContain('Create your first code');
  });

  it('keeps its filters from page to page', async () => {
    const browser = await signIn();
    for (let i = 0; i < 22; i++) await seed(browser, { title: `a & b ${i}` });
    await seed(browser, { title: 'other' });
    const next = linkOf(await read(browser, '/codes?q=a+%26+b&kind=dynamic'), 'Next page') ?? '';
    expect(next).toMatch(/^\/codes\?q=a\+%26\+b&kind=dynamic&cursor=[\w-]+&before=20$/);
    const html = await read(browser, next);
    expect(titlesOf(html)).toEqual(['a & b 1', 'a & b 0']);
    expect(html).toContain('>21–22 of 22<');
    expect(linkOf(html, 'First page')).toBe('/codes?q=a+%26+b&kind=dynamic');
  });

  it.each([
    ['is too long', 'x'.repeat(201), 'must have at most 200 characters'],
    ['holds control characters', 'a\u0000b', 'must not hold control characters'],
  ])('is refused beside its field if the text %s', async (_, text, message) => {
    const response = await (await seedThree()).get(`/codes?q=${encodeURIComponent(text)}`);
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(toPage(html).errorOf('q')).toMatch(new RegExp(`^The text ${message}`));
    expect(html).not.toContain('<table');
  });

  it('accepts 200 characters outside the basic plane', async () => {
    const response = await (await seedThree()).get(`/codes?q=${encodeURIComponent('😀'.repeat(200))}`);
    expect(response.status).toBe(200);
  });
});
