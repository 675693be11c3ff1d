import { env } from 'cloudflare:workers';
import ICAL from 'ical.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentType } from '#core/content/content.ts';
import { CONTENT_FIELDS, type TypeWithFields } from '#core/content/fields/content-fields.ts';
import { composeContent } from '#core/content/fields/read-values.ts';
import type { Control } from '#core/control/control.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { hashPassword } from '#core/control/password.ts';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { PEOPLE } from '#harness/data/user-agents.ts';
import { Isolate, type Visit } from '#harness/shortlink/isolate.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const visit = (path: string, { timezone, headers, ...visiting }: Visit & { timezone?: string } = {}) =>
  new Isolate(NOW).visit(path, {
    ...visiting,
    headers: { 'User-Agent': PEOPLE[0]?.[3] ?? '', 'Accept-Language': 'de', ...headers },
    cf: { timezone },
  });

async function countScans(codeId: string): Promise<number> {
  const row = await env.DB.prepare('SELECT count(*) AS scans FROM scans WHERE code_id = ?')
    .bind(codeId)
    .first<{
      scans: number;
    }>();
  return row?.scans ?? 0;
}

let accountId = '';
let nextId = 0;
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
});

/** A dynamic code as the API stores it. */
async function hold(type: TypeWithFields, input: object, control: Partial<Control> | null = null) {
  const composed = composeContent(CONTENT_FIELDS[type], input);
  if (!composed.ok) throw new Error(JSON.stringify(composed.error));
  const codeId = `dc${String(nextId++).padStart(6, '0')}`;
  await seedCode(env.DB, { accountId, codeId, type, ...composed.value, redirectTo: null, control });
  return codeId;
}

async function holdText(type: ContentType, target: string, control: Partial<Control> | null = null) {
  const codeId = `dt${String(nextId++).padStart(6, '0')}`;
  await seedCode(env.DB, { accountId, codeId, type, target, redirectTo: null, control });
  return codeId;
}

const WIFI = { ssid: 'Gäste <b>', password: 'espresso42' };
const CARD = {
  first_name: 'Jane',
  last_name: 'Doe',
  phone: '+4930123456;ext=12',
  mobile: '+49171123456',
  zip: '10117',
  city: 'Berlin',
};

describe('a scan of a dynamic content', () => {
  it('shows its fields in the language of the visitor, and is counted', async () => {
    const codeId = await hold('wifi', WIFI);
    const response = await visit(`/${codeId}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Language')).toBe('de');
    const html = await response.text();
    expect(html).toContain('WLAN');
    expect(html).toContain('<h1>Gäste &#60;b&#62;</h1>');
    expect(html).toContain('<code id="copied">espresso42</code>');
    expect(html).not.toContain('WIFI:');
    expect(await countScans(codeId)).toBe(1);
    await visit(`/${codeId}`, { method: 'HEAD' });
    await visit(`/${codeId}`, { headers: { 'User-Agent': 'Googlebot/2.1' } });
    expect(await countScans(codeId)).toBe(1);
  });

  it('does not read the text again', async () => {
    const codeId = await hold('wifi', WIFI);
    await env.DB.prepare("UPDATE qr_codes SET target = 'no longer a network' WHERE code_id = ?")
      .bind(codeId)
      .run();
    expect(await (await visit(`/${codeId}`)).text()).toContain('espresso42');
  });

  it('shows a text, and a contact that holds more than fields', async () => {
    expect(await (await visit(`/${await holdText('text', 'Table <12>')}`)).text()).toContain(
      '<pre id="copied">Table &#60;12&#62;</pre>',
    );
    const card = 'BEGIN:VCARD\nVERSION:4.0\nFN:Jane\nTEL:+4930123456\nTEL:+4930123457\nEND:VCARD';
    expect(await (await visit(`/${await holdText('vcard', card)}`)).text()).toContain('+4930123457');
  });

  it('links an extension, and shows both numbers and the address', async () => {
    const html = await (await visit(`/${await hold('vcard', CARD)}`)).text();
    expect(html).toContain('<h1>Jane Doe</h1>');
    expect(html).toContain('href="tel:+4930123456;ext=12"');
    expect(html).toContain('href="tel:+49171123456"');
    expect(html).toContain('<dd>10117 Berlin</dd>');
  });

  it('shows an event on the clock of its zone, and one without a zone on that of the visitor', async () => {
    const times = { title: 'Eve', starts_at: '2026-12-31T20:00', time_zone: 'Europe/Berlin' };
    const zoned = await visit(`/${await hold('event', times)}`, { timezone: 'America/New_York' });
    expect(await zoned.text()).toMatch(/31\. Dezember 2026 um 20:00 \(Europe\/Berlin\)/);
    const instant = { title: 'Eve', starts_at: '2026-12-31T20:00:00+01:00' };
    const moved = await visit(`/${await hold('event', instant)}`, { timezone: 'America/New_York' });
    expect(await moved.text()).toMatch(/31\. Dezember 2026 um 14:00/);
    const days = { title: 'Fair', starts_at: '2026-12-30', ends_at: '2026-12-31' };
    const fair = await (await visit(`/${await hold('event', days)}`)).text();
    expect(fair).toContain('30. Dezember 2026');
    expect(fair).toContain('31. Dezember 2026');
  });

  it.each<[string, Partial<Control>, number, string]>([
    ['paused', { isPaused: true }, 403, 'pausiert'],
    ['scheduled', { startsAtMs: NOW + 1 }, 403, ''],
    ['ended', { endsAtMs: NOW }, 403, ''],
  ])('shows nothing of it while it is %s', async (_, control, status, words) => {
    const codeId = await hold('wifi', WIFI, control);
    for (const path of [`/${codeId}`, `/${codeId}?save`]) {
      const response = await visit(path);
      expect(response.status).toBe(status);
      const html = await response.text();
      expect(html).toContain(words);
      expect(html).not.toContain('espresso42');
    }
    expect(await countScans(codeId)).toBe(0);
  });

  it('needs the password, and is counted once it was given', async () => {
    const password = hashPassword('pepper of the tests', 'salt', 'open sesame');
    const codeId = await hold('vcard', CARD, { password });
    for (const path of [`/${codeId}`, `/${codeId}?save`])
      expect(await (await visit(path)).text()).not.toContain('Jane');
    expect(await countScans(codeId)).toBe(0);
    const body = new URLSearchParams({ password: 'open sesame' }).toString();
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
    };
    const opened = await visit(`/${codeId}`, { method: 'POST', body, headers });
    expect(await opened.text()).toContain('Jane Doe');
    expect(await countScans(codeId)).toBe(1);
    const cookie = opened.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    expect(
      (await visit(`/${codeId}?save`, { headers: { Cookie: cookie } })).headers.get('Content-Type'),
    ).toContain('text/vcard');
  });

  it('stops at its limit; the file takes nothing from it, and the last visitor still gets it', async () => {
    const codeId = await hold('vcard', CARD, { maxScans: 2 });
    const fileOf = async (response: Response) => /href="(\?save=[^"]+)"/.exec(await response.text())?.[1];
    const first = await fileOf(await visit(`/${codeId}`));
    expect((await visit(`/${codeId}${first}`)).headers.get('Content-Type')).toContain('text/vcard');
    const last = await fileOf(await visit(`/${codeId}`));
    expect(await countScans(codeId)).toBe(2);
    expect((await visit(`/${codeId}`)).status).toBe(403);
    expect(await (await visit(`/${codeId}${last}`)).text()).toContain('BEGIN:VCARD');
    // Nobody else gets it: without the page's proof, or with that of another code.
    const other = await fileOf(await visit(`/${await hold('vcard', CARD, { maxScans: 1 })}`));
    for (const path of ['?save', '?save=1', other]) {
      const refused = await visit(`/${codeId}${path}`);
      expect([refused.status, (await refused.text()).includes('Jane')]).toEqual([403, false]);
    }
    expect(await countScans(codeId)).toBe(2);
  });

  it('counts a file that is asked for without its page, where scans are limited', async () => {
    const codeId = await hold('vcard', CARD, { maxScans: 1 });
    expect((await visit(`/${codeId}?save`)).status).toBe(200);
    expect((await visit(`/${codeId}?save`)).status).toBe(403);
    expect(await countScans(codeId)).toBe(1);
  });

  it('follows its rules, and does not add their campaign or a query to the page', async () => {
    const rules = [
      { name: 'de', target: 'https://example.com/de', when: { language: ['de'], timeZone: UTC } },
    ];
    const codeId = await hold('wifi', WIFI, { rules, forwardsQuery: true });
    const led = await visit(`/${codeId}?table=4`);
    expect(led.headers.get('Location')).toBe('https://example.com/de?table=4');
    const shown = await visit(`/${codeId}?table=4`, { headers: { 'Accept-Language': 'en' } });
    expect(await shown.text()).toContain('espresso42');
    expect(await countScans(codeId)).toBe(2);
  });

  it('is not told by the page that says where a link leads', async () => {
    const plain = await (await visit(`/${await hold('wifi', WIFI)}+`)).text();
    const limited = await (await visit(`/${await hold('wifi', WIFI, { maxScans: 5 })}+`)).text();
    for (const html of [plain, limited]) {
      expect(html).toContain('Zeigt seinen Inhalt auf dieser Website');
      expect(html).not.toContain('espresso42');
    }
  });
});

/** The lines of a file as they are sent. */
function rawLines(file: string): string[] {
  expect(file.endsWith('\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  return file.slice(0, -2).split('\r\n');
}

describe('a file', () => {
  it('of a contact has short lines, folded between characters, and is read by ical.js', async () => {
    const note = `${'漢字🎄 '.repeat(60)}end; of, it\nsecond`;
    const codeId = await hold('vcard', { ...CARD, organization: 'Doe, Roe; & Co', note });
    const file = await (await visit(`/${codeId}?save`)).text();
    for (const line of rawLines(file)) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      expect(line.isWellFormed()).toBe(true);
    }
    const card = new ICAL.Component(ICAL.parse(file) as never);
    expect(card.getFirstPropertyValue('fn')).toBe('Jane Doe');
    // RFC 2426 §5 escapes each semicolon, and ical.js reads that only in compound values, as RFC 6350 does.
    const read = (value: unknown) => String(value).replaceAll(String.raw`\;`, ';');
    expect(read(card.getFirstPropertyValue('note'))).toBe(note);
    expect(read(card.getFirstPropertyValue('org'))).toBe('Doe, Roe; & Co');
    expect(card.getAllProperties('tel').map((tel) => read(tel.getFirstValue()))).toEqual([
      '+4930123456;ext=12',
      '+49171123456',
    ]);
  });

  it('of an event is read by ical.js, at the same instant', async () => {
    const description = `${'äöü€ '.repeat(80)}end\nsecond`;
    const event = {
      title: 'Eve, late',
      starts_at: '2026-07-31T20:00',
      ends_at: '2026-08-01T02:00',
      time_zone: 'Europe/Berlin',
      description,
    };
    const file = await (await visit(`/${await hold('event', event)}?save`)).text();
    for (const line of rawLines(file)) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    const read = new ICAL.Event(
      new ICAL.Component(ICAL.parse(file) as never).getFirstSubcomponent('vevent') ?? undefined,
    );
    expect(read.summary).toBe('Eve, late');
    expect(read.description).toBe(description);
    expect(read.startDate.toJSDate().toISOString()).toBe('2026-07-31T18:00:00.000Z');
    expect(read.endDate.toJSDate().toISOString()).toBe('2026-08-01T00:00:00.000Z');
  });

  it('of any text is read back as that text', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 120 })
      .map((one) => one.replaceAll(/\p{Cc}/gu, '').trim())
      .filter((one) => one !== '');
    await fc.assert(
      fc.asyncProperty(text, text, async (title, note) => {
        const codeId = await hold('event', {
          title: title.slice(0, 90).toWellFormed(),
          starts_at: '2026-12-31',
          description: note,
        });
        const file = await (await visit(`/${codeId}?save`)).text();
        const event = new ICAL.Component(ICAL.parse(file) as never).getFirstSubcomponent('vevent');
        expect(event?.getFirstPropertyValue('description')).toBe(note);
        expect(event?.getFirstPropertyValue('summary')).toBe(title.slice(0, 90).toWellFormed().trim());
      }),
      { numRuns: 60 },
    );
  });
});
