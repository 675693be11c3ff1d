import { beforeAll, describe, expect, it } from 'vitest';
import { makePdf } from '#harness/data/files.ts';
import { type ApiClient, create, createClient, WITHOUT_R2 } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';

const NEEDS_R2 =
  'This service takes no files: it needs R2, Cloudflare’s storage for files, which its operator has not set up.';
const BELONGS = 'A name that ends in workers.dev belongs to the account at Cloudflare';
const OLD_BASE = 'https://qr.example.workers.dev';

let api: ApiClient;
let browser: SignedInClient;
beforeAll(async () => {
  api = await createClient({ plan: 'business' });
  browser = await signIn({ accountId: api.accountId });
});

const read = async (path: string, bindings: object = WITHOUT_R2) =>
  (await browser.get(path, { env: bindings })).text();

describe('without R2', () => {
  it.each(['/codes/library', '/codes/import', '/codes/new?type=file'])(
    'the page says what an upload needs, and has no field for it: %s',
    async (path) => {
      const page = await read(path);
      expect(page).toContain(NEEDS_R2);
      expect(page).not.toMatch(/name="file(_upload)?"[^>]*type="file"|type="file"[^>]*name="file(_upload)?"/);
      expect(await read(path, {})).not.toContain(NEEDS_R2);
    },
  );

  it('says it in the language of the reader', async () => {
    const headers = { 'Accept-Language': 'de' };
    const page = await (await browser.get('/codes/library', { env: WITHOUT_R2, headers })).text();
    expect(page).toContain('Dieser Dienst nimmt keine Dateien an: Er braucht dafür R2');
  });

  it('an upload that is sent in any case gets the same sentence', async () => {
    const form = new FormData();
    form.set('file_upload', new File([makePdf('Menu', 900)], 'menu.pdf', { type: 'application/pdf' }));
    const file = await browser.post('/codes/library/files', form, { env: WITHOUT_R2 });
    expect([file.status, (await file.text()).includes(NEEDS_R2)]).toEqual([422, true]);
    const rows = new FormData();
    rows.set('file', new File(['{"target":"https://example.com/"}\n'], 'codes.ndjson'));
    const imported = await browser.post('/codes/import', rows, { env: WITHOUT_R2 });
    expect([imported.status, (await imported.text()).includes(NEEDS_R2)]).toEqual([422, true]);
  });

  it.each(['svg', 'png'])('the picture of a code is shown: %s', async (format) => {
    const { id } = await api.json<{ id: string }>(
      'POST',
      '/v1/qr',
      { target: 'https://example.com/', dynamic: true },
      { env: WITHOUT_R2 },
    );
    const path = `/codes/${id}/image.${format}`;
    const first = await browser.get(path, { env: WITHOUT_R2 });
    expect([first.status, (await first.arrayBuffer()).byteLength > 100]).toEqual([200, true]);
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    expect((await browser.get(path, { env: WITHOUT_R2, headers })).status).toBe(304);
  });
});

describe('the short link of a code', () => {
  it('on workers.dev belongs to the account at Cloudflare, which the page of the code says', async () => {
    const { id } = await create(api, { dynamic: true });
    expect(await read(`/codes/${id}`, { SHORT_URL_BASE: OLD_BASE })).toContain(BELONGS);
    expect(await read(`/codes/${id}`, {})).not.toContain(BELONGS);
  });

  it('stays there in print when the service gets a domain', async () => {
    const { id } = await create(api, { dynamic: true });
    const page = await read(`/codes/${id}`, { EARLIER_SHORT_URL_BASE: `${OLD_BASE} 9999-01-01T00:00:00Z` });
    expect(page).toContain(BELONGS);
    expect(page).toContain(`${OLD_BASE}/${id.slice(3)}`);
    const later = await read(`/codes/${id}`, { EARLIER_SHORT_URL_BASE: `${OLD_BASE} 2020-01-01T00:00:00Z` });
    expect(later).not.toContain(BELONGS);
  });
});
