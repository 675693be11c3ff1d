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

/** Of each type: what is sent, the target that comes back, and the fields as `GET` has them, if they differ. */
const TRIALS: readonly (readonly [type: string, content: object, target: string, shown?: object])[] = [
  [
    'wifi',
    { ssid: 'Caf;e "Sol"', password: ' esp:resso ', hidden: true },
    String.raw`WIFI:T:WPA;S:Caf\;e \"Sol\";P: esp\:resso ;H:true;;`,
    { ssid: 'Caf;e "Sol"', password: ' esp:resso ', security: 'WPA', hidden: true },
  ],
  [
    'wifi',
    { ssid: 'Gast', security: 'nopass', password: null },
    'WIFI:T:nopass;S:Gast;;',
    { ssid: 'Gast', security: 'nopass', hidden: false },
  ],
  [
    'vcard',
    {
      first_name: ' Jane ',
      last_name: 'Doe; Dr.',
      organization: 'Doe, Roe & Co',
      title: 'Head',
      phone: '+49 (30) 123-456;ext=12',
      mobile: '+49 171 1234567',
      email: 'jane@example.com',
      url: 'example.com/a,b',
      street: 'Linden 1\r\nHof 2',
      city: 'Berlin',
      zip: '10117',
      region: 'BE',
      country: 'Germany',
      note: 'one\ntwo',
    },
    lines(
      'BEGIN:VCARD',
      'VERSION:3.0',
      String.raw`N:Doe\; Dr.;Jane;;;`,
      String.raw`FN:Jane Doe\; Dr.`,
      String.raw`ORG:Doe\, Roe & Co`,
      'TITLE:Head',
      String.raw`TEL:+4930123456\;ext=12`,
      'TEL;TYPE=CELL:+491711234567',
      'EMAIL:jane@example.com',
      'URL:https://example.com/a,b',
      String.raw`ADR:;;Linden 1\nHof 2;Berlin;BE;10117;Germany`,
      String.raw`NOTE:one\ntwo`,
      'END:VCARD',
    ),
    {
      first_name: 'Jane',
      last_name: 'Doe; Dr.',
      organization: 'Doe, Roe & Co',
      title: 'Head',
      phone: '+4930123456;ext=12',
      mobile: '+491711234567',
      email: 'jane@example.com',
      url: 'https://example.com/a,b',
      street: 'Linden 1\nHof 2',
      city: 'Berlin',
      zip: '10117',
      region: 'BE',
      country: 'Germany',
      note: 'one\ntwo',
    },
  ],
  [
    'event',
    { title: 'Eve', starts_at: '2026-12-31T20:00', ends_at: '2027-01-01T02:00', time_zone: 'europe/berlin' },
    lines('BEGIN:VEVENT', 'SUMMARY:Eve', 'DTSTART:20261231T190000Z', 'DTEND:20270101T010000Z', 'END:VEVENT'),
    { title: 'Eve', starts_at: '2026-12-31T20:00', ends_at: '2027-01-01T02:00', time_zone: 'Europe/Berlin' },
  ],
  [
    'event',
    { title: 'Fair', starts_at: '2026-12-30', ends_at: '2026-12-31', location: 'Hall; 2' },
    lines(
      'BEGIN:VEVENT',
      'SUMMARY:Fair',
      'DTSTART;VALUE=DATE:20261230',
      'DTEND;VALUE=DATE:20270101',
      String.raw`LOCATION:Hall\; 2`,
      'END:VEVENT',
    ),
  ],
  [
    'event',
    { title: 'For ever', starts_at: '1000-01-01', ends_at: '2999-12-31' },
    lines(
      'BEGIN:VEVENT',
      'SUMMARY:For ever',
      'DTSTART;VALUE=DATE:10000101',
      'DTEND;VALUE=DATE:30000101',
      'END:VEVENT',
    ),
  ],
  [
    'event',
    { title: 'Talk', starts_at: '2026-06-30T09:00:30', description: 'Bring\nfriends' },
    lines(
      'BEGIN:VEVENT',
      'SUMMARY:Talk',
      'DTSTART:20260630T090030',
      String.raw`DESCRIPTION:Bring\nfriends`,
      'END:VEVENT',
    ),
  ],
  [
    'event',
    { title: 'Call', starts_at: '2026-06-30T09:00:00+02:00' },
    lines('BEGIN:VEVENT', 'SUMMARY:Call', 'DTSTART:20260630T070000Z', 'END:VEVENT'),
  ],
  [
    'email',
    { to: 'jane@example.com', subject: 'Hello & bye?', body: 'first\nsecond ü' },
    'mailto:jane@example.com?subject=Hello%20%26%20bye%3F&body=first%0D%0Asecond%20%C3%BC',
  ],
  [
    'sms',
    { to: '+49 171 1234567', body: 'On my way: 5 min?' },
    'SMSTO:+491711234567:On my way: 5 min?',
    { to: '+491711234567', body: 'On my way: 5 min?' },
  ],
  ['geo', { latitude: 52.5163, longitude: -0.0000001 }, 'geo:52.5163,-0.0000001'],
  ['geo', { latitude: -90, longitude: 100 }, 'geo:-90,100'],
  ['phone', { number: '+49 30 123456;ext=12' }, 'tel:+4930123456;ext=12', { number: '+4930123456;ext=12' }],
];

describe('content by fields', () => {
  const trials = TRIALS.map(([type, content, target, shown = content]) => ({ type, content, target, shown }));

  it.each(trials)(
    'of a $type $content is composed, and comes back',
    async ({ type, content, target, shown }) => {
      const code = await create({ type, content });
      expect(Object.keys(code)).toHaveLength(9);
      expect(code).toMatchObject({ type, target });
      expect((await read(code.id)).content).toEqual(shown);
      // The same text, sent as a text, has the same fields, but for the zone that it does not name.
      const again = await read((await create({ type, target })).id);
      if (
        !('time_zone' in content || /\+\d\d:00$/.test(String((content as { starts_at?: string }).starts_at)))
      )
        expect(again.content).toEqual(shown);
      // What came back is accepted again, and changes nothing.
      const once = await create({ type, content: (await read(code.id)).content });
      expect(once.target).toBe(target);
    },
  );

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
  it.each<[string, unknown, readonly string[]]>([
    ['wifi', { ssid: 'x'.repeat(33), password: '12345678' }, ['content.ssid']],
    ['wifi', { ssid: 'ä'.repeat(17), password: '12345678' }, ['content.ssid']],
    ['wifi', { ssid: 'x', password: '1234567' }, ['content.password']],
    ['wifi', { ssid: 'x', password: 'x'.repeat(64) }, ['content.password']],
    ['wifi', { ssid: 'x' }, ['content.password']],
    ['wifi', { ssid: 'x', security: 'nopass', password: 'y' }, ['content.password']],
    ['wifi', { ssid: 'x', security: 'WPA9', password: '12345678' }, ['content.security']],
    [
      'wifi',
      { ssid: 'a\u0000b', password: 'half \ud800 pair', hidden: 'yes' },
      ['content.hidden', 'content.password', 'content.ssid'],
    ],
    ['wifi', [], ['content']],
    ['wifi', 'x', ['content']],
    ['wifi', null, ['content']],
    ['wifi', {}, ['content.password', 'content.ssid']],
    ['vcard', {}, ['content.last_name']],
    [
      'vcard',
      { first_name: 'Jane\nDoe', note: 'bell \u0007', url: 'javascript:alert(1)' },
      ['content.first_name', 'content.note', 'content.url'],
    ],
    [
      'vcard',
      { first_name: 'x'.repeat(101), phone: '030 123', mobile: '+49 (0)171 1234567' },
      ['content.first_name', 'content.mobile', 'content.phone'],
    ],
    ['vcard', { first_name: 1, organisation: 'x' }, ['content.first_name', 'content.organisation']],
    ['event', { title: 'x', starts_at: '2026-12-31T25:00' }, ['content.starts_at']],
    ['event', { title: 'x', starts_at: '2026-02-29' }, ['content.starts_at']],
    // In UTC, which texts have, they would be of years that fields cannot have.
    ['event', { title: 'x', starts_at: '2999-12-31T23:00-10:00' }, ['content.starts_at']],
    ['event', { title: 'x', starts_at: '1000-01-01T00:00', time_zone: 'Asia/Tokyo' }, ['content.starts_at']],
    [
      'event',
      { title: 'x', starts_at: '2026-12-31T20:00', ends_at: '2026-12-31T19:59' },
      ['content.ends_at'],
    ],
    ['event', { title: 'x', starts_at: '2026-12-31', ends_at: '2026-12-30' }, ['content.ends_at']],
    ['event', { title: 'x', starts_at: '2026-12-31', ends_at: '2026-12-31T20:00' }, ['content.ends_at']],
    [
      'event',
      { title: 'x', starts_at: '2026-12-31T20:00Z', ends_at: '2026-12-31T20:30+01:00' },
      ['content.ends_at'],
    ],
    [
      'event',
      { title: 'x', starts_at: '2026-03-29T02:30', time_zone: 'Europe/Berlin' },
      ['content.starts_at'],
    ],
    ['event', { title: 'x', starts_at: '2026-12-31T20:00', time_zone: 'Mars' }, ['content.time_zone']],
    ['event', {}, ['content.starts_at', 'content.title']],
    ['email', { to: 'jane', subject: 'a\r\nBcc: x@y.z' }, ['content.subject', 'content.to']],
    ['email', { to: 'jane@example.com?bcc=x@y.z' }, ['content.to']],
    ['sms', { to: '+4930123456;ext=12', body: 'two\nlines' }, ['content.body', 'content.to']],
    ['geo', { latitude: 90.1, longitude: '13' }, ['content.latitude', 'content.longitude']],
    ['geo', { latitude: 1 }, ['content.longitude']],
    ['phone', { number: '+4930123456;ext=abc' }, ['content.number']],
    ['phone', { number: ' ' }, ['content.number']],
    ['text', { text: 'x' }, ['content']],
    ['url', { url: 'https://example.com' }, ['content']],
  ])('of a %s %j is refused by its fields', async (type, content, fields) => {
    const body = await readError(client.request('POST', '/v1/qr', { type, content }));
    expect(body.errors?.map(({ field }) => field).sort()).toEqual(fields);
    // Each error says what would be right.
    for (const { message } of body.errors ?? [])
      expect(message).toMatch(/must|required|at most|Choose|[Ss]end|known/);
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

  it.each(['email', 'phone', 'sms', 'geo'])('cannot be dynamic for a %s', async (type) => {
    const [, content] = TRIALS.find(([one]) => one === type) ?? [];
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
