import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { inPieces, makePdf } from '#harness/data/files.ts';
import { paintPng } from '#harness/symbols/pictures.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readPage, toPage, toText } from '#harness/worker/page.ts';

const PDF = makePdf('Soup 5 EUR');

const fieldsOf = (html: string) => toPage(html).fieldsOf('[action="/codes"]');

/** The form of a new code that opens a file, with its values. */
async function openForm(browser: SignedInClient): Promise<Record<string, string>> {
  return fieldsOf(await (await browser.get('/codes/new?type=file')).text());
}

function upload(
  browser: SignedInClient,
  path: string,
  fields: Record<string, string>,
  file: Uint8Array<ArrayBuffer> | null,
  name = 'Menü.pdf',
) {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  if (file) form.set('file_upload', new File([file], name));
  return browser.post(path, form);
}

const wordsOfChosen = (page: ReturnType<typeof toPage>) =>
  page.all(':is(#file, #target) .tile').find((tile) => tile.find('input[checked]'))?.words;

const findCode = (browser: SignedInClient) =>
  env.DB.prepare('SELECT * FROM qr_codes WHERE account_id = ?')
    .bind(browser.accountId)
    .first<{ code_id: string; target: string; is_dynamic: number; type: string }>();

describe('a code that opens a file', () => {
  it('is made from a file of the form, and shows its name', async () => {
    const browser = await signIn();
    const form = await openForm(browser);
    const html = await (await upload(browser, '/codes/new/file', form, PDF)).text();
    const chosen = fieldsOf(html);
    expect(chosen['file']).toMatch(/^file_[0-9a-f]{16}$/);
    expect(wordsOfChosen(toPage(html))).toBe('Menü.pdf');
    const made = await browser.post('/codes', { ...form, ...chosen });
    expect(made.status).toBe(303);
    expect(await findCode(browser)).toMatchObject({ type: 'file', target: chosen['file'], is_dynamic: 1 });
    const page = toPage(await (await browser.get(made.headers.get('Location') ?? '')).text());
    expect(page.wordsOf('h1')).toBe('Menü.pdf');
    expect(page.find('.leads-to a')?.words).toContain('Menü.pdf');
  });

  it('opens another file once it was uploaded, seen and saved, which can be undone; the history has their names', async () => {
    const browser = await signIn();
    const first = fieldsOf(
      await (await upload(browser, '/codes/new/file', await openForm(browser), PDF)).text(),
    );
    const made = await browser.post('/codes', first);
    const path = made.headers.get('Location') ?? '';
    const opened = { target: first['file'] ?? '', was_target: first['file'] ?? '' };
    const shown = await upload(browser, `${path}/file`, opened, makePdf('Pasta'), 'Summer.pdf');
    expect(shown.status).toBe(200);
    const chosen = toPage(await shown.text());
    expect(chosen.find('#edit')?.attribute('open')).not.toBeNull();
    expect(wordsOfChosen(chosen)).toBe('Summer.pdf');
    expect(chosen.find('#edit .outcome a')?.attribute('href')).toMatch(/\/file\/[0-9a-f]{16}\/Summer\.pdf$/);
    expect((await findCode(browser))?.target, 'nothing is saved yet').toBe(first['file']);
    const form = chosen.fieldsOf('#edit form');
    expect((await browser.post(path, form)).status).toBe(303);
    expect((await findCode(browser))?.target).toBe(form['target']);
    const saved = await readPage(await browser.get(path));
    expect(saved.notice).toContain('Within 30 seconds, every scan opens the new file.');
    expect(saved.wordsOf('#history')).toMatch(/Target Before: Menü\.pdf After: Summer\.pdf/);
    expect(saved.wordsOf('#history')).not.toContain('file_');
    expect((await browser.post('/codes/undo', saved.fieldsOf('[action="/codes/undo"]'))).status).toBe(303);
    expect((await findCode(browser))?.target).toBe(first['file']);
    await env.DB.prepare('DELETE FROM files WHERE id = ?').bind(form['target']).run();
    expect((await readPage(await browser.get(path))).wordsOf('#history')).toContain('After: a deleted file');
  });

  it('is stored by whichever button sends it: without a script, some never press “Upload”', async () => {
    const browser = await signIn();
    const made = await upload(browser, '/codes', await openForm(browser), PDF);
    expect(made.status).toBe(303);
    const path = made.headers.get('Location') ?? '';
    const edit = (await readPage(await browser.get(path))).fieldsOf('#edit form');
    expect((await upload(browser, path, edit, makePdf('Pasta'), 'Summer.pdf')).status).toBe(303);
    const page = await readPage(await browser.get(path));
    expect(page.find('.leads-to a')?.words).toContain('Summer.pdf');
    const again = page.fieldsOf('#edit form');
    const refused = await upload(
      browser,
      path,
      again,
      new TextEncoder().encode('<svg/>') as Uint8Array<ArrayBuffer>,
    );
    expect(refused.status).toBe(422);
    expect(toPage(await refused.text()).wordsOf('#file_upload-error')).toBe(
      'This is not a PDF, PNG or JPEG file.',
    );
    expect((await findCode(browser))?.target).toBe(again['target']);
  });

  it('has a picture among the others if it is a small one', async () => {
    const browser = await signIn();
    const picture = paintPng(4, 4, () => [200, 0, 0]);
    let noise = 1;
    const byte = () => (noise = (noise * 48_271) % 0x7fffffff) & 255;
    const large = paintPng(700, 700, () => [byte(), byte(), byte()]);
    const ids: (string | undefined)[] = [];
    for (const [bytes, name] of [
      [picture, 'A.png'],
      [PDF, 'B.pdf'],
      [large, 'C.png'],
    ] as const)
      ids.push(
        fieldsOf(
          await (await upload(browser, '/codes/new/file', await openForm(browser), bytes, name)).text(),
        )['file'],
      );
    const page = toPage(await (await browser.get('/codes/new?type=file')).text());
    expect(page.attributes('#file img', 'src')).toEqual([`/codes/pictures/${ids[0]}`]);
    const [shown, document, tooLarge] = await Promise.all(
      ids.map((id) => browser.get(`/codes/pictures/${id}`)),
    );
    expect([shown?.headers.get('Content-Type'), document?.status, tooLarge?.status]).toEqual([
      'image/png',
      404,
      404,
    ]);
    expect(shown?.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(new Uint8Array((await shown?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(picture);
    const stranger = await signIn();
    expect((await stranger.get(`/codes/pictures/${ids[0]}`)).status).toBe(404);
  });

  it('says what is wrong with a file beside its field', async () => {
    const browser = await signIn();
    const form = await openForm(browser);
    for (const [file, says] of [
      [null, 'Choose a PDF, PNG or JPEG file first.'],
      [new TextEncoder().encode('<svg/>') as Uint8Array<ArrayBuffer>, 'This is not a PDF, PNG or JPEG file.'],
      [PDF.slice(0, 300), 'The end of the file is missing. Upload it again.'],
    ] as const) {
      const response = await upload(browser, '/codes/new/file', form, file);
      expect(response.status).toBe(422);
      expect(toPage(await response.text()).wordsOf('#file_upload-error')).toBe(says);
    }
    const none = await browser.post('/codes', form);
    expect(none.status).toBe(422);
    expect(await none.text()).toContain('Choose the file that the code opens.');
    expect(await findCode(browser)).toBeNull();
  });

  it('is not for viewers, and no code of another type takes a file', async () => {
    const viewer = await signIn({ role: 'viewer' });
    expect((await upload(viewer, '/codes/new/file', {}, PDF)).status).toBe(403);
    const browser = await signIn();
    const made = await browser.post('/codes', {
      ...fieldsOf(await (await browser.get('/codes/new')).text()),
      url: 'example.com',
      dynamic: 'on',
    });
    const path = made.headers.get('Location') ?? '';
    expect((await upload(browser, `${path}/file`, {}, PDF)).status).toBe(404);
  });
});

const DAY_MS = 86_400_000;

/** A new code that opens a file, uploaded with its form: the paths of the code and of the file's deletion. */
async function openFile(browser: SignedInClient, name: string, title: string) {
  const form = await openForm(browser);
  const chosen = fieldsOf(await (await upload(browser, '/codes/new/file', form, PDF, name)).text());
  const made = await browser.post('/codes', { ...chosen, title });
  return { code: made.headers.get('Location') ?? '', file: `/codes/library/files/${chosen['file']}/delete` };
}

const openFiles = async (browser: SignedInClient) =>
  toPage(await (await browser.get('/codes/library')).text());

describe('the library', () => {
  it('names each file, its kind, size and day, and leads to the codes that open it', async () => {
    const browser = await signIn();
    expect((await openFiles(browser)).text).toContain('There are no files yet.');
    const { code } = await openFile(browser, 'Menü.pdf', 'Tables');
    const page = await openFiles(browser);
    const row = page.find('ul.rows > li');
    expect(row?.words).toMatch(/^Menü\.pdf PDF, 1 kB, uploaded \d+ \w{3} \d{4} Used by Tables$/);
    const hrefs = row?.all('a').map((link) => link.attribute('href'));
    expect(hrefs).toEqual([
      expect.stringMatching(/^https:\/\/[^/]+\/file\/[0-9a-f]{16}\/Men%C3%BC\.pdf$/),
      code,
    ]);
    expect(page.find('.used')?.words).toMatch(/^Used: 1 kB of [\d,]+ MB in your plan$/);
  });

  it('takes a file, from which a code is made, and names three of its codes', async () => {
    const browser = await signIn();
    const stored = await upload(browser, '/codes/library/files', {}, PDF);
    expect([stored.status, stored.headers.get('Location')]).toEqual([303, '/codes/library']);
    const page = await openFiles(browser);
    expect(page.text).toContain('The file was stored.');
    const link = page.find('ul.rows a[href^="/codes/new"]')?.attribute('href') ?? '';
    const form = fieldsOf(await (await browser.get(link.replaceAll('&amp;', '&'))).text());
    expect(form['file']).toMatch(/^file_/);
    for (const title of ['One', 'Two', 'Three', 'Four']) await browser.post('/codes', { ...form, title });
    const row = (await openFiles(browser)).find('ul.rows > li');
    expect(row?.words).toMatch(/Used by \w+ , \w+ , \w+ and others$/);
    const others = row?.all('a').at(-1)?.attribute('href') ?? '';
    const found = toPage(await (await browser.get(others.replaceAll('&amp;', '&'))).text());
    expect(found.wordsOf('.list-count')).toContain('4 codes match');
  });

  it('deletes a file that no code opens, after a confirmation, and no other', async () => {
    const browser = await signIn();
    const { code, file } = await openFile(browser, 'Menu.pdf', 'Tables');
    const opened = await openFiles(browser);
    expect(opened.find(`main a[href="${code}"]`)?.words).toBe('Tables');
    expect(opened.find(`form[action="${file}"]`)).toBeNull();
    const refused = await browser.post(file);
    expect(refused.status).toBe(409);
    expect(toText(await refused.text())).toContain('This file is in use, and was not deleted.');
    await browser.post(`${code}/delete`, { confirmation: code.slice(-8) });
    expect((await openFiles(browser)).wordsOf(`details form[action="${file}"]`)).toContain(
      'nobody can open it',
    );
    const stranger = await signIn();
    expect((await stranger.post(file)).status).toBe(404);
    const deleted = await browser.post(file);
    expect([deleted.status, deleted.headers.get('Location')]).toEqual([303, '/codes/library']);
    expect((await openFiles(browser)).text).toContain('There are no files yet.');
  });

  it('says on which day a file goes that no code opens any more, and then it is gone', async () => {
    const browser = await signIn();
    const { code } = await openFile(browser, 'Menu.pdf', 'Tables');
    await browser.post(`${code}/delete`, { confirmation: code.slice(-8) });
    const row = (await openFiles(browser)).find('ul.rows > li');
    expect(row?.text).toContain('No code opens it. It is deleted on ');
    const day = Date.parse(row?.all('time').at(-1)?.attribute('datetime') ?? '');
    await runScheduled(day - DAY_MS);
    expect((await openFiles(browser)).text).toContain('Menu.pdf');
    await runScheduled(day + DAY_MS);
    expect((await openFiles(browser)).text).not.toContain('Menu.pdf');
  });

  it('shows viewers everything, and lets them change nothing', async () => {
    const owner = await signIn();
    await upload(owner, '/codes/library/files', {}, PDF);
    const viewer = await signIn({ accountId: owner.accountId, role: 'viewer' });
    const page = await openFiles(viewer);
    expect(page.find('ul.rows > li')?.words).toMatch(/^Menü\.pdf .* No code opens it\.$/);
    expect(page.all('main form')).toEqual([]);
    const id = (await openFiles(owner)).find('form[action$="/delete"]')?.attribute('action') ?? '';
    expect((await viewer.post(id)).status).toBe(403);
    expect((await sendBytes(viewer, PDF)).status).toBe(403);
  });
});

/** Sends the bytes of a file, like the dashboard's own script. */
function sendBytes(
  browser: SignedInClient,
  file: Uint8Array<ArrayBuffer>,
  { body = new Blob([file]), headers = {} }: { body?: Blob | ReadableStream; headers?: object } = {},
) {
  return browser.post('/codes/library/files/upload', body, {
    headers: {
      Accept: 'application/json',
      'Content-Length': String(file.length),
      'Content-Disposition': "attachment; filename*=UTF-8''Men%C3%BC.pdf",
      ...headers,
    },
  });
}

describe('the bytes of a file from the script', () => {
  it('are stored, and the form that follows names only the file', async () => {
    const browser = await signIn();
    const response = await sendBytes(browser, PDF);
    const { id, name } = await response.json<{ id: string; name: string }>();
    expect([response.status, name]).toEqual([200, 'Menü.pdf']);
    const stored = await env.FILES.get(id);
    expect(Buffer.from(await stored!.arrayBuffer()).equals(PDF)).toBe(true);
    const form = { ...(await openForm(browser)), file_upload: id, title: 'Kept' };
    const shown = fieldsOf(await (await upload(browser, '/codes/new/file', form, null)).text());
    expect([shown['file'], shown['title']]).toEqual([id, 'Kept']);
    const stranger = await signIn();
    expect((await upload(stranger, '/codes/library/files', { file_upload: id }, null)).status).toBe(422);
  });

  it('come only from a page of the dashboard', async () => {
    const browser = await signIn();
    const headers = { Origin: 'https://evil.example' };
    expect((await sendBytes(browser, PDF, { headers })).status).toBe(403);
    expect((await openFiles(browser)).text).toContain('There are no files yet.');
  });

  it.each([
    [
      'too large',
      PDF,
      { headers: { 'Content-Length': '20971521' } },
      413,
      'A file may have at most 20,480 KiB.',
    ],
    [
      'without a size',
      PDF,
      { headers: { 'Content-Length': '' } },
      400,
      'Choose a PDF, PNG or JPEG file first.',
    ],
    ['of another kind', new Uint8Array(5_000), {}, 422, 'This is not a PDF, PNG or JPEG file.'],
    ['cut off', PDF.slice(0, 300), {}, 422, 'The end of the file is missing. Upload it again.'],
    [
      'that break off',
      PDF,
      { body: inPieces(PDF, 300) },
      400,
      'The end of the file is missing. Upload it again.',
    ],
  ])('that are %s are refused in words, and leave nothing', async (_, file, options, status, says) => {
    const browser = await signIn();
    const response = await sendBytes(browser, file, options);
    expect([response.status, await response.json()]).toEqual([status, { message: says }]);
    const left = await env.DB.prepare('SELECT count(*) AS n FROM files WHERE account_id = ?')
      .bind(browser.accountId)
      .first<number>('n');
    expect(left).toBe(0);
  });

  it('are not read to their end once the quota refuses them', async () => {
    const browser = await signIn();
    await env.DB.prepare(
      `INSERT INTO files VALUES ('file_full', ?, 'a.pdf', 'application/pdf', 20000000000, 'stored', 0, NULL, NULL)`,
    )
      .bind(browser.accountId)
      .run();
    let read = 0;
    const piece = new Uint8Array(65_536);
    piece.set(PDF.slice(0, 8));
    const body = new ReadableStream({
      pull: (controller) => {
        read++;
        controller.enqueue(piece);
      },
    });
    const response = await sendBytes(browser, new Uint8Array(20_000_000), { body });
    expect(response.status).toBe(422);
    expect((await response.json<{ message: string }>()).message).toContain(
      'Your plan allows 20,000,000,000 bytes of files.',
    );
    expect(read).toBeLessThan(20);
  });
});
