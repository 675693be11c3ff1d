import { describe, expect, test } from 'vitest';
import { readContent } from '#contract/codes/read-content.ts';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import type { ContentType } from '#core/content/content.ts';
import { contentOf } from '#core/content/fields/content-fields.ts';

const lines = (...texts: string[]) => texts.join('\r\n');

/** Of each type: its fields, the text that they make, and the fields in normal form, if they differ. */
const TRIALS: readonly (readonly [type: ContentType, fields: object, target: string, shown?: object])[] = [
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
  test.each(TRIALS.map(([type, fields, target, shown = fields]) => ({ type, fields, target, shown })))(
    'of a $type $fields is composed, and comes back',
    ({ type, fields, target, shown }) => {
      expect(readContent(type, fields)).toEqual({ ok: true, value: { target, content: shown } });
      // What came back is accepted again, and changes nothing.
      expect(readContent(type, shown)).toEqual({ ok: true, value: { target, content: shown } });
      // The text has the same fields, but for the zone that it does not name.
      if (!('time_zone' in shown || ('starts_at' in shown && /\+\d\d:00$/.test(String(shown.starts_at)))))
        expect(contentOf(type, target)).toEqual(shown);
    },
  );

  test.each<[ContentType, unknown, readonly string[]]>([
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
  ])('of a %s %j is refused by its fields', (type, fields, faulty) => {
    const read = readContent(type, fields);
    const errors = read.ok ? [] : read.error.map(toFieldError);
    expect(errors.map(({ field }) => field).sort()).toEqual(faulty);
    // Each error says what would be right.
    for (const { message } of errors) expect(message).toMatch(/must|required|at most|Choose|[Ss]end|known/);
  });
});
