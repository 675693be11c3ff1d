import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TARGET_FAMILIES } from '#core/content/forms/forms.ts';
import { parseContent, type ContentType } from '#core/content/content.ts';
import { summarizeTarget } from '#core/content/summarize.ts';

type Fields = Record<string, string>;

function compose(type: ContentType, fields: Fields) {
  return TARGET_FAMILIES[type].compose((field) => fields[field] ?? '');
}

function problemsOf(type: ContentType, fields: Fields): Record<string, string> {
  const composed = compose(type, fields);
  return composed.ok ? {} : Object.fromEntries(composed.error.map(({ field, message }) => [field, message]));
}

const lines = (...texts: string[]) => texts.join('\r\n');

describe('the fields of a form become a target', () => {
  test.each<[ContentType, Fields, string]>([
    ['url', { url: ' https://example.com/menu ' }, 'https://example.com/menu'],
    ['url', { url: 'example.com' }, 'https://example.com'],
    ['url', { url: 'exämple.com:8080/menü?a=b' }, 'https://exämple.com:8080/menü?a=b'],
    ['text', { text: '  two\nlines\n' }, '  two\nlines\n'],
    ['email', { email: ' jane@example.com ' }, 'mailto:jane@example.com'],
    [
      'email',
      { email: 'jane+qr@exämple.com', subject: 'Hello & bye?', message: 'first\nsecond ü' },
      'mailto:jane+qr@xn--exmple-cua.com?subject=Hello%20%26%20bye%3F&body=first%0D%0Asecond%20%C3%BC',
    ],
    ['email', { email: 'mailto:jane@example.com', message: 'x' }, 'mailto:jane@example.com?body=x'],
    ['phone', { phone: ' +49 (30) 123-456 ' }, 'tel:+4930123456'],
    ['sms', { phone: '+49 30 123456' }, 'SMSTO:+4930123456'],
    [
      'sms',
      { phone: '+49 30 123456', message: 'On my way:\n 5 min?' },
      'SMSTO:+4930123456:On my way: 5 min?',
    ],
    ['wifi', { network: 'home', security: 'WPA', password: 'secrets!' }, 'WIFI:T:WPA;S:home;P:secrets!;;'],
    [
      'wifi',
      { network: 'Caf;e "Zur Post", 1:2\\', security: 'WEP', password: ' p:a;s,s"w\\ord ', hidden: 'on' },
      String.raw`WIFI:T:WEP;S:Caf\;e \"Zur Post\"\, 1\:2\\;P: p\:a\;s\,s\"w\\ord ;H:true;;`,
    ],
    ['wifi', { network: 'Freifunk Köln', security: 'nopass' }, 'WIFI:T:nopass;S:Freifunk Köln;;'],
    ['geo', { latitude: '52,5163', longitude: ' +13.3777' }, 'geo:52.5163,13.3777'],
    ['geo', { latitude: '-90', longitude: '180' }, 'geo:-90,180'],
    [
      'vcard',
      { name: 'Madonna' },
      lines('BEGIN:VCARD', 'VERSION:3.0', 'N:Madonna;;;;', 'FN:Madonna', 'END:VCARD'),
    ],
    [
      'vcard',
      {
        name: 'Jane Ann Doe; Dr.',
        organisation: 'Doe, Roe & Co\\',
        job_title: 'Head\nof everything',
        phone: '+49 30 123456',
        email: 'jane@example.com',
        website: 'example.com/a,b;c',
        address: 'Unter den Linden 1\n10117 Berlin',
      },
      lines(
        'BEGIN:VCARD',
        'VERSION:3.0',
        String.raw`N:Dr.;Jane Ann Doe\;;;;`,
        String.raw`FN:Jane Ann Doe\; Dr.`,
        String.raw`ORG:Doe\, Roe & Co\\`,
        String.raw`TITLE:Head\nof everything`,
        'TEL:+4930123456',
        'EMAIL:jane@example.com',
        'URL:https://example.com/a,b;c',
        String.raw`ADR:;;Unter den Linden 1\n10117 Berlin;;;;`,
        'END:VCARD',
      ),
    ],
    [
      'event',
      { event_title: 'Concert', start_date: '2026-12-31', start_time: '20:00' },
      lines('BEGIN:VEVENT', 'SUMMARY:Concert', 'DTSTART:20261231T200000', 'END:VEVENT'),
    ],
    [
      'event',
      {
        event_title: 'Party, late',
        start_date: '2026-12-31',
        start_time: '22:30',
        end_date: '2027-01-01',
        end_time: '04:00',
        place: 'Berlin; Mitte',
        description: 'Bring\nfriends',
      },
      lines(
        'BEGIN:VEVENT',
        String.raw`SUMMARY:Party\, late`,
        'DTSTART:20261231T223000',
        'DTEND:20270101T040000',
        String.raw`LOCATION:Berlin\; Mitte`,
        String.raw`DESCRIPTION:Bring\nfriends`,
        'END:VEVENT',
      ),
    ],
    [
      'event',
      { event_title: 'Talk', start_date: '2026-12-30', start_time: '09:00', end_time: '10:00' },
      lines('BEGIN:VEVENT', 'SUMMARY:Talk', 'DTSTART:20261230T090000', 'DTEND:20261230T100000', 'END:VEVENT'),
    ],
    // An all-day event ends on the day after its last day.
    [
      'event',
      {
        event_title: 'Fair',
        start_date: '2026-12-30',
        end_date: '2026-12-31',
        all_day: 'on',
        start_time: '09:00',
      },
      lines(
        'BEGIN:VEVENT',
        'SUMMARY:Fair',
        'DTSTART;VALUE=DATE:20261230',
        'DTEND;VALUE=DATE:20270101',
        'END:VEVENT',
      ),
    ],
  ])('%s %j', (type, fields, target) => {
    expect(compose(type, fields)).toEqual({ ok: true, value: target });
    expect(parseContent(type, target, { shortLinkHost: 'go.example.com' }).ok).toBe(true);
    expect(compose(type, TARGET_FAMILIES[type].decompose(target))).toEqual({ ok: true, value: target });
  });
});

describe('the fields of a target from elsewhere contain everything that a form has fields for', () => {
  test.each<[ContentType, string, Fields]>([
    ['email', 'jane@example.com', { email: 'jane@example.com' }],
    ['email', 'mailto:j@example.com?cc=x@y.z&Subject=100%', { email: 'j@example.com', subject: '100%' }],
    ['phone', '+4930123456', { phone: '+4930123456' }],
    ['sms', 'sms:+4930123456', { phone: '+4930123456' }],
    ['geo', '52.5163,13.3777', { latitude: '52.5163', longitude: '13.3777' }],
    [
      'wifi',
      'WIFI:S:"home";T:SAE;H:true;P:a\\;b;;',
      { network: 'home', security: 'WPA', password: 'a;b', hidden: 'on' },
    ],
    ['wifi', 'no network', { security: 'nopass' }],
    [
      'vcard',
      lines(
        'BEGIN:VCARD',
        'VERSION:4.0',
        'item1.TEL;TYPE=work:+4930123456',
        'TEL:+4930999999',
        'FN:Jane Doe',
        'ADR;TYPE=home:;;Main St. 1\\, left;Berlin;;10117;Germany',
        'BDAY:19990101',
        'END:VCARD',
      ),
      { name: 'Jane Doe', phone: '+4930123456', address: 'Main St. 1, left\nBerlin\n10117\nGermany' },
    ],
    [
      'event',
      lines('BEGIN:VEVENT', 'SUMMARY:Fair', 'DTSTART:20261231T090000Z', 'END:VEVENT'),
      { event_title: 'Fair', start_date: '2026-12-31', start_time: '09:00' },
    ],
    ['event', 'BEGIN:VEVENT\r\nDTSTART:soon\r\nEND:VEVENT', {}],
    ['event', 'no event', {}],
  ])('%s %j', (type, target, expected) => {
    const fields = Object.entries(TARGET_FAMILIES[type].decompose(target)).filter(
      ([, value]) => value !== '',
    );
    expect(Object.fromEntries(fields)).toEqual(expected);
  });
});

describe('each problem names its field', () => {
  test.each<[ContentType, Fields, Record<string, string>]>([
    ['url', { url: ' ' }, { url: 'Give the address' }],
    ['text', { text: '\n' }, { text: 'Write the text' }],
    ['email', {}, { email: 'Give the address' }],
    ['email', { email: 'jane' }, { email: 'not an e-mail address' }],
    ['email', { email: 'jane@example.com?bcc=x@y.z' }, { email: 'not an e-mail address' }],
    ['phone', { phone: '030 123456' }, { phone: 'Write + and the country code' }],
    ['phone', { phone: '+49 (0)30 123456' }, { phone: '"(0)" is dialled only within the country' }],
    ['sms', { message: 'hi' }, { phone: 'Give the phone number' }],
    ['wifi', {}, { network: 'Give the name', security: 'Choose', password: 'Give the password' }],
    ['wifi', { network: 'x', security: 'nopass', password: 'y' }, { password: 'An open network' }],
    ['wifi', { network: 'x', security: 'WPA', password: '1234567' }, { password: '8 to 63 characters' }],
    ['wifi', { network: 'x', security: 'WPA', password: 'x'.repeat(64) }, { password: '8 to 63 characters' }],
    ['wifi', { network: 'ä'.repeat(17), security: 'nopass' }, { network: '34 bytes long' }],
    [
      'geo',
      { latitude: '90.1', longitude: 'east' },
      { latitude: 'between -90 and 90', longitude: '13.3777' },
    ],
    ['vcard', { name: '', email: 'x', phone: '1' }, { name: 'Give', email: 'jane@', phone: 'country code' }],
    ['vcard', { name: 'x', website: 'javascript:alert(1)' }, { website: 'not an address of the web' }],
    ['event', {}, { event_title: 'Give', start_date: 'Give the day', start_time: 'Give the time' }],
    [
      'event',
      { event_title: 'x', start_date: '2026-02-29', start_time: '24:00', end_date: '2026-03-01' },
      { start_date: 'not a day', start_time: 'not a time', end_time: 'Give the time' },
    ],
    [
      'event',
      { event_title: 'x', start_date: '2026-12-31', start_time: '20:00', end_time: '19:00' },
      { end_time: 'ends before it starts' },
    ],
    [
      'event',
      { event_title: 'x', start_date: '2026-12-31', end_date: '2026-12-30', all_day: 'on' },
      { end_date: 'ends before it starts' },
    ],
  ])('%s %j', (type, fields, expected) => {
    const problems = problemsOf(type, fields);
    expect(Object.keys(problems).sort()).toEqual(Object.keys(expected).sort());
    for (const [field, text] of Object.entries(expected)) expect(problems[field]).toContain(text);
  });
});

describe('any typed text', () => {
  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 24 })
    .filter((text) => !/\p{Cc}/u.test(text));
  const paragraph = fc.array(word, { maxLength: 3 }).map((texts) => texts.join('\n'));

  test.each<[ContentType, fc.Arbitrary<Fields>]>([
    ['text', fc.record({ text: paragraph })],
    ['email', fc.record({ email: fc.constant('jane@example.com'), subject: word, message: paragraph })],
    ['sms', fc.record({ phone: fc.constant('+49 30 123456'), message: paragraph })],
    [
      'wifi',
      fc.record({
        network: word,
        password: word.map((text) => text.padEnd(8, '.')),
        security: fc.constantFrom('WPA', 'WEP'),
        hidden: fc.constantFrom('', 'on'),
      }),
    ],
    [
      'geo',
      fc
        .record({
          latitude: fc.integer({ min: -90, max: 90 }),
          longitude: fc.integer({ min: -180, max: 180 }),
        })
        .map(({ latitude, longitude }) => ({ latitude: String(latitude), longitude: String(longitude) })),
    ],
    ['vcard', fc.record({ name: word, organisation: word, job_title: word, address: paragraph })],
    [
      'event',
      fc.record({
        event_title: word,
        start_date: fc.constant('2026-12-31'),
        start_time: fc.constant('20:00'),
        place: word,
        description: paragraph,
      }),
    ],
  ])('a %s that is put together is one that the interface accepts', (type, fields) => {
    fc.assert(
      fc.property(fields, (values) => {
        const composed = compose(type, values);
        if (!composed.ok) return;
        const parsed = parseContent(type, composed.value, { shortLinkHost: 'go.example.com' });
        expect(parsed.ok ? '' : parsed.error.fault.code).toBe('');
        expect(compose(type, TARGET_FAMILIES[type].decompose(composed.value))).toEqual(composed);
      }),
      { seed: 20261121 },
    );
  });

  test('a line break in a name does not start a new line', () => {
    const composed = compose('vcard', { name: 'Jane\r\nTEL:+491234567', organisation: 'x\rEND:VCARD' });
    expect(composed.ok && composed.value.split('\r\n').map((line) => line.split(/[:;]/)[0])).toEqual([
      'BEGIN',
      'VERSION',
      'N',
      'FN',
      'ORG',
      'END',
    ]);
  });
});

describe('a list shows the part of a target that people recognise', () => {
  test.each<[ContentType, string, string]>([
    ['url', 'https://example.com/menu', 'https://example.com/menu'],
    ['text', 'two\n\nlines', 'two lines'],
    ['email', 'mailto:jane@example.com?subject=Hello', 'jane@example.com'],
    ['email', 'jane@example.com', 'jane@example.com'],
    ['phone', 'tel:+4930123456', '+4930123456'],
    ['sms', 'SMSTO:+4930123456:On my way: soon', '+4930123456'],
    ['sms', 'sms:+4930123456?body=hi', '+4930123456'],
    ['wifi', String.raw`WIFI:T:WPA;S:Caf\;e \"1\:2\\;P:secret;;`, String.raw`Caf;e "1:2\ `.trim()],
    ['wifi', 'WIFI:S:first;P:S\\:secret;T:WPA;;', 'first'],
    ['geo', 'geo:52.5163,13.3777?q=Gate', '52.5163,13.3777'],
    [
      'vcard',
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jane;;;\r\nFN:Jane\\, Doe\\nx\r\nEND:VCARD',
      'Jane, Doe x',
    ],
    ['event', 'BEGIN:VEVENT\nSUMMARY;LANGUAGE=de:Fest\nDTSTART:20261231T200000\nEND:VEVENT', 'Fest'],
    ['vcard', 'something else', 'something else'],
  ])('%s %j', (type, target, summary) => {
    expect(summarizeTarget(type, target)).toBe(summary);
  });
});
