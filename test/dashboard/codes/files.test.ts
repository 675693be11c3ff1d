import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { makePdf } from '#harness/data/files.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { toPage } from '#harness/worker/page.ts';

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
    expect(toPage(html).wordsOf('select[name="file"] option[selected]')).toBe('Menü.pdf');
    const made = await browser.post('/codes', { ...form, ...chosen });
    expect(made.status).toBe(303);
    expect(await findCode(browser)).toMatchObject({ type: 'file', target: chosen['file'], is_dynamic: 1 });
    const page = toPage(await (await browser.get(made.headers.get('Location') ?? '')).text());
    expect(page.wordsOf('h1')).toBe('Menü.pdf');
    expect(page.find('.leads-to a')?.words).toContain('Menü.pdf');
  });

  it('opens another file after it was uploaded on the page of the code', async () => {
    const browser = await signIn();
    const first = fieldsOf(
      await (await upload(browser, '/codes/new/file', await openForm(browser), PDF)).text(),
    );
    const made = await browser.post('/codes', first);
    const path = made.headers.get('Location') ?? '';
    const opened = { target: first['file'] ?? '', was_target: first['file'] ?? '' };
    const replaced = await upload(browser, `${path}/file`, opened, makePdf('Pasta'), 'Summer.pdf');
    expect(replaced.status).toBe(303);
    const code = await findCode(browser);
    expect(code?.target).not.toBe(first['file']);
    expect(await (await browser.get(path)).text()).toContain('Summer.pdf');
    // The first one is there to be chosen again.
    const back = await browser.post(path, { target: first['file'] ?? '', was_target: code?.target ?? '' });
    expect(back.status).toBe(303);
    expect((await findCode(browser))?.target).toBe(first['file']);
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
