import { randomHex } from '#harness/data/random.ts';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GoogleSheet } from '#harness/node/google-sheet.ts';
import { runWorkflow } from '#harness/node/n8n-workflow.ts';
import { type RecipesService, startServiceForRecipes } from '#harness/node/client/recipes-service.ts';
import { startServer } from '#harness/node/small-server.ts';
import { tryThreeNights } from '#harness/node/sync-trial.ts';
import { createPostmanCollection, readContract } from '#scripts/development/postman-collection.ts';
import { QrCodeClient, verifyWebhook } from '../../client/src/index.ts';

/** The programs in docs/recipes, unchanged, against the local service. */

let service: RecipesService;
beforeAll(async () => {
  service = await startServiceForRecipes();
});
afterAll(() => service?.stop());

describe('the nightly sync', () => {
  it.each([
    ['TypeScript', process.execPath, 'nightly-sync.ts', 200],
    ['Python', 'python3', 'nightly_sync.py', 100],
  ])('in %s ends three nights with exactly the right codes, over a bad connection', async (...row) => {
    const [, command, name, products] = row;
    const happened = await tryThreeNights({
      program: [command, service.copyRecipe(name)],
      service,
      apiKey: await service.createKey('business'),
      ...{ products, cutShare: 0.4, batch: products / 10 },
    });
    console.log(`${name}: ${happened}`);
    expect(happened).toContain(`${products} products`);
  });
});

describe('the spreadsheet', () => {
  it('reports what would happen, does it with --start, and changes nothing the second time', async () => {
    const apiKey = await service.createKey('business');
    const file = join(service.folder, 'codes.csv');
    const run = (...options: string[]) => runScript('import-spreadsheet.sh', apiKey, file, ...options);
    const header = 'external_id;target;title;tags;Notiz\r\n';
    const rows = [
      'table-1;https://example.com/1;"Table 1; by the ""window""";Inside|Berlin;x',
      'table-2;https://example.com/2;Table 2;Inside;',
      'table-3;nonsense;Table 3;;',
    ];
    writeFileSync(file, `\uFEFF${header}${rows.join('\r\n')}\r\n`);
    const counts = (created: number, updated: number, unchanged: number, failed = 1) =>
      `rows:3,done:3,created:${created},updated:${updated},unchanged:${unchanged},skipped:0,failed:${failed},deleted:0\n`;
    const failed = /^row 4: The URL must begin with .*\n/m;

    const tried = await run();
    expect(tried).toMatchObject({ code: 1, stderr: 'Rows that failed: 1.\n' });
    expect(tried.stdout).toMatch(`What would happen:\n${counts(2, 0, 0)}`);
    expect(tried.stdout).toMatch(failed);
    expect(await listCodes(apiKey)).toEqual([]);

    const done = await run('--start');
    expect(done).toMatchObject({ code: 1, stderr: 'Rows that failed: 1.\n' });
    expect(done.stdout).toMatch(`What happened:\n${counts(2, 0, 0)}`);
    expect(await listCodes(apiKey)).toEqual([
      ['table-1', 'https://example.com/1', 'Table 1; by the "window"', 'Berlin,Inside'],
      ['table-2', 'https://example.com/2', 'Table 2', 'Inside'],
    ]);

    const right = rows
      .join('\r\n')
      .replace('.com/2', '.com/two')
      .replace('nonsense', 'https://example.com/3');
    writeFileSync(file, `${header}${right}\r\n`);
    for (const happened of [counts(1, 1, 1, 0), counts(0, 0, 3, 0)]) {
      const { code, stdout } = await run('--start');
      expect(stdout).toMatch(`What happened:\n${happened}`);
      expect(code).toBe(0);
    }
    expect((await listCodes(apiKey)).map(([, target]) => target)).toContain('https://example.com/two');
  });

  it('says why a file is refused', async () => {
    const file = join(service.folder, 'wrong.csv');
    writeFileSync(file, 'name\nTable 1\n');
    const apiKey = await service.createKey('free');
    const refused = await runScript('import-spreadsheet.sh', apiKey, file);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('no_target') as string });
  });
});

describe('the Google sheet and the workflow for n8n', () => {
  it('create a code for each row, hear of each, and list them', async () => {
    const apiKey = await service.createKey('business');
    const client = new QrCodeClient({ apiUrl: service.apiUrl, apiKey });
    const told: Parameters<typeof runWorkflow>[1][] = [];
    const receiver = await startServer((request, body, response) => {
      told.push({ headers: request.headers, body: body.toString() });
      response.writeHead(204).end();
    });
    const { secret } = await client.createWebhook({ url: receiver.url, events: ['qr.created'] });

    const sheet = new GoogleSheet('docs/recipes/google-sheets.gs', { API: service.apiUrl, KEY: apiKey });
    sheet.run('onOpen');
    expect(sheet.menu).toEqual(['Create a code for each row', 'List new codes']);
    sheet.run('createCodes');
    const rows = sheet.sheets.get('Codes')!;
    expect(rows).toEqual([['external_id', 'target', 'title', 'short_url', 'error']]);
    rows.push(
      ['table-1', 'https://example.com/1', '=1+1', '', ''],
      [2, 'https://example.com/2', '', '', ''],
      ['table 3', 'https://example.com/3', '', '', ''],
      ['table-4', 'nonsense', '', '', ''],
      ['', 'https://example.com/5', '', '', ''],
    );
    sheet.run('createCodes');
    const link = expect.stringMatching(`^${service.apiUrl}/s/`) as string;
    expect(rows.slice(1).map((row) => row.slice(3))).toEqual([
      [link, ''],
      [link, ''],
      ['', expect.stringMatching(/^"external_id" must have/) as string],
      ['', expect.stringMatching(/^The URL must begin with/) as string],
      ['', ''],
    ]);
    rows[4]![1] = 'https://example.com/4';
    sheet.run('createCodes');
    expect(rows[4]!.slice(3)).toEqual([link, '']);
    expect((await listCodes(apiKey)).map(([id]) => id)).toEqual(['table-4', '2', 'table-1']);

    await expect.poll(() => told.length).toBe(3);
    for (const { headers, body } of told)
      expect(await verifyWebhook(body, headers as Record<string, string>, secret)).toEqual(JSON.parse(body));
    const heard = told.map((request) =>
      runWorkflow('docs/recipes/n8n-new-code.json', request, (code) => code.replace('whsec_…', secret)),
    );
    expect(heard.map(({ short_url: url }) => url).toSorted()).toEqual(
      [rows[1]![3], rows[2]![3], rows[4]![3]].toSorted(),
    );

    for (const _ of ['the first run', 'a run without news']) {
      sheet.run('listNewCodes');
      expect(
        sheet.sheets
          .get('Events')!
          .slice(1)
          .map(([, , , title, url]) => [title, url]),
      ).toEqual([
        ['=1+1', rows[1]![3]],
        ['', rows[2]![3]],
        ['', rows[4]![3]],
      ]);
    }
    await client.create({ target: 'https://example.com/6', title: 'Sixth' });
    await expect.poll(() => told.length).toBe(4);
    sheet.run('listNewCodes');
    expect(sheet.sheets.get('Events')!.at(-1)).toMatchObject({ 3: 'Sixth' });
    await receiver.stop();
  });

  it('say why no row can be done', async () => {
    const properties = { API: service.apiUrl, KEY: 'qr_live_unknown' };
    const sheet = new GoogleSheet('docs/recipes/google-sheets.gs', properties);
    expect(() => sheet.run('listNewCodes')).toThrow(/key/i);
    sheet.run('createCodes');
    sheet.sheets.get('Codes')!.push(['table-1', 'https://example.com/1', '', '', '']);
    expect(() => sheet.run('createCodes')).toThrow(/key/i);
  });
});

describe('the Postman collection', () => {
  it('contains a request for each operation, and the service accepts each unchanged, but for the links of a GS1 code', async () => {
    const { item: folders, variable } = collection;
    const requests = folders.flatMap(({ item }) => item);
    const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
      paths: Record<string, Record<string, { summary?: string }>>;
    };
    const summaries = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap(({ summary }) => summary ?? []),
    );
    expect(requests.map(({ name }) => name).toSorted()).toEqual(summaries.toSorted());

    const apiKey = await service.createKey('business');
    const variables = new Map(variable.map(({ key, value }) => [key, value]));
    variables.set('apiUrl', service.apiUrl).set('apiKey', apiKey);
    // The examples need what they name: a tag exists before each request that changes it.
    const tagged = JSON.stringify({ target: 'https://example.com/', tags: ['Menus'] });
    const statuses: Record<string, number> = {};
    const isDelete = ({ request }: PostmanItem) => request.method === 'DELETE';
    // Parts are deleted before the whole that they belong to.
    const deletes = requests
      .filter(isDelete)
      .toSorted((a, b) => b.request.url.path.length - a.request.url.path.length);
    for (const item of [...requests.filter((request) => !isDelete(request)), ...deletes]) {
      if (item.request.url.raw.includes('/tags/')) {
        const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
        await fetch(`${service.apiUrl}/v1/qr`, { method: 'POST', headers, body: tagged });
      }
      statuses[item.name] = await send(item, variables);
      // A completed dry run becomes a real import.
      if (item.name === 'Read an import') while (!(await isThrough(variables)));
    }
    const accepted = Object.fromEntries(summaries.map((summary) => [summary, 200]));
    // The code that the collection makes is none of GS1.
    expect(statuses).toEqual({ ...accepted, 'Replace the links of a GS1 code': 400 });
  });
});

/** A file that a person might choose for a request that sends one. */
const PICTURE = readFileSync('docs/pictures/six-styles.png');

interface PostmanItem {
  readonly name: string;
  readonly event?: readonly [{ readonly script: { readonly exec: readonly string[] } }];
  readonly request: {
    readonly method: string;
    readonly auth?: { readonly type: string };
    readonly header: readonly PostmanField[];
    readonly url: {
      readonly path: readonly string[];
      readonly query: readonly PostmanField[];
      readonly variable: readonly PostmanField[];
      readonly raw: string;
    };
    readonly body?: { readonly mode: 'raw'; readonly raw: string } | { readonly mode: 'file' };
  };
}

interface PostmanField {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

const collection = createPostmanCollection(readContract()) as {
  readonly variable: readonly PostmanField[];
  readonly item: readonly { readonly item: readonly PostmanItem[] }[];
};

/** Sends a request as Postman does. Returns the status of the response. */
async function send({ request, event }: PostmanItem, variables: Map<string, string>): Promise<number> {
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_, name: string) =>
      name === '$guid' ? randomHex() : (variables.get(name) ?? `no variable ${name}`),
    );
  const on = (fields: readonly PostmanField[]) => fields.filter(({ disabled = false }) => !disabled);
  const { path, query, variable } = request.url;
  const values = new Map(variable.map(({ key, value }) => [`:${key}`, fill(value)]));
  const url = new URL(path.map((step) => values.get(step) ?? step).join('/'), variables.get('apiUrl'));
  for (const { key, value } of on(query)) url.searchParams.set(key, fill(value));
  const response = await fetch(url, {
    method: request.method,
    headers: {
      ...Object.fromEntries(on(request.header).map(({ key, value }) => [key, fill(value)])),
      ...(request.auth?.type === 'noauth' ? {} : { Authorization: `Bearer ${variables.get('apiKey')}` }),
    },
    ...(request.body ? { body: request.body.mode === 'file' ? PICTURE : request.body.raw } : {}),
  });
  const body = await response.text();
  const pm = { response: { code: response.status, json: () => JSON.parse(body) as unknown } };
  const collectionVariables = { set: (name: string, value: string) => variables.set(name, value) };
  const script = event?.[0].script.exec.join('\n') ?? '';
  runInNewContext(script, { pm: { ...pm, collectionVariables } });
  return response.status;
}

async function isThrough(variables: ReadonlyMap<string, string>): Promise<boolean> {
  const url = `${variables.get('apiUrl')}/v1/imports/${variables.get('import_id')}`;
  const headers = { Authorization: `Bearer ${variables.get('apiKey')}` };
  const { status } = (await (await fetch(url, { headers })).json()) as { status: string };
  return status === 'done';
}

/** Runs a script from docs/recipes. Rejects with its output if it fails. */
function runScript(
  name: string,
  apiKey: string,
  ...options: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = {
    PATH: process.env['PATH'],
    HOME: service.folder,
    API: service.apiUrl,
    KEY: apiKey,
  };
  return new Promise((resolve) => {
    execFile('bash', [join('docs/recipes', name), ...options], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

async function listCodes(apiKey: string): Promise<(string | null)[][]> {
  const response = await fetch(`${service.apiUrl}/v1/qr`, { headers: { Authorization: `Bearer ${apiKey}` } });
  const { data } = (await response.json()) as {
    data: { external_id: string; target: string; title: string; tags: string[] }[];
  };
  return data.map(({ external_id, target, title, tags }) => [external_id, target, title, tags.join(',')]);
}
