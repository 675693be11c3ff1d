import { randomCodeId, randomHex } from '#harness/data/random.ts';
import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { createApp } from '#api/app.ts';
import { OPERATIONS } from '#api/operations.ts';
import { seedCodes } from '#harness/data/seed.ts';
import { makePdf } from '#harness/data/files.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { type ApiClient, createClient } from '#harness/worker/api-client.ts';
import { createCallCounter } from '#harness/worker/measured/count-calls.ts';
import { makeOne, type MAKERS } from '#harness/worker/owned/make-one.ts';

/** What differs from a request without a query and a body for the code with everything. */
interface Sent {
  /** Parameters of the path. */
  readonly values?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly env?: Partial<ApiEnv>;
}

/** A kind of request, and the most calls of D1 that its response may wait for one after the other. */
type Trial = readonly [goal: number, send?: () => Sent | Promise<Sent>, what?: string];

const counter = createCallCounter();
/** A stand-in for Analytics Engine that has no scans. */
const noScans = counter.noteFetch(() => Promise.resolve(Response.json({ meta: [], data: [], rows: 0 })));
/** A busy machine takes longer than the app remembers an API key. */
let now = Date.now();
const app = counter.count(createApp({ fetch: noScans, nowMs: () => now++ }));
const inAnalyticsEngine = { SCAN_LOG: 'analytics_engine', AE_ACCOUNT_ID: 'account' } as const;
let client: ApiClient;
/** A code with a title and tags. */
let busyCode: string;

async function make(path: string, body: unknown, headers: Record<string, string> = {}): Promise<string> {
  return (await client.json<{ id: string }>('POST', path, body, { headers })).id;
}

const CODE = { target: 'https://example.com/menu', dynamic: true, title: 'Menu', size: 128 };
const newCode = (fields = {}) => make('/v1/qr', { ...CODE, ...fields });
const pdf = makePdf('Menu');
const pdfHeaders = { 'Content-Type': 'application/pdf', 'Content-Length': String(pdf.length) };
const csv = { body: 'target\nhttps://example.com/\n', headers: { 'Content-Type': 'text/csv' } };
const newTag = async () => {
  const name = randomHex();
  await newCode({ tags: [name] });
  return { name };
};

const MANY = Array.from({ length: 20 }, (_, i) => i);
const bulkOf = (path: string) => ({
  codes: MANY.map((i) => ({ ...CODE, external_id: `bulk-${i}`, target: `https://example.com/${path}/${i}` })),
});
/** The ids of as many new codes. */
async function bulkOfIds() {
  const codes = MANY.map((i) => ({
    codeId: randomCodeId(),
    target: `https://example.com/${i}`,
  }));
  await seedCodes(env.DB, client.accountId, codes);
  return { ids: codes.map(({ codeId }) => `qr_${codeId}`) };
}

const upsert = (fields = {}): Sent => ({ values: { id: 'ext:upserted' }, body: { ...CODE, ...fields } });
const one = (name: keyof typeof MAKERS) => async (): Promise<Sent> => ({
  values: { [`${name}_id`]: await makeOne(name, client) },
});
const [domain, file, image] = [one('domain'), one('file'), one('image')];
const [importJob, template, webhook] = [one('import'), one('template'), one('webhook')];
const doneImport = async (): Promise<Sent> => {
  const csvFile = `target\nhttps://example.com/${randomHex()}\n`;
  return { values: { import_id: await make('/v1/imports?dry_run=false', csvFile, csv.headers) } };
};
const READ = 2;
const WRITE = 3;

/** Each with its goal; a larger number is a request that does not reach it yet. */
const TRIALS: Readonly<Record<keyof typeof OPERATIONS, readonly Trial[]>> = {
  createQrCode: [
    [WRITE, () => ({ body: CODE })],
    [
      WRITE,
      () => ({ body: { ...CODE, tags: ['menus'] }, headers: { 'Idempotency-Key': randomHex() } }),
      'once',
    ],
  ],
  listQrCodes: [
    [READ],
    [3, () => ({ query: '?q=menu' }), 'search'],
    [READ, () => ({ env: inAnalyticsEngine }), 'in Analytics Engine'],
    [3, () => ({ query: '?q=menu', env: inAnalyticsEngine }), 'search in Analytics Engine'],
  ],
  exportQrCodesAsCsv: [[3]],
  exportQrCodesAsNdjson: [[3]],
  createQrCodes: [[READ, () => ({ body: { codes: MANY.map(() => CODE) } })]],
  upsertQrCodes: [
    [WRITE, () => ({ body: bulkOf('1') }), 'that create'],
    [READ, () => ({ body: bulkOf('1') }), 'that change nothing'],
    [WRITE, () => ({ body: bulkOf('2') }), 'that change'],
  ],
  updateQrCodes: [[WRITE, async () => ({ body: { ...(await bulkOfIds()), set: { title: 'x' } } })]],
  deleteQrCodes: [[1, async () => ({ body: await bulkOfIds() })]],
  deleteQrCodesByPost: [[1, async () => ({ body: await bulkOfIds() })]],
  listTags: [[READ]],
  renameTag: [[WRITE, async () => ({ values: await newTag(), body: { name: randomHex() } })]],
  deleteTag: [[WRITE, async () => ({ values: await newTag() })]],
  upsertQrCode: [
    [WRITE, () => upsert(), 'that creates'],
    [READ, () => upsert(), 'that changes nothing'],
    [WRITE, () => upsert({ target: 'https://example.com/2' }), 'that changes'],
  ],
  getQrCode: [[READ], [READ, () => ({ env: inAnalyticsEngine }), 'in Analytics Engine']],
  updateQrCode: [
    [WRITE, () => ({ body: { title: 'x' } }), 'title'],
    [WRITE, () => ({ body: { target: 'https://example.com/x' } }), 'target'],
  ],
  deleteQrCode: [[1, async () => ({ values: { id: await newCode() } })]],
  getHistoryOfQrCode: [[READ]],
  replaceLinks: [[WRITE, () => ({ body: { links: [] } })]],
  addName: [[6, () => ({ body: { path: `n-${randomHex()}` } })]],
  deleteName: [
    [
      5,
      async () => {
        const path = `n-${randomHex()}`;
        await client.request('POST', `/v1/qr/${busyCode}/names`, { path });
        return { query: `?path=${path}` };
      },
    ],
  ],
  getScanStatistics: [
    [3],
    [3, () => ({ env: inAnalyticsEngine }), 'first in Analytics Engine'],
    [READ, () => ({ env: inAnalyticsEngine }), 'again in Analytics Engine'],
  ],
  getScanStatisticsAsCsv: [[3]],
  getImageOfQrCode: [[READ]],
  printQrCode: [[READ, () => ({ query: '?width_mm=30' })]],
  checkPrintOfQrCode: [[READ, () => ({ query: '?width_mm=30' })]],
  printSheets: [[READ, () => ({ body: { template: 'L7160', ids: [busyCode] } })]],
  addDomain: [[6, () => ({ body: { host: `${randomHex()}.example.net` } })]],
  listDomains: [[READ]],
  getDomain: [[READ, domain]],
  updateDomain: [[4, async () => ({ ...(await domain()), body: { root_url: 'https://example.com/' } })]],
  verifyDomain: [[5, domain]],
  deleteDomain: [[4, domain]],
  createWebhook: [[4, () => ({ body: { url: 'https://example.com/', events: ['qr.deleted'] } }), 'once']],
  listWebhooks: [[READ]],
  getWebhook: [[READ, webhook]],
  updateWebhook: [[3, async () => ({ ...(await webhook()), body: { paused: true } })]],
  deleteWebhook: [[4, webhook]],
  rotateWebhook: [[4, webhook]],
  testWebhook: [[READ, webhook]],
  listDeliveries: [[3, webhook]],
  replayEvents: [[3, async () => ({ ...(await webhook()), body: { since: '2026-01-01T00:00:00Z' } })]],
  listEvents: [[READ]],
  exportFiles: [
    [READ, () => ({ body: { ids: [busyCode], files: [{ format: 'svg' }], name: '{id}.{format}' } })],
  ],
  getAccountStatistics: [
    [READ],
    [4, () => ({ env: inAnalyticsEngine }), 'first in Analytics Engine'],
    [3, () => ({ env: inAnalyticsEngine }), 'again in Analytics Engine'],
  ],
  getAccount: [[READ]],
  updateAccount: [[WRITE, () => ({ body: { brand: { color: '#7a1f3d' } } })]],
  getUsage: [[READ]],
  listActivities: [[READ]],
  getHealth: [[READ]],
  createTemplate: [[WRITE, () => ({ body: { name: 'Shop' } })]],
  listTemplates: [[READ]],
  getTemplate: [[READ, template]],
  updateTemplate: [[WRITE, async () => ({ ...(await template()), body: { name: randomHex() } })]],
  deleteTemplate: [[WRITE, template]],
  uploadImage: [[WRITE, () => ({ body: discPng(39), headers: { 'Content-Type': 'image/png' } })]],
  listImages: [[READ]],
  getImage: [[READ, image]],
  getImageFile: [[READ, image]],
  deleteImage: [[WRITE, image]],
  uploadFile: [[WRITE, () => ({ body: pdf, headers: pdfHeaders })]],
  listFiles: [[READ]],
  getFile: [[READ, file]],
  deleteFile: [[WRITE, file]],
  startImport: [[WRITE, () => csv]],
  listImports: [[READ]],
  getImport: [[READ, importJob]],
  listImportRows: [[READ, importJob]],
  runImport: [[WRITE, importJob]],
  undoImport: [[WRITE, doneImport]],
  cancelImport: [[WRITE, importJob]],
  // A stream: it reads the codes anew for each of its files.
  exportEverything: [[100]],
  getRedirects: [[READ]],
  getExport: [[READ, () => ({ values: { file: 'edits.ndjson' } })]],
};

beforeAll(async () => {
  client = await createClient({ app });
  busyCode = await newCode({ tags: ['menus', 'tables'], external_id: 'busy' });
});

it('knows every operation', () => {
  expect(Object.keys(TRIALS).sort()).toEqual(Object.keys(OPERATIONS).sort());
});

it.each(Object.entries(TRIALS))('waits for no more calls of D1 than its goal: %s', async (name, trials) => {
  const { method, path } = OPERATIONS[name as keyof typeof OPERATIONS];
  for (const [goal, send, what] of trials) {
    const { values = {}, query = '', body, ...options } = (await send?.()) ?? {};
    const own: Record<string, string> = { id: busyCode, ...values };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => own[parameter] ?? '');
    const response = await client.request(method.toUpperCase(), filled + query, body, options);
    expect(response.status, await response.clone().text()).toBe(200);
    const { sequential } = counter.read();
    expect(sequential, [name, what].join(' ')).toBeLessThanOrEqual(goal);
  }
});
