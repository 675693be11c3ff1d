import { beforeAll, expect, test } from 'vitest';
import { type ApiClient, createClient } from '#harness/worker/api-client.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { limiterOf } from '#harness/worker/limiter.ts';
import { readPage } from '#harness/worker/page.ts';
import {
  estimateCreationMs,
  estimateDrawingMs,
  estimateSheetMs,
  toRequests,
} from '#service/images/drawing-time.ts';

const TARGET = `https://example.com/${'a'.repeat(300)}`;
const STYLE = {
  modules: 'dot',
  gradient: { type: 'linear', angle: 90, from: '#000000', to: '#300030' },
  frame: { kind: 'border' },
} as const;
const LOOK = { style: STYLE, size: 2_048 };
/** As it is stored. */
const STORED = { ...STYLE, logo: null } as never;
const DRAWN = { target: TARGET, isDynamic: false, errorCorrection: 'M', style: STORED, size: 2_048 } as const;
/** What the forms of the dashboard call this look. */
const FIELDS = {
  ...{ size: '2048', 'color.dark': '#000000', 'color.light': '#ffffff' },
  ...{ 'style.modules': 'dot', 'style.frame.kind': 'border', 'style.gradient.type': 'linear' },
  ...{ 'style.gradient.to': '#300030', 'style.gradient.angle': '90' },
};

let api: ApiClient;
let browser: SignedInClient;
let id: string;
let symbolVersion: number;
beforeAll(async () => {
  api = await createClient();
  browser = await signIn({ accountId: api.accountId });
  const response = await api.request('POST', '/v1/qr', { target: TARGET, ...LOOK });
  ({ id } = await response.json<{ id: string }>());
  symbolVersion = Number(response.headers.get('Symbol-Version'));
});

const code = () => ({ symbolVersion, style: STORED, size: LOOK.size, gs1: null });
const image = () =>
  estimateDrawingMs(code(), {
    kind: 'image',
    image: { format: 'png', size: 4_096, margin: undefined, dpi: undefined },
  });
const print = () => estimateDrawingMs(code(), { kind: 'print', print: {} as never });
const sheet = () => estimateSheetMs([code()])[0] ?? 0;
const creation = () => estimateCreationMs(DRAWN);

type Send = (env: Partial<ApiEnv>) => Promise<Response>;
const ask =
  (method: string, path: () => string, body?: () => object): Send =>
  (env) =>
    api.request(method, `/v1/${path()}`, body?.(), { env });
const another = () => ({ target: TARGET, ...LOOK });

/** Every door that draws, with the estimated CPU of its drawing. */
const DOORS: Readonly<Record<string, [drawingMs: () => number, send: Send]>> = {
  'POST /v1/qr': [creation, ask('POST', () => 'qr', another)],
  'PUT /v1/qr/{id}': [creation, ask('PUT', () => 'qr/ext:charged', another)],
  'GET /v1/qr/{id}/image': [image, ask('GET', () => `qr/${id}/image?format=png&size=4096`)],
  'GET /v1/qr/{id}/print': [print, ask('GET', () => `qr/${id}/print?width_mm=80`)],
  'POST /v1/sheets': [
    sheet,
    ask(
      'POST',
      () => 'sheets',
      () => ({ ids: [id], template: 'poster_a4' }),
    ),
  ],
  'POST /v1/exports/files': [
    image,
    ask(
      'POST',
      () => 'exports/files',
      () => ({ ids: [id], files: [{ format: 'png', size: 4_096 }] }),
    ),
  ],
  'the form of a new code': [
    creation,
    async (env) => {
      const form = (await readPage(await browser.get('/codes/new?type=text'))).fieldsOf('[action="/codes"]');
      return browser.post('/codes', { ...form, ...FIELDS, text: TARGET }, { env });
    },
  ],
  'the download of a picture': [
    image,
    (env) => browser.get(`/codes/${id}/download/file?kind=png&size=4096`, { env }),
  ],
  'the download of a print file': [
    print,
    (env) => browser.get(`/codes/${id}/download/file?kind=pdf&width_mm=80`, { env }),
  ],
  'the download of a page': [
    sheet,
    (env) => browser.get(`/codes/${id}/download/file?kind=poster_a4`, { env }),
  ],
  'the files of a selection': [
    image,
    (env) => browser.post('/codes/selection/files', { [id]: 'on', png: 'on', size: '4096' }, { env }),
  ],
  'the pages of a selection': [
    sheet,
    (env) => browser.post('/codes/selection/sheets', { [id]: 'on', kind: 'poster_a4' }, { env }),
  ],
};

test.each(Object.entries(DOORS))('%s charges what it draws, or refuses it', async (_, [drawingMs, send]) => {
  const requests = toRequests(drawingMs());
  const refused = await send({ RATE_LIMIT_BUSINESS: limiterOf(requests - 1) });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
  let taken = 0;
  const counting = { limit: () => Promise.resolve({ success: ++taken > 0 }) };
  const response = await send({ RATE_LIMIT_BUSINESS: counting });
  expect([200, 303]).toContain(response.status);
  await response.arrayBuffer();
  expect(taken).toBe(requests);
});

test('large drawings count for more than one request, and a code that is there for one', async () => {
  expect([image(), creation()].map(toRequests).every((requests) => requests > 1)).toBe(true);
  const env = { RATE_LIMIT_BUSINESS: limiterOf(1) };
  const unchanged = await api.request('PUT', '/v1/qr/ext:charged', another(), { env });
  expect(unchanged.headers.get('Upsert')).toBe('unchanged');
});
