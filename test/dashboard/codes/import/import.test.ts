import { env } from 'cloudflare:workers';
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';
import { readText, toPage, toText } from '#harness/worker/page.ts';

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

/** Uploads a file, and takes its columns as they are proposed. */
async function upload(fields: Record<string, string | File>): Promise<string> {
  const asked = await browser.post('/codes/import', formOf(fields));
  if (asked.status === 303) return asked.headers.get('Location') ?? '';
  const html = await asked.text();
  expect(asked.status, html).toBe(200);
  const response = await browser.post('/codes/import', formOf(readColumns(html)));
  expect(response.status, await response.clone().text()).toBe(303);
  return response.headers.get('Location') ?? '';
}

/** The fields of the page that asks for the meaning of columns, as it proposes them. */
function readColumns(html: string): Record<string, string> {
  return toPage(html).fieldsOf('form:has(select)');
}

async function read(path: string): Promise<string> {
  const response = await browser.get(path);
  expect(response.status).toBe(200);
  return readText(response);
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
    expect(page).toMatch(/New 1 Invalid 1 /);
    expect(page).toContain('Columns that are not imported: colour');
    expect(page).toMatch(/2 One https:\/\/example\.com\/1 .* New .* Invalid .*must begin with/);
    expect(page).toContain('Import 1 code');
    expect(await countCodes()).toBe(0);

    const started = await browser.post(`${path}/start`);
    expect(started.headers.get('Location')).toBe(path);
    const done = await read(path);
    expect(done).toMatch(/Created 1 Failed 1 /);
    expect(done).not.toContain('Import 1 code');
    expect(await countCodes()).toBe(1);
    expect(await read('/codes')).toContain('One');
  });

  it('accepts pasted rows, and JSON Lines by the name of the file or its first character', async () => {
    expect(await read(await upload({ text: 'target\nhttps://example.com/\n' }))).toContain('New 1 ');
    expect(await read(await upload({ text: '{"target":"https://example.com/"}' }))).toContain('New 1 ');
    const lines = file('\n{"url":"https://example.com/"}\n', 'codes.jsonl');
    expect(await read(await upload({ file: lines }))).toContain('New 1 ');
  });

  it('shows the columns against their first values, with what their names mean, and the file still there', async () => {
    const text = 'Wohin;Name;Tags;Notiz\nhttps://example.com/z;"Z ""1""";a|b;<i>\n';
    const asked = await browser.post('/codes/import', formOf({ file: file(text), hosts: 'old.example' }));
    expect(asked.status).toBe(200);
    const html = await asked.text();
    expect(toText(html)).toMatch(/Wohin https:\/\/example\.com\/z .* Name Z "1" .* Notiz <i> /);
    const proposed = readColumns(html);
    expect(proposed).toEqual({
      ...{ text, hosts: 'old.example' },
      ...{ 'column:Wohin': '', 'column:Name': 'title', 'column:Tags': 'tags', 'column:Notiz': '' },
    });
    const refused = await browser.post('/codes/import', formOf(proposed));
    expect([refused.status, await readText(refused)]).toEqual([
      422,
      expect.stringContaining('Choose the column that contains the target.'),
    ]);
    const repeated = await browser.post(
      '/codes/import',
      formOf({ ...proposed, 'column:Wohin': 'target', 'column:Notiz': 'target' }),
    );
    expect([repeated.status, readColumns(await repeated.text())['column:Notiz']]).toEqual([422, 'target']);
    const checked = await browser.post('/codes/import', formOf({ ...proposed, 'column:Wohin': 'target' }));
    const path = checked.headers.get('Location') ?? '';
    await browser.post(`${path}/start`);
    await read(path);
    expect(await read('/codes')).toContain('Z "1"');
  });

  it('names what a column can be in words: what most files have, then more, then the fields of each content', async () => {
    const html = await (await browser.post('/codes/import', formOf({ text: 'x\n1\n' }))).text();
    const groups = [...html.matchAll(/<optgroup label="([^"]*)"><option value="([^"]*)">([^<]*)</g)];
    expect(groups.map(([, ...group]) => group)).toContainEqual([
      'Wi-Fi',
      'content.ssid',
      'Name of the network',
    ]);
    expect(groups[0]?.[1]).toBe('More');
    expect(html).toContain('>Payee: Postal code<');
    expect(html).not.toMatch(/>content\.[\w.]+</);
    const before = html.slice(0, html.indexOf('<optgroup'));
    expect([...before.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)).toEqual([
      ...['target', 'title', 'tags', 'short_url', 'path', 'external_id', 'ends_at'],
    ]);
  });

  it.each([
    ['Ziel;Titel;Schlagwörter', 'target title tags'],
    ['Destination;Titre;Étiquettes', 'target title tags'],
    ['Sitio web;Nombre;Campaña', 'target title tags'],
    ['Zieladresse;Bezeichnung;Schlagworte', 'target title tags'],
    ['Page web;Nom;Mots-clés', 'target title tags'],
    ['Destino;Título;Etiquetas', 'target title tags'],
    ['Ziel;URL;Name', ' target title'],
  ])('proposes what columns in other languages mean: %s', async (header, meanings) => {
    const html = await (await browser.post('/codes/import', formOf({ text: `${header}\n1;2;3\n` }))).text();
    const fields = readColumns(html);
    expect(
      header
        .split(';')
        .map((name) => fields[`column:${name}`])
        .join(' '),
    ).toBe(meanings);
  });

  it.each(['en', 'de', 'es', 'fr'])('has a sample file that imports as it is: %s', async (language) => {
    const headers = { 'Accept-Language': language };
    const sample = await browser.get('/codes/import/sample.csv', { headers });
    expect(sample.headers.get('Content-Disposition')).toContain('codes.csv');
    const bytes = await sample.arrayBuffer();
    const asked = await browser.post('/codes/import', formOf({ file: new File([bytes], 'codes.csv') }));
    const fields = Object.entries(readColumns(await asked.text())).filter(([name]) =>
      name.startsWith('column:'),
    );
    expect(fields.map(([, field]) => field)).toEqual(['target', 'title', 'tags', 'external_id', 'ends_at']);
    expect(await read(await upload({ file: new File([bytes], 'codes.csv') }))).toContain('New 2 ');
  });

  it.each<[string, Record<string, string | File>, string]>([
    ['nothing', {}, 'Choose a file, or paste its rows.'],
    ['a header alone', { text: 'url' }, 'The file has no rows.'],
    [
      'another encoding',
      { file: new File([Uint8Array.from([0x75, 0x72, 0x6c, 0x0a, 0x81])], 'x.csv') },
      'Row 2 is not UTF-8.',
    ],
    ['an open quote', { text: 'url\n"https://example.com/' }, 'Row 2 has a quote that is never closed'],
  ])('refuses %s in words', async (_, fields, words) => {
    const response = await browser.post('/codes/import', formOf(fields));
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(words);
  });

  it.each([
    ['bytes that no spreadsheet saves', [0x53, 0x74, 0x72, 0x61, 0x81, 0x65]],
    ['a UTF-16 file without a mark', [0, 0x53, 0, 0x74]],
  ])('refuses %s at each “Continue”, and never proposes its text', async (_, title) => {
    const bytes = Uint8Array.from([
      ...new TextEncoder().encode('url,title\nhttps://example.com/,'),
      ...title,
    ]);
    const refused = await browser.post('/codes/import', formOf({ file: new File([bytes], 'x.csv') }));
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain('Save the file as “CSV UTF-8”');
    expect(html).toMatch(/<textarea [^>]*name="text"[^>]*>\s*<\/textarea>/);
    const again = await browser.post('/codes/import', formOf({ text: '' }));
    expect([again.status, await readText(again)]).toEqual([422, expect.stringContaining('Choose a file')]);
  });

  const windows1252 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

  it('asks whether the letters of an older spreadsheet are right, and goes on with the same file', async () => {
    const text = 'url;title\nhttps://example.com/1;Café\nhttps://example.com/2;Müller\n';
    const asked = await browser.post(
      '/codes/import',
      formOf({ file: new File([windows1252(text)], 'x.csv'), hosts: 'old.example' }),
    );
    expect(asked.status).toBe(422);
    const html = await asked.text();
    expect(toText(html)).toContain('Saved by an older Excel: is this right? Café Müller');
    const fields = toPage(html).fieldsOf('form[action="/codes/import"]');
    expect(fields).toEqual({ text, hosts: 'old.example' });
    const path = await upload(fields);
    await browser.post(`${path}/start`);
    await read(path);
    expect(await read('/codes')).toMatch(/Café.*Müller/s);
  });

  it('asks for a large file of an older spreadsheet once more, and reads that one', async () => {
    const rows = Array.from({ length: 8_000 }, (_, i) => `https://example.com/${i};Menü ${i}`).join('\n');
    const large = () => new File([windows1252(`url;title\n${rows}\n`)], 'x.csv');
    const html = await (await browser.post('/codes/import', formOf({ file: large() }))).text();
    expect(toText(html)).toContain('This file is large: choose it once more.');
    const fields = toPage(html).fieldsOf('form[action="/codes/import"]');
    expect(fields).toMatchObject({ encoding: 'windows-1252' });
    const path = await upload({ ...fields, file: large() });
    expect(await read(path)).toContain('Menü 7');
    await browser.post(`${path}/cancel`);
  });

  it('shows how rows differ from existing codes, and changes these after another click', async () => {
    const first = await upload({ text: 'url,title,external_id\nhttps://example.com/1,Old,a\n' });
    await browser.post(`${first}/start`);
    await read(first);
    const id = await env.DB.prepare('SELECT code_id AS id FROM qr_codes WHERE account_id = ?')
      .bind(browser.accountId)
      .first<string>('id');
    const text = `id,target,title,tags\nqr_${id},https://example.com/1,New,spring\n`;
    const path = await upload({ text });
    const foreseen = await read(path);
    expect(foreseen).toMatch(
      /Exists, and differs 1 1 code exists already and differs from the file. Change it\?/,
    );
    expect(foreseen).toContain('Exists, and differs Title: Old → New Tags: – → spring');
    expect(foreseen).toContain('Change the 1 code that differs Leave them as they are');
    expect(foreseen).not.toContain('import 1 code');
    const withNew = await upload({ text: `${text},https://example.com/2,Other,\n` });
    expect(await read(withNew)).toContain('Change them, and import 1 code Leave them, and import 1 code');
    expect(await read(`${withNew}?state=created`)).toMatch(/New: 1 Show all of them .* Other/);
    await browser.post(`${withNew}/start`, { existing: 'skip' });
    expect(await read(withNew)).toContain('Skipped Title: Old → New');
    expect(await read('/codes')).toContain('Old');
    await browser.post(`${path}/start`, { existing: 'update' });
    expect(await read(path)).toContain('Updated Title: Old → New Tags: – → spring');
    const report = await (await browser.get(`${path}/report.csv`)).text();
    expect(report).toContain(',Title: Old → New; Tags: – → spring');
    expect(await read('/codes')).toContain('New');
    expect(await countCodes()).toBe(2);
    // And back again.
    const undone = await browser.post(`${path}/undo`);
    const undo = undone.headers.get('Location') ?? '';
    expect(undo).not.toBe(path);
    expect(await read(undo)).toMatch(/Undo an import .* Updated Title: New → Old Tags: spring → –/);
    expect(await read(path)).toContain('This import was undone.');
    expect(await read(path)).not.toContain('Undo this import');
    expect(await read('/codes')).toContain('Old');
    expect(await read(first)).toContain('Undo this import');
  });

  it('refuses pasted rows whose letters were lost, each time, with the row', async () => {
    const lost = 'url,title\nhttps://example.com/,"Two\nlines"\n\nhttps://example.com/2,Stra\ufffde\n';
    // A program that sends its file as text: the platform puts U+FFFD in place of the byte.
    const bytes = Uint8Array.from([
      ...new TextEncoder().encode('url,title\nhttps://example.com/,Stra'),
      0xdf,
    ]);
    const head = '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n';
    const parts = [head, bytes, '\r\n--x--\r\n'];
    for (const body of [
      formOf({ text: lost }),
      formOf({ text: lost, 'column:url': 'target' }),
      new Blob(parts),
    ]) {
      const headers = body instanceof Blob ? { 'Content-Type': 'multipart/form-data; boundary=x' } : {};
      const refused = await browser.post('/codes/import', body, { headers });
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain(`Row ${body instanceof Blob ? 2 : 4} is not UTF-8.`);
    }
    expect(await browser.get('/codes/import').then(readText)).not.toContain('Recent imports');
  });

  it('numbers rows as a spreadsheet does, in the table and in the report', async () => {
    const text =
      'url,title,external_id\nhttps://example.com/,"Two\nlines",a\n\n,,\nno,Bad,b\nhttps://example.com/,C,a\n';
    const path = await upload({ text });
    expect(await read(path)).toMatch(/ Row Title .* 2 Two lines .* 5 Bad .* 6 C .*Row 2 is the same code/);
    const report = (await (await browser.get(`${path}/report.csv`)).text()).split('\r\n');
    expect(report.slice(1, -1).map((line) => line.split(',')[0])).toEqual(['2', '5', '6']);
    expect(report[3]).toContain('Row 2 is the same code');
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
    expect(await read(path)).toContain('New 1,300 ');
  });

  it('keeps the imports, and gives the report of one as a file', async () => {
    const path = await upload({ text: 'url,title\nhttps://example.com/,A\n=1+1,B\n' });
    expect(await read('/codes/import')).toContain('New: 1 · Invalid: 1');
    const report = await browser.get(`${path}/report.csv`);
    expect(report.headers.get('Content-Disposition')).toContain('attachment');
    const lines = (await report.text()).split('\r\n');
    expect(lines[0]).toBe('row,state,id,external_id,target,title,tags,short_url,errors,warnings,changes');
    expect(lines[1]).toMatch(/^2,created,,row:[0-9a-f]{24},https:\/\/example\.com\/,A,,,,,$/);
    expect(lines[2]).toMatch(/^3,failed,,row:[0-9a-f]{24},'=1\+1,/);
  });

  it.each([
    ['Name,Website,Campaign', 'Menu,https://example.com/m,Spring'],
    ['link name;Web page;campaign name', 'Menu;https://example.com/m;Spring'],
    ['NAME,Link,Labels', 'Menu,https://example.com/m,Spring'],
    ['Title,URL,Tags', 'Menu,https://example.com/m,Spring'],
  ])('knows the usual names of columns: %s', async (header, row) => {
    const path = await upload({ text: `${header}\n${row}\n` });
    const page = await read(path);
    expect(page).toContain('New 1 ');
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
    const host = env.SHORT_URL_BASE.replace(/^https?:\/\//, '');
    expect(await read(path)).toMatch(
      new RegExp(
        `2 Menu Spring, Bar https://example.com/1 ${host}/shown-first New 3 – .* Created on import New`,
      ),
    );
    await browser.post(`${path}/start`);
    expect(await read(path)).toMatch(
      new RegExp(`${host}/shown-first Created 3 – .* ${host}/[0-9a-z]{8} Created`),
    );
  });

  it('says a warning of several rows once, with their number', async () => {
    const rows = ['a', 'b', 'c'].map((name) => `https://example.com/${name},https://bit.ly/${name}`);
    const page = await read(await upload({ text: `Long URL,bitlink\n${rows.join('\n')}\n` }));
    expect(page).toContain(
      '3 of these rows: Printed codes with a bit.ly link still lead where bit.ly sends them.',
    );
    expect(page.split('still lead')).toHaveLength(2);
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
      new RegExp(`action="/codes/selection".*name="import" value="${id}".*Other formats and labels`),
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
    // The button after an import asks nothing more.
    const button = toPage(html).fieldsOf('[action="/codes/selection/files"]');
    const images = await browser.post('/codes/selection/files', button);
    expect(await names(images)).toEqual(['1-Door.png', '2-Bar.png', 'index.csv']);
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
    expect(page).toContain('A ZIP file holds at most 1,000 codes, and these are 1,001.');
    expect(page).not.toContain('as ZIP');
  });

  it('cannot be seen by other accounts', async () => {
    const path = await upload({ text: 'url\nhttps://example.com/\n' });
    const stranger = await signIn();
    for (const part of ['', '/report.csv']) expect((await stranger.get(path + part)).status).toBe(404);
    for (const part of ['/start', '/cancel', '/update', '/undo'])
      expect((await stranger.post(path + part)).status).toBe(404);
    expect((await browser.get('/codes/import/imp_0000000000000000')).status).toBe(404);
  });
});
