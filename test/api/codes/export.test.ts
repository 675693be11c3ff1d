import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCodeId } from '#core/codes/code-id.ts';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
} from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';

const CODES = 1_203;

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
  await create(client, { title: 'a "quoted", title', target: 'https://example.com/ü?a=1,2', dynamic: true });
  const insert = env.DB.prepare(
    `INSERT INTO qr_codes (position, code_id, account_id, type, target, redirect_to, is_dynamic, title, color_dark, color_light, format, size,
       margin, error_correction, symbol_version, revision, created_at_ms, updated_at_ms)
     VALUES (?, ?, ?, 'url', 'https://example.com/', 'https://example.com/', 1, ?, '#000000', '#ffffff', 'png', 1024, 4, 'M', 2, 1, 0, 0)`,
  );
  const codes = Array.from({ length: CODES - 1 }, (_, i) =>
    insert.bind(
      i,
      createCodeId(new Uint8Array([0, 0, 1, i >> 8, i & 255])),
      client.accountId,
      i % 2 ? 'odd' : 'even',
    ),
  );
  await env.DB.batch(codes);
});

const get = (path: string, accept: string, bindings: Partial<ApiEnv> = {}) =>
  client.request('GET', path, undefined, { headers: { Accept: accept }, env: bindings });

describe('the list as an export', () => {
  it('streams every code as a line of JSON, as GET shows it, in the order of the list', async () => {
    const response = await get('/v1/qr', 'application/x-ndjson');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/x-ndjson; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="qr-codes.ndjson"');
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as CodeResource);
    expect(lines).toHaveLength(CODES);
    expect(new Set(lines.map((code) => code.id)).size).toBe(CODES);
    const page = await client.json<{ data: CodeResource[] }>('GET', '/v1/qr?limit=100');
    // Lists leave the names out, which would cost them rows for each code.
    const names = [expect.objectContaining({ is_printed: true })];
    expect(lines.slice(0, 100)).toEqual(page.data.map((code) => Object.assign(code, { names })));
  });

  it('streams every code as a line of CSV, quoted where necessary', async () => {
    const response = await get('/v1/qr', 'text/csv');
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    const lines = (await response.text()).split('\r\n');
    expect(lines).toHaveLength(CODES + 2);
    expect(lines[0]).toBe(
      'id,type,target,dynamic,short_url,image_url,svg_url,scans,created_at,title,color_dark,color_light,format,size,margin,error_correction,updated_at,status,paused,forward_query,count_scans,starts_at,ends_at,max_scans,fallback_url,has_password,rules,variants,utm,preview,links,external_id,tags,metadata,archived,original_created_at,imported_scans,domain,short_code,symbol_version,last_scan_at,gs1,style,names',
    );
    expect(lines[1]).toMatch(/^qr_[0-9a-z]{8},url,"https:\/\/example\.com\/ü\?a=1,2",true,/);
    expect(lines[1]).toContain(',"a ""quoted"", title",#000000,');
    expect(lines.at(-1)).toBe('');
  });

  it('has an address for each media type, which ignores the header Accept', async () => {
    for (const [path, type] of [
      ['/v1/qr/export.csv', 'text/csv'],
      ['/v1/qr/export.ndjson', 'application/x-ndjson'],
    ] as const) {
      const [asked, addressed] = [
        await get('/v1/qr?q=even', type),
        await get(`${path}?q=even`, 'application/json'),
      ];
      expect(addressed.headers.get('Content-Type')).toBe(`${type}; charset=utf-8`);
      expect(await addressed.text()).toBe(await asked.text());
      await readError(get(`${path}?limit=10`, '*/*'));
      const refused = await client.request('POST', path, {});
      expect(refused.headers.get('Allow')).toBe('GET, HEAD');
      await readError(refused, 405, 'method_not_allowed');
    }
  });

  it('runs no formula in a spreadsheet, and gives programs every text unchanged', async () => {
    const owner = await createClient();
    const titles = [
      '=HYPERLINK("https://evil.example","Total")',
      '+1',
      '-1',
      '@SUM(A1)',
      '＝cmd',
      'plain',
      "it's 1+1=2",
      '\u3000=cmd',
    ];
    for (const title of titles) await create(owner, { title });
    await create(owner, { type: 'phone', target: '+4930123456', title: 'phone' });
    const read = async (accept: string) =>
      (await owner.request('GET', '/v1/qr', undefined, { headers: { Accept: accept } })).text();
    const csv = await read('text/csv');
    for (const cell of [
      `,"'=HYPERLINK(""https://evil.example"",""Total"")",`,
      ",'+1,",
      ",'-1,",
      ",'@SUM(A1),",
      ",'＝cmd,",
      ',plain,',
      ",it's 1+1=2,",
      ",'\u3000=cmd,",
      ",phone,'+4930123456,",
    ])
      expect(csv).toContain(cell);
    const lines = (await read('application/x-ndjson')).trimEnd().split('\n');
    const told = lines.map((line) => JSON.parse(line) as { title: string; target: string });
    expect(told.map((code) => code.title)).toEqual(['phone', ...titles.toReversed()]);
    expect(told[0]?.target).toBe('+4930123456');
  });

  it('accepts the filters of the list, and has no pages', async () => {
    const lines = (await (await get('/v1/qr?q=even', 'text/csv')).text()).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 601);
    const { errors } = await readError(get('/v1/qr?limit=10', 'text/csv'));
    expect(errors?.map((error) => error.field)).toEqual(['limit']);
  });

  it('follows the caller’s preference; JSON pages by default', async () => {
    for (const accept of ['*/*', 'application/json', 'text/html', 'text/csv;q=0.5, application/json', '']) {
      expect((await get('/v1/qr', accept)).headers.get('Content-Type'), accept).toBe('application/json');
    }
    const preferred = await get('/v1/qr', 'application/json;q=0.5, text/csv');
    expect(preferred.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  });

  it('breaks off when the database fails half-way, and is an error when it fails at once', async () => {
    let queries = 0;
    const failAfter = (limit: number) => ({
      DB: withFault(env.DB, {
        prepare(sql: string) {
          if (++queries > limit) throw new Error('D1_ERROR: overloaded');
          return env.DB.prepare(sql);
        },
      }),
    });
    const broken = await get('/v1/qr', 'text/csv', failAfter(3));
    expect(broken.status).toBe(200);
    await expect(broken.text()).rejects.toThrow('overloaded');
    queries = 0;
    await readError(get('/v1/qr', 'text/csv', failAfter(1)), 503, 'unavailable');
  });
});
