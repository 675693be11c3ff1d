import { env } from 'cloudflare:workers';
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';

let browser: SignedInClient;
beforeEach(async () => {
  browser = await signIn();
});

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const file = (text: string, name = 'codes.csv') => new File([text], name, { type: 'text/csv' });

async function upload(fields: Record<string, string | File>): Promise<string> {
  const response = await browser.post('/codes/import', formOf(fields));
  expect(response.status, await response.clone().text()).toBe(303);
  return response.headers.get('Location') ?? '';
}

async function read(path: string): Promise<string> {
  const response = await browser.get(path);
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

const countCodes = () =>
  env.DB.prepare('SELECT count(*) AS n FROM qr_codes WHERE account_id = ?')
    .bind(browser.accountId)
    .first<number>('n');

describe('uploading a CSV', () => {
  it('shows the expected outcome of every row, with its errors beside it, before anything happens', async () => {
    const path = await upload({
      file: file('url,title,colour\nhttps://example.com/1,One,red\njavascript:alert(1),<b>Two</b>,blue\n'),
    });
    const page = await read(path);
    expect(page).toContain('1 new, 1 invalid.');
    expect(page).toContain('Columns that are not used: “colour”.');
    expect(page).toMatch(/Row 1: new .*example\.com\/1 .*\(line 2 ?\) .*Row 2: invalid .*must begin with/);
    expect(page).toContain('Import 1 row');
    expect(await countCodes()).toBe(0);

    const started = await browser.post(`${path}/start`);
    expect(started.headers.get('Location')).toBe(path);
    const done = await read(path);
    expect(done).toContain('1 created, 1 failed.');
    expect(done).not.toContain('Import 1 row');
    expect(await countCodes()).toBe(1);
    expect(await read('/codes')).toContain('One');
  });

  it('accepts pasted rows, and JSON Lines by the name of the file or its first character', async () => {
    expect(await read(await upload({ text: 'target\nhttps://example.com/\n' }))).toContain('1 new.');
    expect(await read(await upload({ text: '{"target":"https://example.com/"}' }))).toContain('1 new.');
    const lines = file('\n{"url":"https://example.com/"}\n', 'codes.jsonl');
    expect(await read(await upload({ file: lines }))).toContain('1 new.');
  });

  it('asks for the meaning of columns whose names do not say it, with the file still there', async () => {
    const text = 'Ziel;Titel;Tags\nhttps://example.com/z;Z;a|b\n';
    const asked = await browser.post('/codes/import', formOf({ file: file(text) }));
    expect(asked.status).toBe(422);
    const html = await asked.text();
    expect(html).toContain('name="column:Ziel"');
    expect(html).toContain(text.trimEnd().split('\n')[1]);
    expect(html).toMatch(/name="column:Tags".*?<option value="tags" selected/s);
    const path = await upload({
      text,
      'column:Ziel': 'target',
      'column:Titel': 'title',
      'column:Tags': 'tags',
    });
    await browser.post(`${path}/start`);
    await read(path);
    expect(await read('/codes')).toContain('Z');
  });

  it.each<[string, Record<string, string | File>, string]>([
    ['nothing', {}, 'Choose a file, or paste rows here.'],
    ['a header alone', { text: 'url' }, 'The file has no rows.'],
    [
      'another encoding',
      { file: new File([Uint8Array.from([0x75, 0x72, 0x6c, 0x0a, 0xfc])], 'x.csv') },
      'Line 2 is not UTF-8.',
    ],
    ['an open quote', { text: 'url\n"https://example.com/' }, 'line 2 has a quote that is never closed'],
  ])('refuses %s in words', async (_, fields, words) => {
    const response = await browser.post('/codes/import', formOf(fields));
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(words);
  });

  it('refuses a body that is not a form, and more than the limit', async () => {
    expect((await browser.post('/codes/import', { text: 'url\nhttps://example.com/' })).status).toBe(415);
    const large = await browser.post('/codes/import', formOf({ text: 'x'.repeat(11 * 1024 * 1024) }));
    expect(large.status).toBe(413);
  });

  it('shows its progress while it runs, and can be cancelled', async () => {
    const rows = Array.from({ length: 1_300 }, (_, i) => `https://example.com/${i}`).join('\n');
    const path = await upload({ text: `url\n${rows}\n` });
    const running = await browser.get(path);
    expect(running.headers.get('Refresh')).toBe('2');
    expect(await running.text()).toContain('<progress value="1200" max="1300"');
    const done = await browser.get(path);
    expect(done.headers.get('Refresh')).toBeNull();
    expect(await done.text()).toContain('rel="next"');
    await browser.post(`${path}/cancel`);
    expect(await read(path)).toContain('1,300 new.');
  });

  it('keeps the imports, and gives the report of one as a file', async () => {
    const path = await upload({ text: 'url,title\nhttps://example.com/,A\n=1+1,B\n' });
    expect(await read('/codes/import')).toContain('1 new, 1 invalid.');
    const report = await browser.get(`${path}/report.csv`);
    expect(report.headers.get('Content-Disposition')).toContain('attachment');
    const lines = (await report.text()).split('\r\n');
    expect(lines[0]).toBe('row,line,state,id,external_id,target,title,tags,short_url,errors,warnings');
    expect(lines[1]).toMatch(/^1,2,created,,row:[0-9a-f]{24},https:\/\/example\.com\/,A,,,,$/);
    expect(lines[2]).toMatch(/^2,3,failed,,row:[0-9a-f]{24},'=1\+1,/);
  });

  it.each([
    ['Name,Website,Campaign', 'Menu,https://example.com/m,Spring'],
    ['link name;Web page;campaign name', 'Menu;https://example.com/m;Spring'],
    ['NAME,Link,Labels', 'Menu,https://example.com/m,Spring'],
    ['Title,URL,Tags', 'Menu,https://example.com/m,Spring'],
  ])('knows the usual names of columns: %s', async (header, row) => {
    const path = await upload({ text: `${header}\n${row}\n` });
    const page = await read(path);
    expect(page).toContain('1 new.');
    expect(page).not.toContain('Columns that are not used');
    await browser.post(`${path}/start`);
    await read(path);
    const { results } = await env.DB.prepare(
      'SELECT title, target, name FROM qr_codes JOIN code_tags USING (position) JOIN tags ON tag_id = id WHERE qr_codes.account_id = ?',
    )
      .bind(browser.accountId)
      .all();
    expect(results).toEqual([{ title: 'Menu', target: 'https://example.com/m', name: 'Spring' }]);
  });

  it('shows title, tags and short link of every row before anything happens', async () => {
    const header = 'url,title,tags,path';
    const path = await upload({
      text: `${header}\nhttps://example.com/1,Menu,"Spring, Bar",shown-first\nhttps://example.com/2,,,\n`,
    });
    const shown = new RegExp(
      `Row 1: new .*Menu.*Tags: Spring, Bar.*Short link: ${env.SHORT_URL_BASE}/shown-first .*Row 2: new .*Short link: made when the row is imported`,
    );
    expect(await read(path)).toMatch(shown);
    await browser.post(`${path}/start`);
    expect(await read(path)).toMatch(
      new RegExp(`Row 1: created .*${env.SHORT_URL_BASE}/shown-first .*${env.SHORT_URL_BASE}/[0-9a-z]{8} `),
    );
  });

  it('says a warning of several rows once, with their number', async () => {
    const rows = ['a', 'b', 'c'].map((name) => `https://example.com/${name},https://bit.ly/${name}`);
    const page = await read(await upload({ text: `Long URL,bitlink\n${rows.join('\n')}\n` }));
    expect(page).toContain(
      '3 of these rows: Prints with a link of bit.ly keep leading where bit.ly sends them.',
    );
    expect(page.split('keep leading')).toHaveLength(2);
  });

  it('downloads the codes of an import, and no others, as ZIP', async () => {
    const path = await upload({
      text: 'url,title\nhttps://example.com/1,Door\nhttps://example.com/2,Bar\nno,Bad\n',
    });
    expect(await read(path)).not.toContain('as ZIP');
    await browser.post(`${path}/start`);
    await upload({ text: 'url,title\nhttps://example.com/3,Other\n' });
    const html = await (await browser.get(path)).text();
    const id = path.slice('/codes/import/'.length);
    expect(html).toMatch(
      new RegExp(`action="/codes/selection".*name="import" value="${id}".*Download these as ZIP`),
    );
    const asked = await browser.post('/codes/selection', { action: 'download', import: id });
    const page = await asked.text();
    expect(page).toContain('Download 2 codes');
    expect(page).toContain(`<input type="hidden" name="import" value="${id}"/>`);
    const files = { import: id, svg: 'on', name: '{title}.{format}' };
    const zip = await browser.post('/codes/selection/files', files);
    const names = async (response: Response) =>
      Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer()))).sort();
    expect(await names(zip)).toEqual(['Bar.svg', 'Door.svg', 'index.csv']);
    // A code that is gone meanwhile is left out.
    await env.DB.prepare("UPDATE qr_codes SET deleted_at_ms = 1 WHERE title = 'Bar' AND account_id = ?")
      .bind(browser.accountId)
      .run();
    expect(await names(await browser.post('/codes/selection/files', files))).toEqual([
      'Door.svg',
      'index.csv',
    ]);
    const stranger = await signIn();
    expect((await stranger.post('/codes/selection/files', files)).status).toBe(422);
  });

  it('says of an import of more than 1,000 codes that a ZIP has no room for them', async () => {
    const path = await upload({ text: 'url\nhttps://example.com/1\n' });
    await browser.post(`${path}/start`);
    await env.DB.prepare("UPDATE imports SET created = 1001 WHERE account_id = ? AND status = 'done'")
      .bind(browser.accountId)
      .run();
    const page = await read(path);
    expect(page).toContain('A ZIP has at most 1,000 codes, and these are 1,001.');
    expect(page).not.toContain('Download these as ZIP');
  });

  it('cannot be seen by other accounts', async () => {
    const path = await upload({ text: 'url\nhttps://example.com/\n' });
    const stranger = await signIn();
    for (const part of ['', '/report.csv']) expect((await stranger.get(path + part)).status).toBe(404);
    for (const part of ['/start', '/cancel']) expect((await stranger.post(path + part)).status).toBe(404);
    expect((await browser.get('/codes/import/imp_0000000000000000')).status).toBe(404);
  });
});
