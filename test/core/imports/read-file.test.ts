import { describe, expect, it } from 'vitest';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import { toReportedWarning } from '#contract/problems/import-phrases.ts';
import type { ImportField } from '#core/imports/columns.ts';
import { ImportFileReader, type ImportFormat } from '#core/imports/read-file.ts';
import { type ImportRow, RowNamer } from '#core/imports/row.ts';

const HOSTS = new Map([
  ['go.example.com', null],
  ['links.example', null],
]);

interface Options {
  format?: ImportFormat;
  maxBytes?: number;
  chosen?: Map<string, ImportField | null>;
  pieceBytes?: number;
}

/** A row with its problems and warnings as a report says them. */
function say(row: ImportRow) {
  return {
    ...row,
    problems: row.problems.map(toFieldError),
    warnings: row.warnings.map(toReportedWarning),
  };
}

type SaidRow = ReturnType<typeof say>;

async function read(
  file: string | Uint8Array,
  { format = 'csv', maxBytes = 10 * 1024 * 1024, chosen = new Map(), pieceBytes = 65_536 }: Options = {},
) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const reader = new ImportFileReader({ format, maxBytes, chosen });
  const raw = [];
  for (let i = 0; i <= bytes.length; i += pieceBytes) {
    const result = reader.read(bytes.subarray(i, i + pieceBytes));
    if (!result.ok) return { problem: result.error, rows: [] as SaidRow[], names: reader.names };
    raw.push(...result.value);
  }
  const rest = reader.read(null);
  if (!rest.ok) return { problem: rest.error, rows: [] as SaidRow[], names: reader.names };
  const namer = new RowNamer({ source: reader.source ?? 'spreadsheet', hosts: HOSTS, defaultHost: null });
  const rows: SaidRow[] = [];
  for (const row of [...raw, ...rest.value]) rows.push(say(await namer.name(row)));
  return { rows, source: reader.source, ignored: [...reader.ignored], names: reader.names };
}

const json = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('dialects', () => {
  it.each<[string, string, string, ImportFormat, object]>([
    [
      'Bitly’s bulk file',
      'bitly',
      'Long URL,Bitlink,Title,Tags,Created\nhttps://example.com/a,https://links.example/aBc,Spring,"sale, print",2024-05-01\n',
      'csv',
      {
        externalId: 'links.example:aBc',
        body: { target: 'https://example.com/a', title: 'Spring', tags: ['sale', 'print'] },
        origin: { createdAtMs: Date.UTC(2024, 4, 1), scans: null, scansByDay: null },
      },
    ],
    [
      'Bitly’s API',
      'bitly',
      json({
        link: 'https://bit.ly/3xYz',
        id: 'bit.ly/3xYz',
        long_url: 'https://example.com/a',
        title: 'Spring',
        tags: ['sale'],
        archived: true,
        created_at: '2024-05-01T10:00:00+0000',
        custom_bitlinks: [],
      }),
      'ndjson',
      {
        externalId: expect.stringMatching(/^bitly:bit.ly-3xYz:[0-9a-f]{24}$/) as string,
        body: { target: 'https://example.com/a', title: 'Spring', tags: ['sale'], archived: true },
        origin: { createdAtMs: Date.UTC(2024, 4, 1, 10), scans: null, scansByDay: null },
      },
    ],
    [
      'Dub’s export',
      'dub',
      'link,url,clicks,createdAt,id,updatedAt,tags,archived\nlinks.example/x,https://example.com/x,"1,234",2025-01-31T12:00:00.000Z,link_1,2025-02-01,"a, b",false\n',
      'csv',
      {
        externalId: 'dub:link_1',
        body: { target: 'https://example.com/x', tags: ['a', 'b'], archived: false },
        origin: { createdAtMs: Date.UTC(2025, 0, 31, 12), scans: 1234, scansByDay: null },
      },
    ],
    [
      'Shlink’s file',
      'shlink',
      'longUrl;shortCode;domain;title;tags;visitsCount\nhttps://example.com/s;menu;links.example;Menu;a|b,c;7\n',
      'csv',
      {
        externalId: 'links.example:menu',
        body: { target: 'https://example.com/s', title: 'Menu', tags: ['a', 'b,c'] },
        origin: { createdAtMs: null, scans: 7, scansByDay: null },
      },
    ],
    [
      'Shlink’s API',
      'shlink',
      json({
        shortCode: 'menu',
        shortUrl: 'https://links.example/menu',
        longUrl: 'https://example.com/s',
        dateCreated: '2025-01-31T12:00:00+01:00',
        tags: ['a'],
        meta: { validSince: '2025-02-01T00:00:00+01:00', validUntil: null, maxVisits: 100 },
        domain: null,
        title: null,
      }),
      'ndjson',
      {
        externalId: 'links.example:menu',
        body: {
          target: 'https://example.com/s',
          tags: ['a'],
          starts_at: '2025-01-31T23:00:00.000Z',
          max_scans: 100,
        },
        origin: { createdAtMs: Date.UTC(2025, 0, 31, 11), scans: null, scansByDay: null },
      },
    ],
    [
      'YOURLS',
      'yourls',
      'keyword,url,title,timestamp,ip,clicks\nOzh,https://example.com/y,Y,2020-02-29 23:59:59,127.0.0.1,9\n',
      'csv',
      {
        body: { target: 'https://example.com/y', title: 'Y' },
        origin: { createdAtMs: Date.UTC(2020, 1, 29, 23, 59, 59), scans: 9, scansByDay: null },
      },
    ],
    [
      'a spreadsheet',
      'spreadsheet',
      'Name\tURL\nTable 1\thttps://example.com/1\n',
      'csv',
      { body: { target: 'https://example.com/1', title: 'Table 1' }, origin: null },
    ],
    [
      'our own export, whose formulas have an apostrophe',
      'qr-code-service',
      `id,type,target,dynamic,short_url,image_url,svg_url,scans,created_at,title,color_dark,color_light,size,paused,has_password,rules,style,external_id\r\nqr_k7m2p9qa,url,https://example.com/,true,https://go.example.com/k7m2p9qa,i,s,5,2026-01-01T00:00:00.000Z,'=SUM(A1),#112233,#ffffff,512,false,false,"[{""name"":""R""}]","{""modules"":""dot""}",sku-1\r\n`,
      'csv',
      {
        externalId: 'sku-1',
        comesPaused: false,
        body: {
          title: '=SUM(A1)',
          color: { dark: '#112233', light: '#ffffff' },
          size: 512,
          rules: [{ name: 'R' }],
          style: { modules: 'dot' },
          paused: false,
          external_id: 'sku-1',
        },
        origin: { createdAtMs: Date.UTC(2026, 0, 1), scans: 5, scansByDay: null },
      },
    ],
  ])('recognises %s', async (_, source, file, format, row) => {
    const result = await read(file, { format });
    expect(result).toMatchObject({ source, rows: [row] });
    expect(result.rows[0]?.problems).toEqual([]);
  });

  it('lists the columns that mean nothing here', async () => {
    const { ignored } = await read('url,colour of the wall,,title,name\nhttps://example.com/,red,,A,B\n');
    expect(ignored).toEqual(['colour of the wall', 'name']);
  });

  it('reads “link” as the target if nothing else is', async () => {
    expect(await read('Link\nhttps://example.com/\n')).toMatchObject({
      rows: [{ body: { target: 'https://example.com/' } }],
    });
  });

  it('allows a choice for columns whose names say nothing', async () => {
    const file = 'Ziel,Titel,url\nhttps://example.com/1,A,https://example.com/2\n';
    const chosen = new Map<string, ImportField | null>([
      ['Ziel', 'target'],
      ['url', null],
    ]);
    const { rows } = await read(file, { chosen });
    expect(rows[0]?.body).toMatchObject({ target: 'https://example.com/1' });
  });
});

describe('the name of a row', () => {
  const named = async (file: string) => (await read(file)).rows.map(({ externalId }) => externalId);

  it('is its external id, otherwise its id in its previous service, otherwise its short link with the case of its path', async () => {
    const header = 'target,external_id,id,short_url\n';
    expect(
      await named(
        `${header}https://a.example,sku-1,7,https://l.example/a\nhttps://a.example,,7,https://l.example/a\nhttps://a.example,,,https://L.example/aBc\nhttps://a.example,,,l.example/abc\n`,
      ),
    ).toEqual(['sku-1', 'spreadsheet:7', 'l.example:aBc', 'l.example:abc']);
  });

  it('tells one path on two domains apart, and emoji, which external ids do not have', async () => {
    const ids = await named(
      'target,domain,path\nhttps://a.example,x.example,p\nhttps://a.example,y.example,p\nhttps://a.example,x.example,🍕\nhttps://a.example,x.example,🍔\n',
    );
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9._:@-]{1,255}$/);
  });

  it('is its target with the number of its occurrence, if it has nothing else', async () => {
    const file = 'url,title\nhttps://a.example,A\nhttps://a.example,B\nhttps://b.example,C\n';
    const ids = await named(file);
    expect(new Set(ids).size).toBe(3);
    expect(await named(file.replace('A', 'Z'))).toEqual(ids);
  });

  it('is a number too, and anything else is left to the checks of a create', async () => {
    const lines = json(
      { target: 'https://a.example', external_id: 7 },
      { target: 'https://b.example', external_id: ['x'] },
    );
    const { rows } = await read(lines, { format: 'ndjson' });
    expect(rows.map(({ body }) => body['external_id'])).toEqual(['7', ['x']]);
  });

  it('may be there once', async () => {
    const { rows } = await read(
      'url,external_id\nhttps://a.example,1\nhttps://b.example,2\nhttps://c.example,1\n',
    );
    expect(rows.map(({ problems }) => problems.map(({ code }) => code))).toEqual([[], [], ['repeated']]);
    expect(rows[2]?.problems[0]?.message).toContain('Row 2 is the same code');
  });
});

describe('the past of a row', () => {
  const one = async (row: object) =>
    (await read(json({ target: 'https://a.example', ...row }), { format: 'ndjson' })).rows[0];

  it.each<[unknown, number | null]>([
    ['2026-01-31', Date.UTC(2026, 0, 31)],
    ['2026-01-31T10:00:00+02:00', Date.UTC(2026, 0, 31, 8)],
    ['2026-01-31 10:00', Date.UTC(2026, 0, 31, 10)],
    [1_769_853_600, 1_769_853_600_000],
    ['1769853600000', 1_769_853_600_000],
    ['31.01.2026', null],
    ['2026-02-30', null],
    ['0001-01-01', null],
  ])('reads the time %j', async (created_at, timeMs) => {
    const row = await one({ created_at });
    expect(row?.origin?.createdAtMs ?? null).toBe(timeMs);
    expect(row?.pastProblems.map(({ field }) => field)).toEqual(timeMs === null ? ['created_at'] : []);
    expect(row?.problems).toEqual([]);
  });

  it('reads counts by day, in either of our forms, and sums them if no total is given', async () => {
    const expected = { scans: 5, scansByDay: { '2026-01-01': 2, '2026-01-03': 3 } };
    expect(
      (await one({ scans_by_day: { '2026-01-03': 3, '2026-01-01': 2, '2026-01-02': 0 } }))?.origin,
    ).toMatchObject(expected);
    const list = [
      { date: '2026-01-01', scans: 2 },
      { date: '2026-01-03', scans: 3 },
    ];
    expect((await one({ scans_by_day: list }))?.origin).toMatchObject(expected);
  });

  it.each<[string, object]>([
    ['scans', { scans: -1 }],
    ['scans', { scans: 'many' }],
    ['scans', { scans: 1, scans_by_day: { '2026-01-01': 2 } }],
    ['scans_by_day', { scans_by_day: { 'last week': 2 } }],
    ['scans_by_day', { scans_by_day: { __proto__x: 2 } }],
    ['scans_by_day', { scans_by_day: { '2026-01-01': 1.5 } }],
  ])('refuses wrong counts in "%s": %j', async (field, row) => {
    expect((await one(row))?.pastProblems.map((problem) => problem.field)).toEqual([field]);
  });

  it('leaves a password out: the code comes paused, and the row says so', async () => {
    for (const row of [{ password: 'secret' }, { has_password: true }]) {
      const imported = await one(row);
      expect(imported).toMatchObject({ comesPaused: true, warnings: [{ code: 'password_not_imported' }] });
      expect(JSON.stringify(imported)).not.toContain('secret');
    }
    expect(await one({ has_password: false, password: '' })).toMatchObject({
      comesPaused: false,
      warnings: [],
    });
  });
});

describe('the path that a row is printed with', () => {
  const one = async (row: object) =>
    (await read(json({ target: 'https://a.example', ...row }), { format: 'ndjson' })).rows[0];

  it.each<[string, object, string]>([
    ['on our host', { short_url: 'https://GO.example.com/Spring-2027' }, 'spring-2027'],
    ['on a host that leads here', { short_url: 'links.example/3xYz?utm_source=print#top' }, '3xyz'],
    ['in two cells', { domain: 'links.example', path: '/menu' }, 'menu'],
    ['without a host', { slug: 'menu' }, 'menu'],
    ['a number', { slug: 2027 }, '2027'],
    ['as people paste it', { short_url: 'https://links.example./Menu/' }, 'menu'],
    ['at the end of a sentence', { short_url: 'links.example/menu.' }, 'menu'],
    ['with a slash behind it', { domain: 'links.example.', path: 'menu/' }, 'menu'],
    [
      'in our own export of another installation',
      { svg_url: 'https://cdn.x.example/a.svg', short_url: 'https://x.example/menu', short_code: 'menu' },
      'menu',
    ],
  ])('becomes its short code: %s', async (_, row, short_code) => {
    expect(await one(row)).toMatchObject({ body: { short_code }, warnings: [], problems: [] });
  });

  it.each<[string, object, string]>([
    ['of another service', { short_url: 'https://bit.ly/abc' }, 'still lead where bit.ly sends them'],
    ['too short', { short_url: 'https://links.example/ab' }, 'links.example/ab will not lead to this code'],
    ['with a slash', { short_url: 'https://links.example/a/menu' }, '3 to 64'],
    ['that looks like an id', { short_url: 'https://links.example/k7m2p9qa' }, 'looks like one of our ids'],
    ['that is reserved', { path: 'Login' }, 'must not be "login"'],
    ['beyond ASCII', { path: '🍕🍕🍕' }, '/🍕🍕🍕 will not lead to this code'],
    ['that deceives', { path: 'paypal-login' }, 'sign-in or payment page'],
  ])('is lost, and the row says why: %s', async (_, row, words) => {
    const imported = await one(row);
    expect(imported?.body).not.toHaveProperty('short_code');
    expect(imported?.problems).toEqual([]);
    expect(imported?.warnings.map(({ code }) => code)).toEqual(['path_lost']);
    expect(imported?.warnings[0]?.message).toContain(words);
  });

  it('leads to one code: a second one that differs in case, or in its host, is refused by name', async () => {
    const { rows } = await read(
      json(
        { target: 'https://a.example', short_url: 'https://links.example/3xYz' },
        { target: 'https://b.example', short_url: 'https://links.example/3XyZ' },
        { target: 'https://c.example', short_url: 'https://go.example.com/3xyz' },
        { target: 'https://d.example', short_url: 'https://other.example/3xyz' },
      ),
      { format: 'ndjson' },
    );
    expect(rows.map(({ problems }) => problems.map(({ field, code }) => [field, code]))).toEqual([
      [],
      [['short_code', 'repeated']],
      [['short_code', 'repeated']],
      [],
    ]);
    expect(rows[1]?.problems[0]?.message).toContain('Row 1 takes the path "/3XyZ" already');
  });

  it('names a row that nothing else names', async () => {
    const { rows } = await read('url,slug\nhttps://a.example,menu\nhttps://a.example,bar\n');
    expect(rows.map(({ externalId }) => externalId)).toEqual(['path:menu', 'path:bar']);
  });
});

describe('files', () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const utf16 = (text: string) =>
    Uint8Array.from([0xff, 0xfe, ...[...text].flatMap((c) => [c.charCodeAt(0), 0])]);

  it('reads them with a byte-order mark, and in pieces of any size', async () => {
    const file = '\ufeffURL;Título\r\n"https://example.com/ä";"zwei\r\nZeilen 😀"\r\n';
    for (const pieceBytes of [1, 2, 3, 7, 1000]) {
      const { rows } = await read(file, { pieceBytes, chosen: new Map([['Título', 'title']]) });
      expect(rows.map(({ body }) => body)).toMatchObject([
        { target: 'https://example.com/ä', title: 'zwei Zeilen 😀' },
      ]);
    }
  });

  it('samples the first telling cells, however far behind the beginning they are', () => {
    const far = `url,title\n${'https://a.example,A\n'.repeat(20_000)}https://b.example,Caf`;
    const bytes = Uint8Array.from([...encode(far), 0xe9, ...encode('\n'), 0x4d, 0xfc, ...encode('ller,x\n')]);
    const problem = new ImportFileReader({ format: 'csv', maxBytes: 1e9 }).read(bytes);
    expect(problem).toMatchObject({
      error: { code: 'not_utf8', values: { guess: 'windows-1252', sample: ['Café', 'Müller'] } },
    });
  });

  it.each<[string, Uint8Array, string, number]>([
    [
      'Windows-1252',
      Uint8Array.from([
        ...encode('url,title\r\nhttps://a.example,A\r\nhttps://b.example,M'),
        0xfc,
        0x6c,
        0x6c,
        0x0a,
      ]),
      'not_utf8',
      3,
    ],
    [
      'Windows-1252 after line breaks in a cell and a blank row',
      Uint8Array.from([
        ...encode('sep=,\nurl,title\r\nhttps://a.example,"A\nB\n\nC"\n\nhttps://b.example,"S'),
        0xdf,
      ]),
      'not_utf8',
      4,
    ],
    [
      'a character that breaks off between two pieces',
      Uint8Array.from([...encode('url\na'), 0xe2, 0x82, 0x0a, ...encode('b\nc\n')]),
      'not_utf8',
      2,
    ],
    [
      'a zero byte after line breaks in a cell',
      encode('url,title\nhttps://a.example,"A\nB"\nhttps://b.example,\0'),
      'not_text',
      3,
    ],
    [
      'half a character at the end',
      Uint8Array.from([...encode('url\nhttps://a.example/'), 0xc3]),
      'not_utf8',
      2,
    ],
    ['UTF-16', utf16('url\nhttps://a.example'), 'not_utf8', 1],
    ['UTF-16 without a mark', utf16('url\nhttps://a.example').slice(2), 'not_utf8', 1],
    ['a workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]), 'not_text', 1],
    ['gzip', Uint8Array.from([0x1f, 0x8b, 8, 0]), 'not_text', 1],
    ['nothing', encode(''), 'no_rows', 1],
    ['only a header', encode('url\n'), 'no_rows', 1],
    ['no column for the target', encode('Wohin,Name\nhttps://a.example,A\n'), 'no_target', 1],
    [
      'two columns of one name',
      encode('url,URL\nhttps://a.example,https://b.example\n'),
      'repeated_column',
      1,
    ],
    ['10,001 rows', encode(`url\n${'https://a.example\n'.repeat(10_001)}`), 'too_many_rows', 10_002],
  ])('refuses %s, and names the row', async (_, file, code, row) => {
    for (const pieceBytes of [4, 5, 6, 7, 65_536]) {
      if (pieceBytes < 10 && file.length > 10_000) continue;
      expect((await read(file, { pieceBytes })).problem).toMatchObject({ code, row });
    }
  });

  it('refuses more bytes than it may have', async () => {
    expect((await read('url\nhttps://a.example', { maxBytes: 20 })).problem).toMatchObject({
      code: 'file_too_large',
    });
    expect((await read('url\nhttps://a.exampl', { maxBytes: 20 })).problem).toBeUndefined();
  });

  it('refuses only the invalid row if the others can be read', async () => {
    const csv = await read('url,title\nhttps://a.example,A,B\nhttps://b.example\n');
    expect(csv.rows.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      ['too_many_cells'],
      [],
    ]);
    const lines = await read('{"target":"https://a.example"}\nnonsense\n[1]\n\n{"target":7}\n', {
      format: 'ndjson',
    });
    expect(lines.rows.map(({ row, problems }) => [row, problems.map(({ code }) => code)])).toEqual([
      [1, []],
      [2, ['malformed_json']],
      [3, ['malformed_json']],
      [5, []],
    ]);
  });
});
