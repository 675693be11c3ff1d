import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { formatActivityCursor } from '#core/accounts/activity.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import { formatBoundCursor, formatPlaceCursor } from '#core/lists/cursor.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import type { ListPosition } from '#core/lists/position.ts';
import type { ImageId } from '#core/logos/image-id.ts';
import { formatImageCursor } from '#core/logos/logo-image.ts';
import { deleteOldActivities } from '#service/accounts/activity.ts';
import { deleteExpiredSignIns } from '#service/accounts/sign-in.ts';
import { deleteAbandonedAccounts, listAbandonedAccounts } from '#storage/accounts/abandoned.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import { listOwnCodeIds } from '#storage/codes/qr-codes.ts';
import { openDatabase } from '#storage/database.ts';
import { findOthersHostname, storeCheck } from '#storage/domains/claims.ts';
import { findDomain } from '#storage/domains/domains.ts';
import { listOwnLevels } from '#storage/links/gs1-links.ts';
import { deleteOldRequests } from '#storage/requests/d1-request-log.ts';
import { randomHex } from '#harness/data/random.ts';
import { discPng } from '#harness/symbols/pictures.ts';
import { seedCodes } from '#harness/data/seed-codes.ts';
import { type ApiClient, createClient, create, withJson } from '#harness/worker/api-client.ts';
import { makeOneOfEach } from '#harness/worker/owned/make-one.ts';
import { explain, recordQueries } from '#harness/worker/measured/record-queries.ts';
import { visitDashboard } from '#harness/worker/visit-dashboard.ts';

/** Every SQL text that /v1 sends to D1. */
async function recordApi(): Promise<ReadonlySet<string>> {
  const { DB, queries } = recordQueries();
  const client = await createClient();
  const { id } = await create(client, { dynamic: true });
  const requests: [string, string, unknown?][] = [
    ['POST', '/v1/qr', { target: 'https://example.com/', dynamic: true }],
    ['POST', '/v1/qr', { target: 'https://example.com/', short_code: 'menu-2027' }],
    ['GET', `/v1/qr/${id}`],
    ['GET', '/v1/qr'],
    ['GET', `/v1/qr?cursor=${formatBoundCursor(9e15 as ListPosition, '')}`],
    ['GET', '/v1/qr?type=url'],
    ['GET', '/v1/qr?dynamic=false'],
    ['GET', '/v1/qr?type=url&dynamic=false'],
    ['GET', '/v1/qr?q=me'],
    ['GET', '/v1/qr?q=menu+me'],
    ['GET', '/v1/qr?q=k7m2p9qa&created_before=2030-01-01'],
    ['GET', `/v1/qr?q=menu&cursor=${formatBoundCursor(9e15 as ListPosition, 'q=menu')}`],
    ['GET', '/v1/qr?type=url&dynamic=true&q=menu&created_after=2026-01-01&created_before=2030-01-01'],
    ['PATCH', `/v1/qr/${id}`, { target: 'https://example.com/2', title: 'x' }],
    ['PATCH', `/v1/qr/${id}`, { title: 'y' }],
    ['PATCH', `/v1/qr/${id}`, { max_scans: 10 }],
    ['GET', '/v1/qr?status=paused'],
    ['GET', '/v1/qr?status=active&type=url'],
    ['GET', '/v1/qr?external_id=sku-1'],
    ['GET', '/v1/qr?external_id=sku-1&type=url&dynamic=true&q=menu'],
    ['GET', '/v1/qr?short_code=menu-2027'],
    ['GET', '/v1/qr?short_code=menu-2027&external_id=sku-1&type=url&q=menu'],
    ['PATCH', `/v1/qr/${id}`, { external_id: 'sku-1' }],
    ['GET', '/v1/qr/ext:sku-1'],
    ['PATCH', `/v1/qr/${id}`, { tags: ['a', 'b'], metadata: { k: 'v' }, archived: false }],
    ['GET', '/v1/qr?tag=a&tag=b&metadata[k]=v'],
    ['GET', '/v1/qr?tag_any=a&tag_any=b&q=menu'],
    ['GET', '/v1/qr?metadata[k]=v&archived=true&type=url'],
    ['GET', '/v1/qr?archived=any&updated_after=2020-01-01'],
    ['GET', '/v1/qr?sort=created_at&created_after=2020-01-01'],
    ['GET', '/v1/qr?sort=-updated_at&updated_after=2020-01-01'],
    ['PUT', '/v1/qr/ext:sku-1', { target: 'https://example.com/3' }],
    ['PUT', '/v1/qr/bulk', { codes: [{ external_id: 'sku-2', target: 'https://example.com/' }] }],
    ['POST', '/v1/sheets', { ids: [id, 'ext:sku-1'], template: 'L7160' }],
    ['GET', `/v1/qr/${id}/stats`],
    [
      'GET',
      `/v1/qr/${id}/stats?tz=Europe/Berlin&include=country,region,city,os,browser,referrer,hour,language,rule,variant`,
    ],
    ['GET', '/v1/stats?tag=a&include=country,week_hour&compare=previous_year'],
    ['GET', '/v1/stats?tz=Europe/Berlin&include=city,hour'],
    ['GET', '/v1/usage'],
    ['GET', '/v1/audit'],
    ['GET', `/v1/audit?cursor=${formatActivityCursor({ happenedAtMs: 9e12, id: 'act_0123456789abcdef' })}`],
    [
      'GET',
      '/v1/audit?action=code.deleted&actor_id=a&subject_id=b&created_after=2020-01-01&created_before=2099-01-01',
    ],
    ['GET', `/v1/qr?ids=${id},ext:sku-1&fields=id`],
    ['GET', `/v1/qr/${id}/history?limit=1`],
    ['GET', `/v1/qr/${id}/history?cursor=99`],
    ['PATCH', '/v1/qr/bulk', { ids: ['ext:sku-1'], set: { title: 'z' } }],
    ['GET', '/v1/exports/redirects.json'],
    ['GET', '/v1/exports/scans.csv?archived=false'],
    ['GET', '/v1/exports/edits.ndjson'],
    ['GET', '/v1/exports/everything.zip'],
    ['DELETE', `/v1/qr/${id}`],
  ];
  for (const [method, path, body] of requests) {
    const response = await client.request(method, path, body, { env: { DB } });
    expect(response.status, `${method} ${path}`).toBe(200);
  }
  await recordResources(client, DB);
  await recordDomain(client, DB);
  await recordSortedLists(DB);
  await recordImport(client, DB);
  await recordStyles(client, DB);
  return queries;
}

/** For more codes than are sorted in memory: the first page in each order, and the pages after a code with a value and after one without. */
async function recordSortedLists(DB: D1Database): Promise<void> {
  const client = await createClient();
  await seedCodes(env.DB, client.accountId, 200);
  const position = 9e15 as ListPosition;
  const orders = { '-updated_at': [1], '-scans': [1], '-last_scan_at': [1, null], title: ['a', null] };
  for (const [sort, values] of Object.entries(orders)) {
    const list = `sort=${sort}`;
    const cursors = values.map((value) => formatPlaceCursor({ value, position }, list));
    for (const query of [list, ...cursors.map((cursor) => `${list}&cursor=${cursor}`)]) {
      const response = await client.request('GET', `/v1/qr?${query}`, undefined, { env: { DB } });
      expect(response.status, query).toBe(200);
    }
  }
}

/** What every resource has: its creation, its list, its reading and its deletion. */
async function recordResources(client: ApiClient, DB: D1Database): Promise<void> {
  const { json } = withJson((method, path, body, options) =>
    client.request(method, path, body, { ...options, env: { DB } }),
  );
  for (const [parameter, id] of Object.entries(await makeOneOfEach({ accountId: client.accountId, json }))) {
    const path = `/v1/${parameter.replace('_id', 's')}`;
    await json('GET', path);
    await json('GET', `${path}/${id}`);
    await json('DELETE', `${path}/${id}`);
  }
}

/** A host that the operator routes here, another name, and the end of both. */
async function recordDomain(client: ApiClient, DB: D1Database): Promise<void> {
  const host = `go.${randomHex()}.example`;
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await client.request(method, `/v1/${path}`, body, {
      env: { DB, SHORT_HOSTS: `go.example.com ${host}` },
    });
    expect(response.status, `${method} ${path}`).toBe(200);
    return response.json<{ id: string }>();
  };
  const { id } = await create(client, { dynamic: true });
  const domain = await send('POST', 'domains', { host });
  const db = openDatabase(DB);
  const claim = await findDomain(db, client.accountId, domain.id);
  if (!claim) throw new Error('no claim');
  await findOthersHostname(db, claim);
  // As if DNS had the record that proves the claim.
  const { platformId, records, problem, checkedAtMs } = claim;
  const found = { platformId, records, problem, checkedAtMs, state: 'active', verifiedAtMs: 1 } as const;
  expect(await storeCheck(db, claim, found)).toBe(true);
  await send('POST', `qr/${id}/names`, { host, path: 'Old' });
  await send('GET', `qr/${id}`);
  await send('DELETE', `qr/${id}/names?host=${host}&path=Old`);
  await send('DELETE', `domains/${domain.id}`);
}

async function recordImport(client: ApiClient, DB: D1Database): Promise<void> {
  const file = 'url,external_id\nhttps://example.com/,sku-9\n';
  const headers = { 'Content-Type': 'text/csv' };
  const { id } = await client.json<{ id: string }>('POST', '/v1/imports', file, { headers, env: { DB } });
  for (const [method, path] of [
    ['GET', ''],
    ['GET', `/${id}`],
    ['GET', `/${id}/rows?state=created`],
    ['POST', `/${id}/start`],
    ['DELETE', `/${id}`],
  ] as const) {
    const response = await client.request(method, `/v1/imports${path}`, undefined, { env: { DB } });
    expect(response.status, path).toBe(200);
  }
}

/** Images and templates, and the codes that use them. */
async function recordStyles(client: ApiClient, DB: D1Database): Promise<void> {
  const send = async (method: string, path: string, body?: unknown, headers = {}) => {
    const response = await client.request(method, path, body, { headers, env: { DB } });
    expect(response.status, `${method} ${path}`).toBe(200);
    return response.json<{ id: string }>();
  };
  const { id: image } = await send('POST', '/v1/images', discPng(90), { 'Content-Type': 'image/png' });
  const style = { logo: { image } };
  const template = await send('POST', '/v1/templates', { name: 'a', style, default: true });
  await send('PATCH', `/v1/templates/${template.id}`, { margin: 5 });
  const target = 'https://example.com/';
  const code = await send('POST', '/v1/qr', { target, style: { template: template.id } });
  await send('POST', '/v1/qr', { target, style: { template: 'default' } });
  const position = formatImageCursor({ timeMs: 9e12, id: image as ImageId });
  const lists = [
    'images',
    `images?cursor=${position}`,
    'templates',
    `qr/${code.id}/image?template=${template.id}`,
  ];
  for (const list of [...lists, `images/${image}`, `images/${image}/file`, `templates/${template.id}`]) {
    const response = await client.request('GET', `/v1/${list}`, undefined, { env: { DB } });
    expect(response.status, list).toBe(200);
  }
  const refused = await client.request('DELETE', `/v1/images/${image}`, undefined, { env: { DB } });
  expect(refused.status).toBe(409);
  await send('DELETE', `/v1/qr/${code.id}`);
  await send('DELETE', `/v1/templates/${template.id}`);
}

/** Every SQL text of the dashboard, and of the cron that deletes its expired sign-ins. */
async function recordDashboard(): Promise<ReadonlySet<string>> {
  const { DB, queries } = recordQueries();
  await visitDashboard({ DB });
  const db = openDatabase(DB);
  await deleteExpiredSignIns({ db, nowMs: Date.now });
  await deleteOldActivities({ db, nowMs: Date.now });
  await deleteOldRequests(db, Date.now());
  return queries;
}

/** What a query plan must not contain: a scan of a whole table, or a sort that an index could avoid. */
async function listSlowSteps(query: string): Promise<string[]> {
  const steps = await explain(query);
  // The reads of a subquery have their own steps.
  const subqueries = steps.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (.+)/.exec(step)?.slice(1) ?? []);
  return steps.filter(
    (step) => !subqueries.includes(step.replace('SCAN ', '')) && (isScan(step, query) || isSort(step, query)),
  );
}

function isScan(step: string, query: string): boolean {
  // json_each scans its single parameter, a MATCH scans an index, and a constant row belongs to no table.
  if (!step.startsWith('SCAN ') || /json_each|VIRTUAL TABLE|CONSTANT ROW/.test(step)) return false;
  // A new parent row: SQLite looks for its children only if a deferred foreign key is violated, and none is deferred here.
  const parent = /^insert into "(accounts|people|qr_codes)"/.exec(query)?.[1];
  return parent === undefined || step === `SCAN ${parent}`;
}

function isSort(step: string, query: string): boolean {
  if (!step.includes('TEMP B-TREE FOR ORDER BY')) return false;
  // No index can sort the most frequent values of a breakdown, and an account has few keys and domains, an address few claims, a person few accounts.
  const few = ['scans DESC', 'from "api_keys"', 'from "domains" where "domains"."account_id"'];
  return [...few, '"email_proved_at_ms" IS NULL', 'order by lower("accounts"."name")'].every(
    (part) => !query.includes(part),
  );
}

describe('the database', () => {
  it('runs every /v1 query from an index, and scans no table', async () => {
    const queries = await recordApi();
    expect(queries.size).toBeGreaterThanOrEqual(9);
    for (const query of queries) expect(await listSlowSteps(query), query).toEqual([]);
  });

  it('runs every query of the dashboard from an index, and scans no table', async () => {
    const queries = await recordDashboard();
    expect(queries.size).toBeGreaterThanOrEqual(60);
    for (const query of queries) expect.soft(await listSlowSteps(query), query).toEqual([]);
  });

  it('looks ids up, and does not walk the account that they are of', async () => {
    const { DB, queries } = recordQueries();
    const codeIds = ['k7m2p9qa' as CodeId];
    await findQrCodes(openDatabase(DB), 'acc_a', codeIds);
    await listOwnCodeIds(openDatabase(DB), 'acc_a', codeIds);
    expect(queries.size).toBe(2);
    for (const query of queries)
      expect(await explain(query)).toContain(
        'SEARCH qr_codes USING INDEX qr_codes_code_id_unique (code_id=?)',
      );
  });

  it('finds the levels around a GS1 code from an index', async () => {
    const { DB, queries } = recordQueries();
    const path = [
      ['01', '09506000134352'],
      ['10', 'A'],
    ] as const;
    const gs1 = { path, attributes: [], carrier: 'qr', hasText: false } as const;
    await listOwnLevels(openDatabase(DB), { accountId: 'acc_a', host: 'id.example.com' as LinkHost, gs1 });
    expect(queries.size).toBe(1);
    for (const query of queries) expect(await listSlowSteps(query), query).toEqual([]);
  });

  it('finds the claimed addresses without walking the proved ones', async () => {
    const { DB, queries } = recordQueries();
    await listAbandonedAccounts(openDatabase(DB), 0);
    await deleteAbandonedAccounts(openDatabase(DB), ['acc_a']);
    const steps = await Promise.all([...queries].map(explain));
    expect(
      steps.flat().filter((step) => /(SCAN|SEARCH) people USING INDEX people_by_(claim|email)/.test(step)),
    ).toEqual(['SCAN people USING INDEX people_by_claim']);
  });

  it('knows a scan and a sort when it sees them', async () => {
    expect(await listSlowSteps('SELECT * FROM people ORDER BY name')).toEqual([
      'SCAN people',
      'USE TEMP B-TREE FOR ORDER BY',
    ]);
  });

  it('has only STRICT tables', async () => {
    const { results } = await env.DB.prepare('PRAGMA table_list').all<{
      name: string;
      type: string;
      strict: number;
      schema: string;
    }>();
    // Without those that SQLite, D1 and the full-text search maintain themselves.
    const ours = results.filter(
      ({ name, type }) => type === 'table' && !/^(sqlite_|d1_|_cf_|qr_code_search)/.test(name),
    );
    expect(ours.map(({ name }) => name)).toEqual(expect.arrayContaining(['accounts', 'people', 'sessions']));
    for (const table of ours) expect(table.strict, table.name).toBe(1);
  });

  it('refuses a row whose account or code does not exist', async () => {
    const scan = env.DB.prepare(
      "INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key) VALUES ('zzzzzzzz', 0, 'mobile', 'v')",
    );
    await expect(scan.run()).rejects.toThrow('FOREIGN KEY');
    const key = env.DB.prepare(
      `INSERT INTO api_keys (id, account_id, name, secret_hash, first_characters, last_characters, scope, created_at_ms)
       VALUES ('k', 'nobody', 'n', 'h', '', '', 'full', 0)`,
    );
    await expect(key.run()).rejects.toThrow('FOREIGN KEY');
  });
});
