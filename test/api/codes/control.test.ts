import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { findCopy } from '#storage/links/copies.ts';
import { parsePublicId } from '#core/codes/code-id.ts';

const TARGET = 'https://example.com/';
const RULE = { name: 'Phones', target: `${TARGET}phone`, when: { device: ['mobile'] } };
const VARIANTS = [
  { name: 'A', target: `${TARGET}a`, weight: 30 },
  { name: 'B', target: `${TARGET}b`, weight: 70 },
];
const NOTHING = {
  status: 'active',
  paused: false,
  starts_at: null,
  ends_at: null,
  max_scans: null,
  fallback_url: null,
  has_password: false,
  rules: [],
  variants: null,
  forward_query: false,
  utm: null,
  preview: null,
};

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});

const dynamic = async (fields: object = {}) =>
  (await create(client, { target: TARGET, dynamic: true, ...fields })).id;

async function patch(id: string, body: unknown): Promise<Record<string, unknown>> {
  return client.json('PATCH', `/v1/qr/${id}`, body);
}

const read = async (id: string) => client.json<Record<string, unknown>>('GET', `/v1/qr/${id}`);

describe('what happens on a scan', () => {
  it('leads to the target by default', async () => {
    expect(await read(await dynamic())).toMatchObject(NOTHING);
  });

  it('is chosen at creation, whose response stays the nine fields', async () => {
    const created = await create(client, { target: TARGET, dynamic: true, paused: true, rules: [RULE] });
    expect(Object.keys(created)).toHaveLength(9);
    expect(await read(created.id)).toMatchObject({
      ...NOTHING,
      status: 'paused',
      paused: true,
      rules: [RULE],
    });
  });

  it('is changed field by field, and cleared', async () => {
    const id = await dynamic({ paused: true });
    const all = {
      starts_at: '2026-01-01T00:00:00.000Z',
      ends_at: '2099-01-01T00:00:00.000Z',
      max_scans: 5,
      fallback_url: `${TARGET}later`,
      rules: [RULE],
      variants: VARIANTS,
      forward_query: true,
      utm: { source: 'flyer', medium: null, campaign: 'spring & summer 🍋', term: null, content: null },
      preview: { title: 'Menu', description: '</title><script>alert(1)</script>' },
    };
    expect(await patch(id, { ...all, password: 'open sesame' })).toMatchObject({
      ...all,
      paused: true,
      has_password: true,
    });
    expect(await patch(id, { paused: false, title: 'x' })).toMatchObject({
      ...all,
      status: 'active',
      title: 'x',
    });
    const cleared = {
      starts_at: null,
      ends_at: null,
      max_scans: null,
      fallback_url: null,
      password: null,
      rules: [],
      variants: null,
      forward_query: false,
      utm: null,
      preview: null,
    };
    expect(await patch(id, cleared)).toMatchObject(NOTHING);
    const row = await env.DB.prepare('SELECT control, redirect_to FROM qr_codes WHERE code_id = ?')
      .bind(id.slice(3))
      .first();
    expect(row).toEqual({ control: null, redirect_to: '' });
  });

  it('has campaign parameters, which every door merges, and which write nothing where they are the same', async () => {
    const put = async (utm: object) => {
      const response = await client.request('PUT', '/v1/qr/ext:utm', { target: TARGET, dynamic: true, utm });
      return [response.headers.get('Upsert'), (await response.json<{ utm: unknown }>()).utm];
    };
    const none = { source: null, medium: null, campaign: null, term: null, content: null };
    expect(await put({ source: 'flyer' })).toEqual(['created', { ...none, source: 'flyer' }]);
    expect(await put({ source: ' flyer ', medium: null })).toEqual([
      'unchanged',
      { ...none, source: 'flyer' },
    ]);
    const set = { utm: { campaign: 'spring' } };
    const many = await client.request('PATCH', '/v1/qr/bulk', { ids: ['ext:utm'], set });
    const both = { ...none, source: 'flyer', campaign: 'spring' };
    expect(await many.json()).toMatchObject({ data: [{ status: 200, code: { utm: both } }] });
    expect(await put({ source: null })).toEqual(['updated', { ...none, campaign: 'spring' }]);
    expect(await client.json('GET', '/v1/qr/ext:utm/history')).toMatchObject({
      data: [
        { changed: ['utm'], from: { utm: both }, to: { utm: { ...none, campaign: 'spring' } } },
        { changed: ['utm'], from: { utm: { ...none, source: 'flyer' } }, to: { utm: both } },
      ],
    });
    const codes = [{ target: TARGET, dynamic: true, utm: { source: '' } }];
    const refused = await client.request('POST', '/v1/qr/bulk', { codes });
    expect(await refused.json()).toMatchObject({ data: [{ error: { errors: [{ field: 'utm.source' }] } }] });
  });

  it('comes back as it was sent, in its normal form', async () => {
    const when = {
      country: ['de'],
      not_country: ['FR'],
      region: ['DE-BY'],
      language: ['pt-BR'],
      os: ['iOS'],
      device: ['mobile'],
      browser: ['Safari'],
      query: { table: '5', vip: null },
      from: '2026-12-24T18:00:00+01:00',
      until: '2027-01-01T00:00:00Z',
      weekdays: ['fri', 'sat'],
      hours: ['22:00', '02:00'],
      timezone: 'europe/berlin',
    };
    const { rules } = await patch(await dynamic(), { rules: [{ target: `${TARGET}ü`, when }] });
    expect(rules).toEqual([
      {
        name: 'Rule 1',
        target: `${TARGET}%C3%BC`,
        when: {
          ...when,
          country: ['DE'],
          language: ['pt-br'],
          from: '2026-12-24T17:00:00.000Z',
          until: '2027-01-01T00:00:00.000Z',
          timezone: 'Europe/Berlin',
        },
      },
    ]);
  });

  it('reaches the copies in KV', async () => {
    const id = await dynamic();
    await patch(id, { paused: true });
    expect(await findCopy(env.LINKS, parsePublicId(id)!)).toMatchObject({
      kind: 'ruled',
      control: { isPaused: true },
    });
    await patch(id, { paused: false });
    expect(await findCopy(env.LINKS, parsePublicId(id)!)).toMatchObject({
      kind: 'redirect',
      location: TARGET,
    });
  });

  it('keeps both of two edits of the same moment', async () => {
    const id = await dynamic();
    await Promise.all([
      patch(id, { paused: true }),
      patch(id, { max_scans: 9 }),
      patch(id, { target: `${TARGET}2` }),
    ]);
    expect(await read(id)).toMatchObject({ paused: true, max_scans: 9, target: `${TARGET}2` });
    const row = await env.DB.prepare('SELECT target, redirect_to FROM qr_codes WHERE code_id = ?')
      .bind(id.slice(3))
      .first();
    expect(row).toEqual({ target: `${TARGET}2`, redirect_to: '' });
  });

  it('begins a limit with the scans so far, and never shows a password', async () => {
    const id = await dynamic();
    const scan = `INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key) VALUES (?, 0, 'mobile', 'v')`;
    await env.DB.batch([1, 2, 3].map(() => env.DB.prepare(scan).bind(id.slice(3))));
    expect(await patch(id, { max_scans: 3, password: 'open sesame' })).toMatchObject({ status: 'exhausted' });
    expect(await patch(id, { max_scans: 4 })).toMatchObject({ status: 'active' });
    const stored = await env.DB.prepare('SELECT control FROM qr_codes WHERE code_id = ?')
      .bind(id.slice(3))
      .first('control');
    const edits = await env.DB.prepare('SELECT * FROM qr_code_edits WHERE code_id = ?')
      .bind(id.slice(3))
      .all();
    const { hash } = (JSON.parse(String(stored)) as { password: { hash: string } }).password;
    expect(stored).not.toContain('open sesame');
    expect(JSON.stringify([edits.results, await read(id)])).not.toContain('open sesame');
    expect(JSON.stringify([edits.results, await read(id)])).not.toContain(hash);
  });

  it('changes the ETag when time alone changes the status', async () => {
    const id = await dynamic({ ends_at: '2020-01-01T00:00:00Z' });
    const response = await client.request('GET', `/v1/qr/${id}`);
    const tag = response.headers.get('ETag') ?? '';
    expect(tag).toBe('"1.0.ended"');
    const headers = { 'If-Match': tag };
    expect((await client.request('PATCH', `/v1/qr/${id}`, { ends_at: null }, { headers })).status).toBe(200);
    expect((await client.request('PATCH', `/v1/qr/${id}`, { paused: true }, { headers })).status).toBe(412);
  });
});

describe('the filter by status', () => {
  it('gives the codes of each status, and no others', async () => {
    const lister = await createClient();
    const make = async (fields: object) =>
      (await create(lister, { target: TARGET, dynamic: true, ...fields })).id;
    const ids: Record<string, string> = {
      active: await make({ rules: [RULE] }),
      paused: await make({ paused: true, ends_at: '2020-01-01T00:00:00Z' }),
      scheduled: await make({ starts_at: '2099-01-01T00:00:00Z', max_scans: 1 }),
      ended: await make({ ends_at: '2020-01-01T00:00:00Z' }),
      exhausted: await make({ max_scans: 1 }),
    };
    await env.DB.prepare('UPDATE qr_codes SET scans_taken = 1 WHERE code_id = ?')
      .bind(ids['exhausted']!.slice(3))
      .run();
    for (const status of ['active', 'paused', 'scheduled', 'ended', 'exhausted', 'disabled']) {
      const { data } = await lister.json<{ data: { id: string; status: string }[] }>(
        'GET',
        `/v1/qr?status=${status}`,
      );
      const expected = ids[status] ? [{ id: ids[status], status }] : [];
      expect(data.map((code) => ({ id: code.id, status: code.status }))).toEqual(expected);
    }
    const { errors } = await readError(lister.request('GET', '/v1/qr?status=asleep'));
    expect(errors).toMatchObject([{ field: 'status' }]);
  });

  it('is in the export too', async () => {
    const lister = await createClient();
    await create(lister, { target: TARGET, dynamic: true, paused: true, variants: VARIANTS });
    await create(lister, { target: TARGET, dynamic: true });
    const response = await lister.request('GET', '/v1/qr?status=paused', undefined, {
      headers: { Accept: 'text/csv' },
    });
    const [head, line, ...rest] = (await response.text()).split('\r\n');
    expect(head).toMatch(
      /,updated_at,status,paused,forward_query,count_scans,starts_at,ends_at,max_scans,fallback_url,has_password,rules,variants,utm,preview,links,external_id,tags,metadata,archived,/,
    );
    expect(line).toContain(
      `,paused,true,false,true,,,,,false,,"${JSON.stringify(VARIANTS).replaceAll('"', '""')}"`,
    );
    expect(rest).toEqual(['']);
  });
});

describe('bad input', () => {
  const errorsOf = async (response: Response, status = 400, code = 'invalid_request') =>
    ((await readError(response, status, code)).errors ?? []).map((error) => `${error.field} ${error.code}`);

  const BAD = {
    starts_at: '2026-12-02T00:00:00',
    max_scans: 0,
    fallback_url: 'https://go.example.com/k7m2p9qa',
    password: 'abc',
    rules: [
      { target: TARGET, when: {} },
      {
        target: 'https://GO.example.com/x',
        when: { country: ['UK'], region: ['Bavaria'], timezone: 'Mars' },
      },
      { name: 'A', target: TARGET, when: { from: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' } },
      { name: 'A', target: TARGET, when: { hours: ['09:00', '09:00'], device: ['watch'] } },
    ],
    variants: [
      { name: 'A', target: 'https://go.example.com/', weight: 99 },
      { name: 'B', target: TARGET, weight: 2 },
    ],
  };
  const FIELDS = [
    'rules[3].name duplicate_name',
    'rules[0].when rule_without_condition',
    'rules[1].target short_link_loop',
    'rules[1].when.country[0] invalid_country',
    'rules[1].when.region[0] invalid_region',
    'rules[1].when.timezone invalid_timezone',
    'rules[2].when.until window_empty',
    'rules[3].when.device[0] invalid_value',
    'rules[3].when.hours window_empty',
    'variants[0].target short_link_loop',
    'variants weights_not_100',
    'max_scans invalid_value',
    'password invalid_value',
    'starts_at invalid_timestamp',
    'fallback_url short_link_loop',
  ];

  it('is named with all its paths at once, on create and on PATCH, and changes nothing', async () => {
    const created = await client.request('POST', '/v1/qr', { target: TARGET, dynamic: true, ...BAD });
    expect((await errorsOf(created)).sort()).toEqual([...FIELDS].sort());
    const id = await dynamic();
    const patched = await errorsOf(await client.request('PATCH', `/v1/qr/${id}`, { title: 'new', ...BAD }));
    expect(patched.sort()).toEqual([...FIELDS].sort());
    expect(await read(id)).toMatchObject({ ...NOTHING, title: null });
  });

  it('is what the schema does not know, or knows in another form', async () => {
    const id = await dynamic();
    const problemsOf = async (body: object) => errorsOf(await client.request('PATCH', `/v1/qr/${id}`, body));
    const when = { ...RULE.when, moon: 'full', country: 'DE', hours: ['1', '2', '3'] };
    const body = {
      rules: [{ ...RULE, when }, { when: RULE.when }],
      variants: [{ target: TARGET, weight: 40 }, VARIANTS[1]],
      utm: { id: '1', source: 5 },
      preview: { title: 'A', image: 'img_1' },
      status: 'paused',
      has_password: true,
    };
    expect((await problemsOf(body)).sort()).toEqual([
      'has_password unknown_field',
      'preview.image invalid_value',
      'rules[0].when.country invalid_type',
      'rules[0].when.hours too_big',
      'rules[0].when.moon unknown_field',
      'rules[1].target required',
      'status unknown_field',
      'utm.id unknown_field',
      'utm.source invalid_type',
      'variants[0].name required',
    ]);
    for (const rules of ['all', null]) expect(await problemsOf({ rules })).toEqual(['rules invalid_type']);
  });

  it('is anything that decides about scans of a static code', async () => {
    const { id } = await create(client, { target: TARGET });
    for (const body of [
      { paused: true },
      { rules: [RULE] },
      { password: null },
      { forward_query: false },
      { utm: null },
      { preview: { title: 'A' } },
    ]) {
      await readError(client.request('PATCH', `/v1/qr/${id}`, body), 409, 'code_not_dynamic');
    }
    const created = await client.request('POST', '/v1/qr', { target: TARGET, paused: true });
    expect(await errorsOf(created, 409, 'code_not_dynamic')).toEqual(['dynamic code_not_dynamic']);
  });
});
