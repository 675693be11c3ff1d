import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, createClient, readError } from '#harness/worker/api-client.ts';
import { runScheduled } from '#harness/worker/run-scheduled.ts';

interface Code {
  id: string;
  type: string;
  target: string;
  dynamic: boolean;
  content: Record<string, unknown> | null;
  updated_at: string;
}

let client: ApiClient;
beforeAll(async () => {
  client = await createClient();
});

async function create(body: object): Promise<Code> {
  return client.json('POST', '/v1/qr', body);
}

async function read(id: string): Promise<Code> {
  return client.json('GET', `/v1/qr/${id}`);
}

const lines = (...texts: string[]) => texts.join('\r\n');

describe('content by fields', () => {
  it.each<[type: string, content: object, target: string, shown?: object]>([
    [
      'wifi',
      { ssid: 'Gast', password: '12345678' },
      'WIFI:T:WPA;S:Gast;P:12345678;;',
      { ssid: 'Gast', password: '12345678', security: 'WPA', hidden: false },
    ],
    ['geo', { latitude: 52.5163, longitude: -0.0000001 }, 'geo:52.5163,-0.0000001'],
  ])('of a %s %j is composed, and comes back', async (type, content, target, shown = content) => {
    const code = await create({ type, content });
    expect(Object.keys(code)).toHaveLength(9);
    expect(code).toMatchObject({ type, target });
    expect((await read(code.id)).content).toEqual(shown);
    // The same text, sent as a text, has the same fields.
    expect((await read((await create({ type, target })).id)).content).toEqual(shown);
  });

  it('counts a line break as one character, also if a browser sends it as two', async () => {
    const street = `${'x'.repeat(99)}\n${'y'.repeat(100)}`;
    const typed = { first_name: 'Jane', street: street.replace('\n', '\r\n') };
    const code = await create({ type: 'vcard', content: typed });
    expect((await read(code.id)).content).toEqual({ first_name: 'Jane', street });
  });

  it('is null for a text, and for a target that holds more than the fields can', async () => {
    const text = await create({ type: 'text', target: 'Hello' });
    expect((await read(text.id)).content).toBeNull();
    const wifi = await create({ type: 'wifi', target: 'WIFI:T:WPA2;S:x;P:12345678;;' });
    expect((await read(wifi.id)).content).toBeNull();
  });

  it('is sent by bulk and by PUT, which finds nothing to change the second time', async () => {
    const content = { ssid: 'Gast', password: '12345678' };
    const bulk = await client.request('POST', '/v1/qr/bulk', {
      codes: [
        { type: 'wifi', content },
        { type: 'wifi', content: { ssid: '' } },
      ],
    });
    const { data } = await bulk.json<{
      data: { code?: Code; error?: { errors: { field: string }[] } }[];
    }>();
    expect(data[0]?.code?.target).toBe('WIFI:T:WPA;S:Gast;P:12345678;;');
    expect(data[1]?.error?.errors.map(({ field }) => field)).toEqual(['content.ssid', 'content.password']);

    const put = (body: object) => client.request('PUT', '/v1/qr/ext:guest', body);
    const first = await put({ type: 'wifi', dynamic: true, content });
    expect(first.headers.get('Upsert')).toBe('created');
    expect((await put({ type: 'wifi', dynamic: true, content })).headers.get('Upsert')).toBe('unchanged');
    const changed = await put({ type: 'wifi', dynamic: true, content: { ...content, ssid: 'Bar' } });
    expect(changed.headers.get('Upsert')).toBe('updated');
    expect(await changed.json<Code>()).toMatchObject({
      target: 'WIFI:T:WPA;S:Bar;P:12345678;;',
      content: { ssid: 'Bar' },
    });
    const upserted = await client.json<{ data: { upsert: string; code: Code }[] }>('PUT', '/v1/qr/bulk', {
      codes: [{ external_id: 'guest', type: 'wifi', content }],
    });
    expect(upserted.data[0]).toMatchObject({ upsert: 'updated', code: { content: { ssid: 'Gast' } } });
  });

  it('is changed by PATCH, as the type of the code has it', async () => {
    const { id } = await create({ type: 'vcard', dynamic: true, content: { first_name: 'Jane' } });
    const patch = (body: object) => client.request('PATCH', `/v1/qr/${id}`, body);
    const changed = await patch({ content: { organization: 'Roe' } });
    expect(await changed.json<Code>()).toMatchObject({
      target: lines('BEGIN:VCARD', 'VERSION:3.0', 'N:;;;;', 'FN:Roe', 'ORG:Roe', 'END:VCARD'),
      content: { organization: 'Roe' },
    });
    const refused = await readError(patch({ content: { ssid: 'x', email: 'jane' } }));
    expect(refused.errors?.map(({ field, code }) => `${field} ${code}`).sort()).toEqual([
      'content.email invalid_email',
      'content.last_name required',
      'content.ssid unknown_field',
    ]);
    const both = await readError(patch({ content: { first_name: 'x' }, target: 'y' }));
    expect(both.errors?.[0]).toMatchObject({ field: 'content', code: 'conflict' });
    expect((await read(id)).content).toEqual({ organization: 'Roe' });

    const text = lines('BEGIN:VCARD', 'VERSION:4.0', 'FN:Jane', 'END:VCARD');
    expect(await (await patch({ target: text })).json<Code>()).toMatchObject({ target: text, content: null });
    const url = await create({ target: 'https://example.com/', dynamic: true });
    const without = await client.request('PATCH', `/v1/qr/${url.id}`, { content: { url: 'x' } });
    expect((await readError(without)).errors?.[0]?.message).toContain('send "target"');
    const fixed = await create({ type: 'wifi', content: { ssid: 'x', security: 'nopass' } });
    await readError(
      client.request('PATCH', `/v1/qr/${fixed.id}`, { content: { ssid: 'y', security: 'nopass' } }),
      409,
      'code_not_dynamic',
    );
  });

  it('keeps the zone of an event when nothing but that changes', async () => {
    const event = { title: 'Eve', starts_at: '2026-12-31T20:00', time_zone: 'Europe/Berlin' };
    const { id } = await create({ type: 'event', dynamic: true, content: event });
    const moved = { ...event, time_zone: 'Europe/Vienna' };
    await client.request('PATCH', `/v1/qr/${id}`, { content: moved });
    expect((await read(id)).content).toEqual(moved);
  });

  it('comes back after an edit is undone', async () => {
    const { id } = await create({ type: 'wifi', dynamic: true, content: { ssid: 'a', security: 'nopass' } });
    await client.request('PATCH', `/v1/qr/${id}`, { content: { ssid: 'b', security: 'nopass' } });
    const target = 'WIFI:T:nopass;S:a;;';
    const back = await client.request('PATCH', `/v1/qr/${id}`, { target });
    expect(await back.json<Code>()).toMatchObject({ target, content: { ssid: 'a', security: 'nopass' } });
  });
});

describe('bad content', () => {
  it('is refused by each of its fields', async () => {
    const content = { ssid: 'a\u0000b', password: 'half \ud800 pair', hidden: 'yes' };
    const { errors } = await readError(client.request('POST', '/v1/qr', { type: 'wifi', content }));
    expect(errors?.map(({ field }) => field).sort()).toEqual([
      'content.hidden',
      'content.password',
      'content.ssid',
    ]);
  });

  it('is refused beside a target, and with every other fault', async () => {
    const sent = { type: 'wifi', target: 'x', content: { ssid: 'x' }, title: 'a\u0000', size: 1 };
    const both = await readError(client.request('POST', '/v1/qr', sent));
    expect(both.errors?.map(({ field }) => field).sort()).toEqual(['content', 'size', 'title']);
    const { target: _, ...rest } = sent;
    const one = await readError(client.request('POST', '/v1/qr', rest));
    expect(one.errors?.map(({ field }) => field).sort()).toEqual(['content.password', 'size', 'title']);
    const unknown = { type: 'wlan', content: { ssid: 'x' } };
    const typed = await readError(client.request('POST', '/v1/qr', unknown));
    expect(typed.errors?.map(({ field }) => field)).toEqual(['type']);
  });

  it.each<[string, object]>([
    ['email', { to: 'jane@example.com' }],
    ['phone', { number: '+4930123456' }],
    ['sms', { to: '+491711234567', body: 'x' }],
    ['geo', { latitude: 1, longitude: 1 }],
  ])('cannot be dynamic for a %s', async (type, content) => {
    const response = await client.request('POST', '/v1/qr', { type, dynamic: true, content });
    const { errors } = await readError(response);
    expect(errors?.map(({ field }) => field)).toEqual(['type']);
  });
});

describe('an import', () => {
  it('has a column for each field', async () => {
    const csv = [
      'type,dynamic,external_id,content.ssid,content.password,Content.First Name,content.latitude,content.longitude,content.hidden',
      'wifi,yes,a,Gast,12345678,,,,true',
      'vcard,no,b,,,Jane,,,',
      'geo,no,c,,,,52.5163,13.3777,',
      'wifi,no,d,Gast,,,,,',
    ].join('\n');
    const { id } = await client.json<{ id: string }>('POST', '/v1/imports?dry_run=false', csv, {
      headers: { 'Content-Type': 'text/csv' },
    });
    await runScheduled(Date.now() + 1_000);
    const job = await client.json<{
      counts: { created: number; failed: number };
      ignored_columns: string[];
    }>('GET', `/v1/imports/${id}`);
    expect(job).toMatchObject({ counts: { created: 3, failed: 1 }, ignored_columns: [] });
    const { data } = await client.json<{
      data: (Code & { external_id: string })[];
    }>('GET', '/v1/qr?ids=ext:a,ext:b,ext:c');
    const codes = Object.fromEntries(data.map((code) => [code.external_id, code]));
    expect(codes['a']).toMatchObject({
      dynamic: true,
      content: { ssid: 'Gast', password: '12345678', security: 'WPA', hidden: true },
    });
    expect(codes['b']).toMatchObject({ dynamic: false, content: { first_name: 'Jane' } });
    expect(codes['c']?.target).toBe('geo:52.5163,13.3777');
    const rows = await client.json<{
      data: { error: { errors: { field: string }[] } }[];
    }>('GET', `/v1/imports/${id}/rows?state=failed`);
    expect(rows.data[0]?.error.errors.map(({ field }) => field)).toEqual(['content.password']);
  });
});
