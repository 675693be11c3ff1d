import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
} from '#harness/worker/api-client.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

let client: ApiClient;
let stranger: ApiClient;
beforeAll(async () => {
  client = await createClient({ appOptions: { nowMs: () => NOW } });
  stranger = await createClient();
});

describe('POST /v1/qr', () => {
  it('responds with exactly the nine fields, in the order of the specification', async () => {
    const body = await client.json<CodeResource>('POST', '/v1/qr', {
      type: 'url',
      target: 'https://example.com/menu',
      dynamic: true,
      title: 'Menu',
    });
    const codeId = body.id.slice(3);
    expect(codeId).toMatch(/^[0-9a-hjkmnp-tv-z]{8}$/);
    expect(Object.entries(body)).toEqual([
      ['id', `qr_${codeId}`],
      ['type', 'url'],
      ['target', 'https://example.com/menu'],
      ['dynamic', true],
      ['short_url', `https://go.example.com/${codeId}`],
      ['image_url', `https://cdn.example.com/qr/${codeId}.png`],
      ['svg_url', `https://cdn.example.com/qr/${codeId}.svg`],
      ['scans', 0],
      ['created_at', '2026-11-21T12:00:00.000Z'],
    ]);
  });

  it('needs only a target: a static URL code, black on white, PNG, 1024 pixels', async () => {
    const { id } = await create(client, { target: 'https://example.com/' });
    const read = await client.json('GET', `/v1/qr/${id}`);
    expect(read).toMatchObject({
      type: 'url',
      dynamic: false,
      title: null,
      color: { dark: '#000000', light: '#ffffff' },
      format: 'png',
      size: 1024,
      margin: 4,
    });
  });

  it('stores both images, with their type and an hour of caching, before it responds', async () => {
    const { id } = await create(client, { dynamic: true });
    const key = `qr/${id.slice(3)}`;
    const png = await env.IMAGES.get(`${key}.png`);
    const svg = await env.IMAGES.get(`${key}.svg`);
    expect(png?.httpMetadata).toEqual({ contentType: 'image/png', cacheControl: 'public, max-age=3600' });
    expect(svg?.httpMetadata).toEqual({
      contentType: 'image/svg+xml; charset=utf-8',
      cacheControl: 'public, max-age=3600',
    });
    expect([...new Uint8Array((await png!.arrayBuffer()).slice(0, 8))]).toEqual([
      137, 80, 78, 71, 13, 10, 26, 10,
    ]);
    expect(await svg!.text()).toMatch(/^<svg[^>]+width="1024"/);
  });

  it.each([
    ['url', 'https://example.com/ü'],
    ['text', 'Hello, 世界\n🌍'],
    ['email', 'jane@example.com'],
    ['phone', '+4930123456'],
    ['sms', '+4930123456'],
    ['wifi', 'WIFI:T:WPA;S:Café\\;net;P:pass\\:word;;'],
    ['geo', '52.52,13.405'],
    ['vcard', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Jane Doe\r\nEND:VCARD'],
    ['event', 'BEGIN:VEVENT\r\nSUMMARY:Launch\r\nDTSTART:20270101T100000Z\r\nEND:VEVENT'],
  ])('makes static codes of type %s and returns the target as it was sent', async (type, target) => {
    expect(await create(client, { type, target })).toMatchObject({ type, target, dynamic: false });
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['no target', { target: undefined }, 'target', 'required'],
    ['a target that is no string', { target: 7 }, 'target', 'invalid_type'],
    ['an empty target', { target: '' }, 'target', ''],
    ['a script as target', { target: 'javascript:alert(1)' }, 'target', ''],
    ['the short-link host as target', { target: 'https://GO.example.com/k7m2p9qa' }, 'target', ''],
    [
      'a target that is too long once it is percent-encoded',
      { target: `https://example.com/${'你'.repeat(2_000)}` },
      'target',
      'too_long',
    ],
    ['an unknown type', { type: 'pdf' }, 'type', 'invalid_value'],
    ['a dynamic call', { type: 'phone', target: '+4930123456', dynamic: true }, 'type', 'invalid_value'],
    ['a dynamic that is no boolean', { dynamic: 'true' }, 'dynamic', 'invalid_type'],
    ['a title of 201 characters', { title: '🍕'.repeat(201) }, 'title', 'invalid_value'],
    ['a line break in the title', { title: 'a\nb' }, 'title', 'invalid_value'],
    ['half a surrogate pair in the title', { title: '\udc00' }, 'title', 'invalid_value'],
    ['a colour by name', { color: { dark: 'red' } }, 'color.dark', 'invalid_value'],
    ['a colour that breaks out', { color: { dark: '#000"/>' } }, 'color.dark', 'invalid_value'],
    ['an unknown colour member', { color: { eyes: '#000000' } }, 'color.eyes', 'unknown_field'],
    ['a colour that is no object', { color: '#000000' }, 'color', 'invalid_type'],
    ['an unknown format', { format: 'gif' }, 'format', 'invalid_value'],
    ['a size of 127', { size: 127 }, 'size', 'too_small'],
    ['a size of 2049', { size: 2049 }, 'size', 'too_big'],
    ['a size with a fraction', { size: 512.5 }, 'size', 'invalid_type'],
    ['a margin of 1', { margin: 1 }, 'margin', 'too_small'],
    ['a margin of 17', { margin: 17 }, 'margin', 'too_big'],
    ['an unknown level', { error_correction: 'X' }, 'error_correction', 'invalid_value'],
    ['an unknown field', { colour: {} }, 'colour', 'unknown_field'],
    ['an inherited name as a field', { constructor: 1 }, 'constructor', 'unknown_field'],
  ])('refuses %s, naming the field', async (_, fields, field, code) => {
    const response = await client.request('POST', '/v1/qr', { target: 'https://example.com/', ...fields });
    const body = await readError(response);
    expect(body.errors).toHaveLength(1);
    expect(body.errors?.[0]?.field).toBe(field);
    if (code !== '') expect(body.errors?.[0]?.code).toBe(code);
    expect(body.errors?.[0]?.message).not.toBe('');
  });

  it('names every field at fault at once', async () => {
    const response = await client.request('POST', '/v1/qr', { size: 1, margin: 99, nope: true });
    const { errors } = await readError(response);
    expect(errors?.map((error) => error.field).sort()).toEqual(['margin', 'nope', 'size', 'target']);
  });

  it('refuses the field __proto__ like any unknown one', async () => {
    const response = await client.request(
      'POST',
      '/v1/qr',
      '{"target":"https://example.com/","__proto__":{"dynamic":true}}',
    );
    await readError(response);
  });

  it('refuses colours that a scanner would fail on, with the difference and colours that pass', async () => {
    const response = await client.request('POST', '/v1/qr', {
      target: 'https://example.com/',
      color: { dark: '#777777', light: '#888888' },
    });
    const body = await readError(response, 400, 'low_contrast');
    expect(body.errors?.[0]).toMatchObject({ field: 'color', code: 'low_contrast' });
    expect(body.message).toMatch(/0\.0\d/);
    expect(body.message).toMatch(/#[0-9a-f]{6}/);
  });

  it('refuses light on dark', async () => {
    const response = await client.request('POST', '/v1/qr', {
      target: 'https://example.com/',
      color: { dark: '#ffffff', light: '#000000' },
    });
    await readError(response, 400, 'low_contrast');
  });

  it('refuses content that no symbol holds', async () => {
    const response = await client.request('POST', '/v1/qr', {
      type: 'text',
      target: 'ä'.repeat(1_500),
      error_correction: 'H',
    });
    const body = await readError(response, 400, 'content_too_long');
    expect(body.errors?.[0]).toMatchObject({ field: 'target', code: 'content_too_long' });
    const huge = { type: 'text', target: 'x'.repeat(60_000) };
    await readError(client.request('POST', '/v1/qr', huge), 400, 'content_too_long');
  });

  it('refuses a size too small for the symbol, naming one that works', async () => {
    const body = { type: 'text', target: 'x'.repeat(500), size: 128 };
    const refused = await readError(client.request('POST', '/v1/qr', body));
    expect(refused.errors?.[0]).toMatchObject({ field: 'size', code: 'too_small' });
    const smallest = Number(/(\d+) is the smallest size/.exec(refused.message)?.[1]);
    expect((await client.request('POST', '/v1/qr', { ...body, size: smallest })).status).toBe(200);
    expect((await client.request('POST', '/v1/qr', { ...body, size: smallest - 1 })).status).toBe(400);
  });
});

describe('a query', () => {
  it('is refused by name if the operation has no parameters, and nothing happens', async () => {
    const { id } = await create(client, { dynamic: true });
    for (const [method, path, body] of [
      ['POST', '/v1/qr', { target: 'https://example.com/' }],
      ['POST', '/v1/qr/bulk', { codes: [{ target: 'https://example.com/' }] }],
      ['GET', `/v1/qr/${id}`, undefined],
      ['PATCH', `/v1/qr/${id}`, { title: 'x' }],
      ['DELETE', `/v1/qr/${id}`, undefined],
      ['GET', `/v1/qr/${id}/stats`, undefined],
    ] as const) {
      const { errors } = await readError(client.request(method, `${path}?dry_run=1`, body));
      expect(errors?.map((error) => error.field)).toEqual(['dry_run']);
    }
    expect(await client.json('GET', `/v1/qr/${id}`)).toMatchObject({ title: null });
  });
});

describe('the body of a request', () => {
  it('gets no response larger than itself, however much is wrong with it', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, 0])));
    const refused = await readError(client.request('POST', '/v1/qr', body));
    expect(refused.errors).toHaveLength(20);
    expect(refused.message).toMatch(/And 4981 more\.$/);
  });

  it.each<[string, string | Uint8Array]>([
    ['nothing', ''],
    ['no JSON', 'target=https://example.com/'],
    ['half a JSON', '{"target":'],
    ['broken UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
  ])('is refused as malformed when it is %s', async (_, body) => {
    await readError(client.request('POST', '/v1/qr', body), 400, 'malformed_json');
  });

  it.each(['null', '[]', '"text"', '7', 'true', '[{"target":"https://example.com/"}]'])(
    'is refused when it is %s',
    async (body) => {
      await readError(client.request('POST', '/v1/qr', body));
    },
  );

  it('is refused when it is nested a million deep, or as deep as 64 KiB allow', async () => {
    const million = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    await readError(client.request('POST', '/v1/qr', million), 413, 'payload_too_large');
    const deep = `{"target":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    await readError(client.request('POST', '/v1/qr', deep));
  });

  it('may have 65,536 bytes and not one more, declared or not', async () => {
    const pad = (size: number) => JSON.stringify({ target: 7 }).padEnd(size, ' ');
    await readError(client.request('POST', '/v1/qr', pad(65_536)));
    await readError(client.request('POST', '/v1/qr', pad(65_537)), 413, 'payload_too_large');
    await readError(
      client.request('POST', '/v1/qr', pad(65_537), { headers: { 'Content-Length': '10' } }),
      413,
      'payload_too_large',
    );
  });

  it('must be declared as JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
      const response = await client.request('POST', '/v1/qr', '{}', { headers: { 'Content-Type': type } });
      await readError(response, 415, 'unsupported_media_type');
    }
    const withCharset = await client.request('POST', '/v1/qr', '{}', {
      headers: { 'Content-Type': 'Application/JSON; charset=utf-8' },
    });
    await readError(withCharset);
  });
});

describe('GET /v1/qr/{id}', () => {
  it('responds with the nine fields, then the owner’s other settings', async () => {
    const created = await create(client, {
      dynamic: true,
      title: 'Table 4',
      color: { dark: '#0B3D2E', light: '#ffffff' },
      format: 'svg',
      size: 300,
      margin: 2,
      error_correction: 'H',
    });
    expect(Object.entries(await client.json<object>('GET', `/v1/qr/${created.id}`))).toEqual([
      ...Object.entries(created),
      ['title', 'Table 4'],
      ['color', { dark: '#0B3D2E', light: '#ffffff' }],
      ['format', 'svg'],
      ['size', 300],
      ['margin', 2],
      ['error_correction', 'H'],
      ['updated_at', '2026-11-21T12:00:00.000Z'],
      ['status', 'active'],
      ['paused', false],
      ['forward_query', false],
      ['count_scans', true],
      ['starts_at', null],
      ['ends_at', null],
      ['max_scans', null],
      ['fallback_url', null],
      ['has_password', false],
      ['rules', []],
      ['variants', null],
      ['utm', null],
      ['preview', null],
      ['links', null],
      ['content', null],
      ['external_id', null],
      ['tags', []],
      ['metadata', {}],
      ['archived', false],
      ['original_created_at', null],
      ['imported_scans', null],
      ['domain', null],
      ['short_code', null],
      ['symbol_version', 3],
      ['last_scan_at', null],
      ['gs1', null],
      ['style', null],
      ['scan_check', null],
      ['logo_check', null],
      [
        'names',
        [
          {
            host: null,
            path: created.id.slice(3),
            short_url: created.short_url,
            is_printed: true,
            created_at: created.created_at,
          },
        ],
      ],
    ]);
  });

  it('counts every scan of its life', async () => {
    const { id } = await create(client, { dynamic: true });
    await seedScans(id, [
      [NOW, 'mobile'],
      [NOW - 400 * 86_400_000, 'desktop'],
    ]);
    expect(await client.json('GET', `/v1/qr/${id}`)).toMatchObject({ scans: 2 });
  });
});

describe('an id', () => {
  it.each([
    'qr_00000000',
    'qr_k7m2p9q',
    'qr_K7M2P9QA',
    'k7m2p9qa',
    'qr_',
    '1',
    '%00',
    '%ff',
    '..%2f..%2fetc%2fpasswd',
    "'%20OR%201=1--",
    'qr_k7m2p9qi',
    '%E0%A4%A',
  ])('that is unknown or malformed (%s) is 404 to every method', async (id) => {
    await readError(client.request('GET', `/v1/qr/${id}`), 404, 'not_found');
    await readError(client.request('GET', `/v1/qr/${id}/stats`), 404, 'not_found');
    await readError(client.request('PATCH', `/v1/qr/${id}`, { title: 'x' }), 404, 'not_found');
    await readError(client.request('DELETE', `/v1/qr/${id}`), 404, 'not_found');
  });

  it('of another account is 404 too, and the code stays as it is', async () => {
    const { id } = await create(client, { dynamic: true, title: 'mine' });
    const messages = [
      await readError(stranger.request('GET', `/v1/qr/${id}`), 404, 'not_found'),
      await readError(stranger.request('GET', `/v1/qr/${id}/stats`), 404, 'not_found'),
      await readError(
        stranger.request('PATCH', `/v1/qr/${id}`, { target: 'https://evil.example/' }),
        404,
        'not_found',
      ),
      await readError(stranger.request('DELETE', `/v1/qr/${id}`), 404, 'not_found'),
      await readError(stranger.request('GET', '/v1/qr/qr_00000000'), 404, 'not_found'),
    ].map((body) => body.message);
    expect(new Set(messages).size).toBe(1);
    expect(await client.json('GET', `/v1/qr/${id}`)).toMatchObject({
      title: 'mine',
      target: 'https://example.com/menu',
    });
    const strangers = await stranger.json<{ data: unknown[] }>('GET', '/v1/qr');
    expect(strangers.data).toEqual([]);
  });
});

describe('PATCH /v1/qr/{id}', () => {
  it('changes the target, the title, or both, and leaves the images alone', async () => {
    let now = NOW;
    const patient = await createClient({ appOptions: { nowMs: () => now } });
    const { id } = await create(patient, { dynamic: true, title: 'Old' });
    const before = await imagesOf(id);
    now += 5_000;

    expect(await patient.json('PATCH', `/v1/qr/${id}`, { target: 'https://example.com/new' })).toMatchObject({
      id,
      target: 'https://example.com/new',
      title: 'Old',
      updated_at: '2026-11-21T12:00:05.000Z',
      created_at: '2026-11-21T12:00:00.000Z',
    });
    expect(await patient.json('PATCH', `/v1/qr/${id}`, { title: 'New' })).toMatchObject({
      target: 'https://example.com/new',
      title: 'New',
    });
    expect(
      await patient.json('PATCH', `/v1/qr/${id}`, { target: 'https://example.com/3', title: null }),
    ).toMatchObject({ target: 'https://example.com/3', title: null });
    expect(await patient.json('GET', `/v1/qr/${id}`)).toMatchObject({
      target: 'https://example.com/3',
      title: null,
    });
    expect(await imagesOf(id)).toEqual(before);
  });

  it('changes nothing if the values are the same: neither the ETag nor updated_at', async () => {
    let now = NOW;
    const patient = await createClient({ appOptions: { nowMs: () => now } });
    const { id } = await create(patient, { dynamic: true, title: 'Menu' });
    const before = await patient.request('GET', `/v1/qr/${id}`);
    now += 5_000;
    for (const body of [
      { title: 'Menu' },
      { target: 'https://example.com/menu' },
      { target: 'https://example.com/menu', title: 'Menu' },
    ]) {
      const response = await patient.request('PATCH', `/v1/qr/${id}`, body);
      expect(response.headers.get('ETag')).toBe(before.headers.get('ETag'));
      expect(await response.json()).toEqual(await before.clone().json());
    }
    const stale = await patient.request(
      'PATCH',
      `/v1/qr/${id}`,
      { title: 'Menu' },
      {
        headers: { 'If-Match': '"99.0"' },
      },
    );
    await readError(stale, 412, 'precondition_failed');
  });

  it('changes the title of a static code, and never its target', async () => {
    const { id } = await create(client, { title: 'Old' });
    for (const body of [
      { target: 'https://example.com/new' },
      { target: 'https://example.com/new', title: 'New' },
    ]) {
      await readError(await client.request('PATCH', `/v1/qr/${id}`, body), 409, 'code_not_dynamic');
    }
    const before = await client.request('GET', `/v1/qr/${id}`);
    expect(await before.json()).toMatchObject({ title: 'Old', target: 'https://example.com/menu' });
    const renamed = await client.request('PATCH', `/v1/qr/${id}`, { title: 'New' });
    expect(renamed.status).toBe(200);
    expect(await renamed.json()).toMatchObject({ title: 'New', target: 'https://example.com/menu' });
    const cleared = await client.request('PATCH', `/v1/qr/${id}`, { title: null });
    expect(await cleared.json()).toMatchObject({ title: null });
  });

  it('changes the title of a static code that leads nowhere', async () => {
    const { id } = await create(client, { type: 'text', target: 'Table 12' });
    const renamed = await client.request('PATCH', `/v1/qr/${id}`, { title: 'New' });
    expect(await renamed.json()).toMatchObject({ title: 'New', target: 'Table 12' });
  });

  it.each<[string, unknown, string]>([
    ['an empty body', {}, 'body'],
    ['a null target', { target: null }, 'target'],
    ['a script as target', { target: 'javascript:alert(1)' }, 'target'],
    ['the short-link host as target', { target: 'https://go.example.com/k7m2p9qa' }, 'target'],
    ['a colour', { color: { dark: '#123456' } }, 'color'],
    ['a type', { type: 'text' }, 'type'],
    ['a size', { title: 'x', size: 512 }, 'size'],
    ['an unknown field', { targte: 'https://example.com/' }, 'targte'],
  ])('refuses %s, naming the field, and changes nothing', async (_, body, field) => {
    const { id } = await create(client, { dynamic: true, title: 'Old' });
    const refused = await readError(client.request('PATCH', `/v1/qr/${id}`, body));
    expect(refused.errors?.map((error) => error.field)).toEqual([field]);
    expect(await client.json('GET', `/v1/qr/${id}`)).toMatchObject({
      title: 'Old',
      target: 'https://example.com/menu',
    });
  });

  it('distinguishes a field of the printed pattern from one that does not exist', async () => {
    const { id } = await create(client, { dynamic: true });
    const { errors } = await readError(client.request('PATCH', `/v1/qr/${id}`, { size: 3, scans: 1 }));
    expect(errors?.map(({ field, code }) => [field, code])).toEqual([
      ['size', 'not_editable'],
      ['scans', 'unknown_field'],
    ]);
  });

  it('says for a pattern field that the printed symbol cannot change', async () => {
    const { id } = await create(client, { dynamic: true });
    const { message } = await readError(client.request('PATCH', `/v1/qr/${id}`, { margin: 3 }));
    expect(message).toContain('the printed symbol');
  });
});

describe('DELETE /v1/qr/{id}', () => {
  it('deletes the code and its images; a second DELETE is 404', async () => {
    const { id } = await create(client, { dynamic: true });
    expect(await client.json('DELETE', `/v1/qr/${id}`)).toEqual({ id, deleted: true });
    expect(await imagesOf(id)).toEqual([undefined, undefined]);
    await readError(client.request('GET', `/v1/qr/${id}`), 404, 'not_found');
    await readError(client.request('PATCH', `/v1/qr/${id}`, { title: 'x' }), 404, 'not_found');
    await readError(client.request('GET', `/v1/qr/${id}/stats`), 404, 'not_found');
    await readError(client.request('DELETE', `/v1/qr/${id}`), 404, 'not_found');
  });

  it('leaves a tombstone that knows neither target nor title', async () => {
    const { id } = await create(client, { dynamic: true, title: 'Secret plan' });
    await client.request('DELETE', `/v1/qr/${id}`);
    const row = await env.DB.prepare(
      'SELECT target, redirect_to, title, deleted_at_ms, images_deleted_at_ms FROM qr_codes WHERE code_id = ?',
    )
      .bind(id.slice(3))
      .first();
    expect(row).toEqual({
      target: '',
      redirect_to: null,
      title: null,
      deleted_at_ms: NOW,
      images_deleted_at_ms: NOW,
    });
  });

  it('never lets the id be issued again', async () => {
    let next = new Uint8Array([1, 2, 3, 4, 5]);
    const repeater = await createClient({
      appOptions: {
        randomBytes() {
          const bytes = next;
          next = new Uint8Array([5, 4, 3, 2, (bytes[4] ?? 0) + 1]);
          return bytes;
        },
      },
    });
    const first = await create(repeater, { dynamic: true });
    await repeater.request('DELETE', `/v1/qr/${first.id}`);
    next = new Uint8Array([1, 2, 3, 4, 5]);
    const second = await create(repeater, { dynamic: true });
    expect(second.id).not.toBe(first.id);
    await readError(repeater.request('GET', `/v1/qr/${first.id}`), 404, 'not_found');
  });
});

describe('GET /v1/qr', () => {
  it('lists the account page by page, newest first, and is not disturbed by codes made meanwhile', async () => {
    let now = NOW;
    const lister = await createClient({ appOptions: { nowMs: () => now } });
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) {
      now += i % 2; // Pairs share their millisecond.
      ids.push((await create(lister, { dynamic: i % 2 === 0 })).id);
    }
    const seen: string[] = [];
    let path = '/v1/qr?limit=3';
    for (let pages = 0; pages < 5; pages++) {
      const page = await (
        await lister.request('GET', path)
      ).json<{ data: CodeResource[]; has_more: boolean; next_cursor: string | null }>();
      seen.push(...page.data.map((code) => code.id));
      expect(page.has_more).toBe(page.next_cursor !== null);
      if (!page.next_cursor) break;
      now += 1;
      await create(lister, {});
      path = `/v1/qr?limit=3&cursor=${page.next_cursor}`;
    }
    expect([...seen].sort()).toEqual([...ids].sort());
    const newest = await lister.json<{ data: CodeResource[]; has_more: boolean }>('GET', '/v1/qr');
    expect(newest.data).toHaveLength(9);
    expect(newest.has_more).toBe(false);
    const times = newest.data.map((code) => code.created_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('shows each code as GET does, scans included and without other looks', async () => {
    const lister = await createClient();
    const first = await create(lister, { dynamic: true });
    await create(lister, {});
    await seedScans(first.id, [
      [NOW, 'mobile'],
      [NOW, 'mobile'],
      [NOW, 'tablet'],
    ]);
    const { data } = await lister.json<{ data: CodeResource[] }>('GET', '/v1/qr');
    expect(data.map((code) => code.scans).sort()).toEqual([0, 3]);
    for (const code of data)
      expect({ ...code, names: expect.any(Array) }).toEqual(await lister.json('GET', `/v1/qr/${code.id}`));
  });

  it('filters by type, dynamic, text and time', async () => {
    let now = Date.UTC(2026, 0, 1);
    const lister = await createClient({ appOptions: { nowMs: () => now } });
    const titles: Record<string, string> = {};
    for (const body of [
      { title: 'Menu Summer', dynamic: true },
      { title: 'Poster 100%', target: 'https://example.com/summer' },
      { title: 'Wifi', type: 'wifi', target: 'WIFI:T:nopass;S:guest;;' },
    ]) {
      titles[(await create(lister, body)).id] = body.title;
      now += 86_400_000;
    }
    const find = async (query: string) => {
      const { data } = await lister.json<{ data: CodeResource[] }>('GET', `/v1/qr?${query}`);
      return data.map((code) => titles[code.id]).sort();
    };
    expect(await find('type=wifi')).toEqual(['Wifi']);
    expect(await find('dynamic=true')).toEqual(['Menu Summer']);
    expect(await find('dynamic=false')).toEqual(['Poster 100%', 'Wifi']);
    expect(await find('q=wi')).toEqual(['Wifi']);
    expect(await find('q=fo')).toEqual([]);
    expect(await find('q=%22')).toEqual([]);
    expect(await find('q=content+%3A+%22')).toEqual([]);
    expect(await find('q=r+%22OR%22+s')).toEqual([]);
    expect(await find('q=summer&type=url&dynamic=true')).toEqual(['Menu Summer']);
    expect(await find('q=summer&dynamic=false')).toEqual(['Poster 100%']);
    expect(await find('q=summer&type=wifi')).toEqual([]);
    expect(await find('q=summer&created_after=2026-01-01')).toEqual(['Poster 100%']);
    expect(await find('q=summer&created_after=2026-01-02')).toEqual([]);
    expect(await find('q=summer&created_before=2026-01-02')).toEqual(['Menu Summer']);
    expect(await find('q=summer&created_before=2026-01-01')).toEqual([]);
    expect(await find('q=SUMMER')).toEqual(['Menu Summer', 'Poster 100%']);
    expect(await find('q=100%25')).toEqual(['Poster 100%']);
    expect(await find('q=_')).toEqual([]);
    expect(await find("q=x' OR 1=1--")).toEqual([]);
    expect(await find('created_after=2026-01-01T12:00:00Z')).toEqual(['Poster 100%', 'Wifi']);
    expect(await find('created_before=2026-01-02')).toEqual(['Menu Summer']);
    expect(
      await find('created_after=2026-01-01T12:00:00%2B01:00&created_before=2026-01-02T12:00:00Z'),
    ).toEqual(['Poster 100%']);
  });

  it('finds a code by its new title and target after an edit, and no longer after its deletion', async () => {
    const lister = await createClient();
    const { id } = await create(lister, { dynamic: true, title: 'Früher' });
    const find = async (text: string) => {
      const response = await lister.request('GET', `/v1/qr?q=${encodeURIComponent(text)}`);
      return (await response.json<{ data: CodeResource[] }>()).data.map((code) => code.id);
    };
    expect(await find('FRÜH')).toEqual([id]);
    await lister.request('PATCH', `/v1/qr/${id}`, {
      title: '世界地図',
      target: 'https://example.com/später',
    });
    expect(await find('früh')).toEqual([]);
    expect(await find('世界')).toEqual([id]);
    expect(await find('界地図')).toEqual([id]);
    expect(await find('com/spät')).toEqual([id]);
    await lister.request('DELETE', `/v1/qr/${id}`);
    expect(await find('世界地')).toEqual([]);
    expect(await find('example')).toEqual([]);
  });

  it('pages through what a search finds', async () => {
    const lister = await createClient();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await create(lister, { title: i % 2 ? 'odd' : 'even' })).id);
    const first = await (
      await lister.request('GET', '/v1/qr?q=even&limit=2')
    ).json<{ data: CodeResource[]; next_cursor: string }>();
    const rest = await (
      await lister.request('GET', `/v1/qr?q=even&limit=2&cursor=${first.next_cursor}`)
    ).json<{ data: CodeResource[]; next_cursor: null }>();
    expect([...first.data, ...rest.data].map((code) => code.id)).toEqual([ids[0], ids[2], ids[4]]);
    expect(rest.next_cursor).toBeNull();
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=', 'limit'],
    ['cursor=xyz', 'cursor'],
    ['cursor=', 'cursor'],
    [`cursor=${'A'.repeat(5_000)}`, 'cursor'],
    ['type=pdf', 'type'],
    ['dynamic=1', 'dynamic'],
    ['created_after=yesterday', 'created_after'],
    ['created_before=2026-13-01', 'created_before'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=%00', 'q'],
    ['page=2', 'page'],
    ['limit=1&limit=2', 'limit'],
    ['__proto__=1', '__proto__'],
  ])('refuses ?%s, naming the parameter', async (query, field) => {
    const { errors } = await readError(client.request('GET', `/v1/qr?${query}`));
    expect(errors?.map((error) => error.field)).toEqual([field]);
  });
});

describe('GET /v1/qr/{id}/stats', () => {
  it('gives every day of the range, by UTC day, and totals that agree', async () => {
    const { id } = await create(client, { dynamic: true });
    const day = 86_400_000;
    const midnight = Date.UTC(2026, 10, 21);
    await seedScans(id, [
      [NOW, 'mobile', 'a'],
      [NOW, 'mobile', 'a'],
      [midnight, 'tablet', 'b'],
      [midnight - 1, 'desktop', 'a'],
      [midnight - 29 * day, 'desktop', 'c'],
      [midnight - 29 * day - 1, 'mobile', 'd'],
      [midnight - 200 * day, 'mobile', 'e'],
    ]);
    const response = await client.request('GET', `/v1/qr/${id}/stats`);
    expect(response.status).toBe(200);
    const stats = await response.json<{ by_day: { date: string; scans: number }[] }>();
    expect(Object.keys(stats)).toEqual(['id', 'total_scans', 'unique_scans', 'range', 'by_day', 'by_device']);
    expect(stats).toMatchObject({
      id,
      total_scans: 5,
      unique_scans: 3,
      range: 'last_30_days',
      by_device: { mobile: 2, desktop: 2, tablet: 1 },
    });
    expect(stats.by_day).toHaveLength(30);
    expect(stats.by_day[0]).toEqual({ date: '2026-10-23', scans: 1 });
    expect(stats.by_day.slice(-2)).toEqual([
      { date: '2026-11-20', scans: 1 },
      { date: '2026-11-21', scans: 3 },
    ]);

    const week = await client.json<{ by_day: unknown[] }>('GET', `/v1/qr/${id}/stats?range=last_7_days`);
    expect(week).toMatchObject({ total_scans: 4, range: 'last_7_days' });
    expect(week.by_day).toHaveLength(7);
    const quarter = await client.json<{ by_day: unknown[] }>('GET', `/v1/qr/${id}/stats?range=last_90_days`);
    expect(quarter).toMatchObject({ total_scans: 6, range: 'last_90_days' });
    expect(quarter.by_day).toHaveLength(90);
  });

  it('is all zeros for a code that nobody has scanned', async () => {
    const { id } = await create(client, { dynamic: true });
    expect(await client.json('GET', `/v1/qr/${id}/stats`)).toMatchObject({
      total_scans: 0,
      unique_scans: 0,
      by_device: { mobile: 0, desktop: 0, tablet: 0 },
    });
  });

  it('refuses an unknown range and a static code', async () => {
    const { id } = await create(client, { dynamic: true });
    const { errors } = await readError(client.request('GET', `/v1/qr/${id}/stats?range=last_year`));
    expect(errors?.[0]?.message).toContain('"last_7_days"');
    const fixed = await create(client, {});
    await readError(client.request('GET', `/v1/qr/${fixed.id}/stats`), 409, 'code_not_dynamic');
  });
});

async function imagesOf(id: string): Promise<(string | undefined)[]> {
  const images = await Promise.all(
    ['png', 'svg'].map((format) => env.IMAGES.head(`qr/${id.slice(3)}.${format}`)),
  );
  return images.map((image) => image?.etag);
}

async function seedScans(
  id: string,
  scans: [atMs: number, device: string, visitor?: string][],
): Promise<void> {
  const insert = env.DB.prepare(
    'INSERT INTO scans (code_id, scanned_at_ms, device, visitor_key) VALUES (?, ?, ?, ?)',
  );
  await env.DB.batch(
    scans.map(([atMs, device, visitor]) => insert.bind(id.slice(3), atMs, device, visitor ?? 'v')),
  );
}
