import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { discPng } from '#harness/symbols/pictures.ts';
import { type ApiClient, create, createClient, readError } from '#harness/worker/api-client.ts';
import { withFault } from '#harness/worker/faults.ts';

const TARGET = 'https://example.com/menu';
const LOOK = {
  style: { modules: 'dot', eyes: { shape: 'leaf', color: '#080c20' }, gradient: null, background: 'solid' },
  color: { dark: '#204080', light: '#fffff0' },
  margin: 3,
  error_correction: 'H',
} as const;

interface TemplateResource extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly default: boolean;
}

let client: ApiClient;
beforeEach(async () => {
  client = await createClient({ plan: 'business' });
});

async function send<T>(method: string, path: string, body?: unknown, by = client): Promise<T> {
  return by.json<T>(method, path, body);
}

const add = (body: object, by = client) => send<TemplateResource>('POST', '/v1/templates', body, by);
const change = (id: string, body: object) => send<TemplateResource>('PATCH', `/v1/templates/${id}`, body);
const list = async (by = client) =>
  (await send<{ data: TemplateResource[] }>('GET', '/v1/templates', undefined, by)).data;
const read = (id: string) => send<Record<string, unknown>>('GET', `/v1/qr/${id}`);
const post = (body: object) => client.request('POST', '/v1/qr', { target: TARGET, ...body });

describe('a template', () => {
  it('is kept with its defaults, listed by name, read, changed field by field, and deleted', async () => {
    const plain = await add({ name: '  zebra ' });
    expect(plain).toMatchObject({
      name: 'zebra',
      style: null,
      color: { dark: '#000000', light: '#ffffff' },
      margin: 4,
      error_correction: 'M',
      utm: null,
      default: false,
    });
    expect(plain.id).toMatch(/^tpl_[0-9a-f]{16}$/);
    const full = await add({ name: 'Aster', ...LOOK });
    expect(full).toMatchObject(LOOK);
    expect((await list()).map(({ name }) => name)).toEqual(['Aster', 'zebra']);
    expect(await send('GET', `/v1/templates/${full.id}`)).toEqual(full);
    const changed = await change(full.id, { style: { eyes: { shape: 'rounded' } }, margin: 2 });
    expect(changed).toMatchObject({
      ...LOOK,
      margin: 2,
      style: { ...LOOK.style, eyes: { shape: 'rounded', color: '#080c20' } },
    });
    expect(await change(full.id, { style: null })).toMatchObject({ style: null, color: LOOK.color });
    expect(await send('DELETE', `/v1/templates/${full.id}`)).toEqual({ id: full.id, deleted: true });
    expect((await list()).map(({ name }) => name)).toEqual(['zebra']);
    const { data } = await send<{ data: { action: string }[] }>('GET', '/v1/audit');
    expect(data).toContainEqual(
      expect.objectContaining({
        action: 'template.deleted',
        subject: { type: 'template', id: full.id, name: null },
        note: 'Aster',
      }),
    );
  });

  it('has either a gradient or a colour: the one that is sent replaces the other', async () => {
    const gradient = { type: 'linear', angle: 90, from: '#000000', to: '#300030' };
    const { id } = await add({ name: 'a', color: { dark: '#204080' } });
    expect(await change(id, { style: { gradient } })).toMatchObject({
      style: { gradient },
      color: { dark: '#000000' },
    });
    expect(await change(id, { style: { gradient: { to: '#003000' } } })).toMatchObject({
      style: { gradient: { ...gradient, to: '#003000' } },
    });
    expect(await change(id, { color: { dark: '#204080' } })).toMatchObject({
      style: null,
      color: { dark: '#204080' },
    });
  });

  it.each([
    [{}, 'name', 'required'],
    [{ name: ' ' }, 'name', 'invalid_value'],
    [{ name: 'x'.repeat(101) }, 'name', 'invalid_value'],
    [{ name: 'two\nlines' }, 'name', 'invalid_value'],
    [{ name: 5 }, 'name', 'invalid_type'],
    [{ name: 'a', size: 512 }, 'size', 'unknown_field'],
    [{ name: 'a', style: { template: 'default' } }, 'style.template', 'unknown_field'],
    [{ name: 'a', style: { modules: 'star' } }, 'style.modules', 'invalid_value'],
    [{ name: 'a', margin: 1 }, 'margin', 'too_small'],
    [{ name: 'a', default: 'yes' }, 'default', 'invalid_type'],
    [{ name: 'a', utm: { place: 'x' } }, 'utm.place', 'unknown_field'],
    [{ name: 'a', utm: { source: ' ' } }, 'utm.source', 'invalid_value'],
    [{ name: 'a', utm: { term: 'x'.repeat(201) } }, 'utm.term', 'invalid_value'],
    [{ name: 'a', utm: { source: '🍋'.repeat(200), medium: '🍋'.repeat(200) } }, 'utm', 'too_big'],
    [{ name: 'a', color: { dark: '#abc' } }, 'color.dark', 'invalid_value'],
    [
      { name: 'a', color: { dark: '#102030' }, style: { gradient: { from: '#000000', to: '#300030' } } },
      'color.dark',
      'conflict',
    ],
  ])('is refused with the field that is wrong: %j', async (body, field, code) => {
    const response = await client.request('POST', '/v1/templates', body);
    const { errors } = await readError(response);
    expect(errors).toMatchObject([{ field, code }]);
    expect(await list()).toEqual([]);
  });

  it('is refused in unreadable colours, even by a change, which then changes nothing', async () => {
    const response = await client.request('POST', '/v1/templates', { name: 'a', color: { dark: '#909090' } });
    await readError(response, 400, 'low_contrast');
    const { id } = await add({ name: 'a', ...LOOK });
    const light = { style: { eyes: { color: '#8080ff' } }, name: 'b' };
    const { errors } = await readError(
      client.request('PATCH', `/v1/templates/${id}`, light),
      400,
      'low_contrast',
    );
    expect(errors?.[0]?.field).toBe('style.eyes.color');
    for (const body of [{}, [], null, { id: 'tpl_0000000000000000' }, { default: null }])
      await readError(client.request('PATCH', `/v1/templates/${id}`, body));
    expect(await list()).toMatchObject([{ name: 'a', ...LOOK }]);
  });

  it('of another account does not exist', async () => {
    const stranger = await createClient();
    const { id } = await add({ name: 'a', ...LOOK, default: true }, stranger);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'mine' } : undefined;
      await readError(client.request(method, `/v1/templates/${id}`, body), 404, 'not_found');
    }
    expect(await list()).toEqual([]);
    for (const template of [id, 'default', 'tpl_0000000000000000', '', '%'])
      expect((await readError(post({ style: { template } }))).errors).toMatchObject([
        { field: 'style.template', code: 'not_found' },
      ]);
    expect(await list(stranger)).toMatchObject([{ id, name: 'a', default: true }]);
  });

  it('with a style is refused on the Free plan of Workers', async () => {
    const options = { env: { WORKERS_PLAN: 'free' } };
    const styled = await client.request('POST', '/v1/templates', { name: 'a', ...LOOK }, options);
    const { errors } = await readError(styled);
    expect(errors).toMatchObject([{ field: 'style', code: 'not_available' }]);
    const plain = { name: 'a', color: LOOK.color };
    expect((await client.request('POST', '/v1/templates', plain, options)).status).toBe(200);
  });

  it('is one of at most 100, even if the last two arrive at once', async () => {
    const insert = env.DB.prepare(
      `INSERT INTO templates SELECT 'tpl_' || printf('%016x', value), ?1, 'n', NULL, '#000000', '#ffffff', 4, 'M', value = 1, 1, 0, 0, NULL
         FROM json_each(?2)`,
    );
    await insert.bind(client.accountId, JSON.stringify(Array.from({ length: 99 }, (_, i) => i))).run();
    const last = { name: 'last', default: true };
    const responses = await Promise.all([0, 1].map(() => client.request('POST', '/v1/templates', last)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = responses.find(({ status }) => status === 409);
    expect(await readError(refused!, 409, 'limit_reached')).toMatchObject({
      message: 'An account has at most 100 templates. Delete one that you no longer need.',
    });
    expect(await list()).toHaveLength(100);
    // The default stays the stored one.
    await readError(client.request('POST', '/v1/templates', last), 409, 'limit_reached');
    expect((await list()).filter((one) => one.default)).toMatchObject([{ name: 'last' }]);
  });
});

describe('the default template', () => {
  it('is at most one of them, the latest', async () => {
    const first = await add({ name: 'a', default: true });
    const second = await add({ name: 'b', default: true });
    const defaults = async () => (await list()).flatMap((one) => (one.default ? [one.name] : []));
    expect(await defaults()).toEqual(['b']);
    await change(first.id, { default: true });
    expect(await defaults()).toEqual(['a']);
    await change(first.id, { name: 'A' });
    expect(await defaults()).toEqual(['A']);
    await Promise.all([
      change(first.id, { name: 'x' }),
      change(second.id, { default: true }),
      change(first.id, { margin: 2 }),
      add({ name: 'c', default: true }),
    ]);
    expect(await defaults()).toHaveLength(1);
    expect((await list()).find(({ id }) => id === first.id)).toMatchObject({ name: 'x', margin: 2 });
    for (const { id } of await list()) await change(id, { default: false });
    expect(await defaults()).toEqual([]);
  });

  it('is used by name only: a create without a style makes a plain code', async () => {
    await add({ name: 'a', ...LOOK, default: true });
    const plain = await create(client, { target: TARGET });
    expect(await read(plain.id)).toMatchObject({ style: null, margin: 4, color: { dark: '#000000' } });
    const styled = await create(client, { target: TARGET, style: { template: 'default' } });
    expect(await read(styled.id)).toMatchObject(LOOK);
  });
});

describe('a code made from a template', () => {
  it('copies it: no later change of the template reaches the code', async () => {
    const { id: template } = await add({ name: 'a', ...LOOK });
    const { id } = await create(client, { target: TARGET, style: { template } });
    const code = await read(id);
    expect(code).toMatchObject(LOOK);
    const image = await (await env.IMAGES.get(`qr/${id.slice(3)}.svg`))?.text();
    // The same result as when everything is sent.
    const same = await create(client, { target: TARGET, ...LOOK });
    expect(await (await env.IMAGES.get(`qr/${same.id.slice(3)}.svg`))?.text()).toBe(image);
    await change(template, { style: { modules: 'bars_h' }, color: { dark: '#000000' }, margin: 9 });
    await send('DELETE', `/v1/templates/${template}`);
    expect(await read(id)).toEqual(code);
    expect(await (await env.IMAGES.get(`qr/${id.slice(3)}.svg`))?.text()).toBe(image);
  });

  it('lets the request override it, field by field', async () => {
    const { id: template } = await add({ name: 'a', ...LOOK });
    const style = { template, modules: 'classy', eyes: { color: null } };
    const { id } = await create(client, { target: TARGET, style, color: { light: '#ffffff' }, margin: 5 });
    expect(await read(id)).toMatchObject({
      style: { ...LOOK.style, modules: 'classy', eyes: { shape: 'leaf', color: null } },
      color: { dark: '#204080', light: '#ffffff' },
      margin: 5,
      error_correction: 'H',
    });
    const gradient = { type: 'linear', angle: 0, from: '#080c20', to: '#204080' };
    const shaded = await create(client, { target: TARGET, style: { template, gradient } });
    expect(await read(shaded.id)).toMatchObject({
      style: { ...LOOK.style, gradient },
      color: { dark: '#000000', light: '#fffff0' },
    });
    // Invalid values are invalid wherever they come from.
    const light = await post({ style: { template }, color: { light: '#555555' } });
    await readError(light, 400, 'low_contrast');
    const unknown = await readError(post({ style: { template, scale: 1 } }));
    expect(unknown.errors).toMatchObject([{ field: 'style.scale', code: 'unknown_field' }]);
    for (const bad of [{ template: 5 }, { template: null }, { template: {} }])
      expect((await readError(post({ style: bad }))).errors).toMatchObject([
        { field: 'style.template', code: 'invalid_type' },
      ]);
  });

  it('is made in bulk; a missing template refuses only its own code', async () => {
    const { id: template } = await add({ name: 'a', ...LOOK, default: true });
    const styles = [{ template }, { template: 'default', modules: 'square' }, { template: 'tpl_x' }, null];
    const codes = styles.map((style) => ({ target: TARGET, style }));
    const { data } = await send<{ data: { status: number; code?: { id: string }; error?: unknown }[] }>(
      'POST',
      '/v1/qr/bulk',
      { codes },
    );
    expect(data.map(({ status }) => status)).toEqual([200, 200, 400, 200]);
    expect(data[2]?.error).toMatchObject({ errors: [{ field: 'style.template', code: 'not_found' }] });
    const made = await Promise.all([0, 1, 3].map((index) => read(data[index]!.code!.id)));
    expect(made).toMatchObject([LOOK, { style: { ...LOOK.style, modules: 'square' } }, { style: null }]);
  });

  it('is upserted: a template does not change an existing code, but the other fields of the request do', async () => {
    const { id: template } = await add({ name: 'a', ...LOOK });
    const upsert = (style: object, more: object = {}) =>
      client.request('PUT', '/v1/qr/ext:menu-1', { target: TARGET, dynamic: true, style, ...more });
    expect((await upsert({ template })).headers.get('Upsert')).toBe('created');
    await change(template, { style: { modules: 'rounded' }, margin: 8 });
    expect((await upsert({ template })).headers.get('Upsert')).toBe('unchanged');
    expect((await upsert({ template, modules: 'dot' })).headers.get('Upsert')).toBe('unchanged');
    expect((await upsert({ template, eyes: { shape: 'leaf' } }, { margin: 3 })).headers.get('Upsert')).toBe(
      'unchanged',
    );
    for (const [style, field] of [
      [{ template, modules: 'rounded' }, 'style.modules'],
      [{ template, eyes: { color: null } }, 'style.eyes.color'],
      [{ template, gradient: { from: '#000000', to: '#100000' } }, 'style.gradient'],
    ] as const) {
      const { errors } = await readError(upsert(style), 409, 'immutable_field');
      expect(errors?.map((error) => error.field)).toEqual([field]);
    }
    await send('DELETE', `/v1/templates/${template}`);
    const gone = await readError(upsert({ template }));
    expect(gone.errors).toMatchObject([{ field: 'style.template', code: 'not_found' }]);
    const bulk = await send<{ data: { status: number }[] }>('PUT', '/v1/qr/bulk', {
      codes: [
        { external_id: 'menu-1', target: TARGET, dynamic: true },
        { external_id: 'menu-2', target: TARGET, style: { template } },
      ],
    });
    expect(bulk.data.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('is imported, from a dry run on', async () => {
    await add({ name: 'a', ...LOOK, default: true });
    const rows = [
      { external_id: 'a', target: TARGET, style: { template: 'default', modules: 'classy' } },
      { external_id: 'b', target: TARGET, style: { template: 'tpl_0000000000000000' } },
    ];
    const { id } = await client.json<{ id: string }>(
      'POST',
      '/v1/imports',
      rows.map((row) => JSON.stringify(row)).join('\n'),
      {
        headers: { 'Content-Type': 'application/x-ndjson' },
      },
    );
    const finish = async (): Promise<object> => {
      const job = await send<{ status: string; counts: object }>('GET', `/v1/imports/${id}`);
      return job.status === 'done' ? job.counts : finish();
    };
    expect(await finish()).toMatchObject({ created: 1, failed: 1 });
    await send('POST', `/v1/imports/${id}/start`);
    expect(await finish()).toMatchObject({ created: 1, failed: 1 });
    const report = await send<{ data: { error: unknown }[] }>('GET', `/v1/imports/${id}/rows`);
    expect(report.data[1]?.error).toMatchObject({ errors: [{ field: 'style.template' }] });
    expect(await read('ext:a')).toMatchObject({ style: { ...LOOK.style, modules: 'classy' }, margin: 3 });
  });
});

describe('an Idempotency-Key', () => {
  it('gets the first response again, even if its template has been deleted', async () => {
    const owner = await createClient({ plan: 'business' });
    const { id } = await owner.json<{ id: string }>('POST', '/v1/templates', {
      name: 'a',
      style: { modules: 'dot' },
    });
    const headers = { 'Idempotency-Key': 'one' };
    const body = { target: 'https://example.com/', style: { template: id } };
    const code = await owner.json('POST', '/v1/qr', body, { headers });
    await owner.request('DELETE', `/v1/templates/${id}`);
    const again = await owner.request('POST', '/v1/qr', body, { headers });
    expect([again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 'true']);
    expect(await again.json()).toEqual(code);
    const other = { ...headers, 'Idempotency-Key': 'two' };
    for (let i = 0; i < 2; i++)
      expect((await owner.request('POST', '/v1/qr', body, { headers: other })).status).toBe(400);
  });
});

describe('a template whose image is deleted while it is stored', () => {
  it.each(['POST', 'PATCH'])('is not stored, and changes nothing: %s', async (method) => {
    const uploaded = await client.request('POST', '/v1/images', discPng(method === 'POST' ? 31 : 37), {
      headers: { 'Content-Type': 'image/png' },
    });
    const { id: image } = await uploaded.json<{ id: string }>();
    const { id } = await add({ name: 'Before', default: true });
    let deletion: Promise<unknown> | undefined;
    const batch = async (...statements: Parameters<D1Database['batch']>) => {
      await (deletion ??= client.request('DELETE', `/v1/images/${image}`));
      return env.DB.batch(...statements);
    };
    const path = method === 'POST' ? '/v1/templates' : `/v1/templates/${id}`;
    const body = { name: 'After', style: { logo: { image } }, default: true };
    const response = await client.request(method, path, body, { env: { DB: withFault(env.DB, { batch }) } });
    const { errors } = await readError(response);
    expect(errors).toMatchObject([{ field: 'style.logo.image', code: 'not_found' }]);
    expect(await list()).toMatchObject([{ name: 'Before', default: true, style: null }]);
  });
});

describe('the campaign parameters of a template', () => {
  const FLYER = { source: 'flyer', medium: 'print' };
  const NONE = { source: null, medium: null, campaign: null, term: null, content: null };
  const utmOf = async (id: string) => (await read(id))['utm'];

  it('are changed key by key, and cleared', async () => {
    const { id } = await add({ name: 'a', utm: { source: ' flyer ', medium: 'print' } });
    expect(await change(id, { utm: { medium: null, term: 'x' } })).toMatchObject({
      utm: { ...NONE, source: 'flyer', term: 'x' },
    });
    expect(await change(id, { name: 'b' })).toMatchObject({ utm: { ...NONE, source: 'flyer', term: 'x' } });
    const long = { utm: { source: '🍋'.repeat(200), medium: '🍋'.repeat(200) } };
    await readError(client.request('PATCH', `/v1/templates/${id}`, long));
    expect(await change(id, { utm: { source: null, term: null } })).toMatchObject({ utm: null });
    expect(await change(id, { utm: FLYER })).toMatchObject({ utm: { ...NONE, ...FLYER } });
    expect(await change(id, { utm: null })).toMatchObject({ utm: null });
  });

  it('are copied to a dynamic code, except those of the request, and never to a static one', async () => {
    const template = await add({ name: 'a', utm: FLYER });
    const style = { template: template.id };
    const cases: [body: object, utm: object | null][] = [
      [{ dynamic: true }, { ...NONE, ...FLYER }],
      [
        { dynamic: true, utm: { medium: null, campaign: 'spring' } },
        { ...NONE, source: 'flyer', campaign: 'spring' },
      ],
      [{ dynamic: true, utm: null }, null],
      [{ dynamic: false }, null],
      [{}, null],
    ];
    const codes = cases.map(([body]) => ({ target: TARGET, style, ...body }));
    const bulk = await send<{ data: { code: { id: string } }[] }>('POST', '/v1/qr/bulk', { codes });
    for (const [i, [body, utm]] of cases.entries()) {
      const { id } = await create(client, { target: TARGET, style, ...body });
      expect([body, await utmOf(id)]).toEqual([body, utm]);
      expect(await utmOf(bulk.data[i]?.code.id ?? '')).toEqual(utm);
    }
    const { errors } = await readError(post({ style, utm: FLYER }), 409, 'code_not_dynamic');
    expect(errors).toHaveLength(1);
  });

  it('say nothing about a code that a PUT finds', async () => {
    const { id: template } = await add({ name: 'a', utm: FLYER });
    const put = (body: object) =>
      client.request('PUT', '/v1/qr/ext:poster', {
        target: TARGET,
        dynamic: true,
        style: { template },
        ...body,
      });
    const upsert = async (body: object) => {
      const response = await put(body);
      expect(response.status, await response.clone().text()).toBe(200);
      const { utm } = await response.json<{ utm: unknown }>();
      return [response.headers.get('Upsert'), utm];
    };
    expect(await upsert({})).toEqual(['created', { ...NONE, ...FLYER }]);
    await change(template, { utm: { source: 'poster' } });
    expect(await upsert({})).toEqual(['unchanged', { ...NONE, ...FLYER }]);
    expect(await upsert({ utm: { term: 'x' } })).toEqual(['updated', { ...NONE, ...FLYER, term: 'x' }]);
    expect(await upsert({ utm: null })).toEqual(['updated', null]);
    expect(await upsert({})).toEqual(['unchanged', null]);
  });
});
