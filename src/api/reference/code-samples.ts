import type { Operation } from '../operation.ts';
import type { OPERATIONS } from '../operations.ts';

type OperationId = keyof typeof OPERATIONS;

/** The address at the start of the samples. The page at `/docs` replaces it with its own host. */
const CLIENT = `import { QrCodeClient } from 'qr-code-service-client';

const client = new QrCodeClient({ apiUrl: 'https://api.example.com', apiKey: 'YOUR_SECRET_TOKEN' });
`;

/** How our own client makes each call that it supports: see client/README.md. */
const CALLS: { readonly [id in OperationId]?: (body: string) => string } = {
  createQrCode: (body) => `const { code, etag } = await client.create(${body});`,
  listQrCodes: () =>
    `for await (const { id, target } of client.list({ tag: ['Menus'] })) console.log(id, target);`,
  exportQrCodesAsCsv: () => `const csv = await client.export('text/csv');`,
  exportQrCodesAsNdjson: () => `const lines = await client.export('application/x-ndjson');`,
  createQrCodes: () => `const results = await client.createMany([
  { target: 'https://example.com/menu', dynamic: true },
  { target: 'https://example.com/winter', dynamic: true },
]);`,
  upsertQrCodes: () => `const results = await client.upsertMany([
  { external_id: 'menu-1', target: 'https://example.com/menu', dynamic: true },
]);`,
  updateQrCodes: (body) => `const changes = await client.updateMany(${body});`,
  deleteQrCodes: (body) => `const deletions = await client.deleteMany(${body});`,
  listTags: () => `for await (const { name } of client.tags()) console.log(name);`,
  renameTag: () => `const tag = await client.renameTag('Menus', 'Cards');`,
  deleteTag: () => `await client.deleteTag('Menus');`,
  upsertQrCode: (body) => `const { code, upsert } = await client.upsert('menu-1', ${body});`,
  getQrCode: () => `const { code, etag } = await client.get('qr_k7m2p9qa');`,
  updateQrCode: (body) => `const { code } = await client.update('qr_k7m2p9qa', ${body});`,
  deleteQrCode: () => `const deletion = await client.delete('qr_k7m2p9qa');`,
  getScanStatistics: () => `const { total_scans } = await client.statistics('qr_k7m2p9qa');`,
  getImageOfQrCode: () => `const png = await client.image('qr_k7m2p9qa', { format: 'png', size: 1024 });`,
  printQrCode: () => `const pdf = await client.print('qr_k7m2p9qa', { width_mm: 25 });`,
  printSheets: (body) => `const pdf = await client.printSheets(${body});`,
  exportFiles: (body) => `const zip = await client.exportFiles(${body});`,
  getUsage: () => `const usage = await client.usage();`,
  listActivities: () =>
    `for await (const { action, created_at } of client.activities()) console.log(created_at, action);`,
  startImport: () => `const csv = 'target,title\\nhttps://example.com/menu,Menu\\n';
const { id } = await client.startImport(csv); // a dry run`,
  getImport: () => `const { status, counts } = await client.getImport('imp_3f9a6c0d12e45b78');`,
  cancelImport: () => `const { status } = await client.cancelImport('imp_3f9a6c0d12e45b78');`,
  listImportRows: () =>
    `for await (const { row, error } of client.importRows('imp_3f9a6c0d12e45b78', { state: 'failed' })) console.error(row, error);`,
  runImport: () => `const { status } = await client.runImport('imp_3f9a6c0d12e45b78');`,
  listWebhooks: () => `const webhooks = await client.webhooks();`,
  createWebhook: (body) => `const { id, secret } = await client.createWebhook(${body});`,
  updateWebhook: (body) => `const { status } = await client.updateWebhook('wh_4c8e1f2a90b7d356', ${body});`,
  deleteWebhook: () => `await client.deleteWebhook('wh_4c8e1f2a90b7d356');`,
  rotateWebhook: () => `const { secret } = await client.rotateWebhook('wh_4c8e1f2a90b7d356');`,
  testWebhook: () => `const { status_code, response } = await client.testWebhook('wh_4c8e1f2a90b7d356');`,
  listDeliveries: () =>
    `for await (const { event_id, response } of client.deliveries('wh_4c8e1f2a90b7d356', { state: 'failed' })) console.log(event_id, response);`,
  replayEvents: (body) => `const { count } = await client.replay('wh_4c8e1f2a90b7d356', ${body});`,
  listEvents: () =>
    `for await (const { id, type, data } of client.events({ type: 'qr.created' })) console.log(id, type, data.object);`,
  getRedirects: () => `const table = await client.redirects();`,
  getExport: () => `const file = await client.exportFile('_redirects');`,
};

/**
 * The operation in TypeScript, by our client, or by `fetch` if the client has no method for it. Viewers write the other languages
 * themselves.
 */
export function writeTypeScript(operationId: string, operation: Operation, path: string): string {
  const body = 'bodyExample' in operation ? writeLiteral(operation.bodyExample) : '';
  const call = CALLS[operationId as OperationId]?.(body);
  return call === undefined ? writeFetch(operation, path, body) : `${CLIENT}\n${call}\n`;
}

/** @param path with examples in place of its parameters */
function writeFetch({ method, isPublic, fileBody }: Operation, path: string, json: string): string {
  const body = fileBody ? 'file' : json && `JSON.stringify(${json.replaceAll('\n', '\n  ')})`;
  const type = fileBody?.[0] ?? 'application/json';
  const options = [
    ...(method === 'get' ? [] : [`method: '${method.toUpperCase()}',`]),
    ...(isPublic
      ? []
      : [
          `headers: { Authorization: 'Bearer YOUR_SECRET_TOKEN'${body === '' ? '' : `, 'Content-Type': '${type}'`} },`,
        ]),
    ...(body === '' ? [] : [`body: ${body},`]),
  ];
  const lines = options.map((line) => `\n  ${line}`).join('');
  const file = fileBody ? 'const file = new Blob(); // the bytes of your file\n' : '';
  return `${file}const response = await fetch('https://api.example.com${path}'${lines === '' ? '' : `, {${lines}\n}`});\n`;
}

/** JSON, as a person would write it in TypeScript. */
function writeLiteral(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(/^( *)"(\w+)":/gm, '$1$2:')
    .replace(
      /"((?:[^"\\]|\\.)*)"/g,
      (_, text: string) => `'${text.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
    );
}
