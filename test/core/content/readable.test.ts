import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatEventTime } from '#core/content/event-time.ts';
import { CONTENT_TYPES, leadsToUrl, parseContent } from '#core/content/content.ts';
import { toCalendarFile, toContactFile } from '#core/content/files.ts';
import { type ReadableEvent, readContent, recognizeContent } from '#core/content/readable.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const STATE = { uid: 'k7m2p9qa@go.example.com', revision: 3, updatedAtMs: NOW };

describe('the content of a code, in parts', () => {
  it.each([
    [
      'WIFI:T:WPA;S:Blue\\; Fig \\"guests\\";P:pass\\:word\\\\1;H:true;;',
      { network: 'Blue; Fig "guests"', security: 'WPA', password: 'pass:word\\1', isHidden: true },
    ],
    ['WIFI:S:Open;;', { network: 'Open', security: 'none', password: '', isHidden: false }],
    ['WIFI:T:WEP;S:Old;P:"abcde";;', { network: 'Old', security: 'WEP', password: 'abcde' }],
    ['WIFI:T:SAE;S:New;P:12345678;;', { security: 'WPA' }],
  ])('reads the network %s', (target, expected) => {
    expect(recognizeContent(target)).toMatchObject({ kind: 'wifi', ...expected });
  });

  it('reads a contact with all of its numbers, and parts that are escaped, folded or grouped', () => {
    const card = [
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Jane\\, "the boss" <b>Doe</b>',
      'ORG:Blue Fig;Kitchen\\; bar',
      'TITLE:Chef',
      'item1.TEL;VALUE=uri;TYPE="voice,cell":tel:+4930123456',
      'TEL:+49 30 654321',
      'EMAIL:mailto:jane@example.com',
      'URL:https://example.com/a?b=c;d',
      'ADR:;;Street 1;Ber',
      ' lin;;10115;Germany',
      'NOTE:one\\ntwo',
      'END:VCARD',
    ].join('\r\n');
    expect(recognizeContent(card)).toEqual({
      kind: 'vcard',
      name: 'Jane, "the boss" <b>Doe</b>',
      organisation: 'Blue Fig, Kitchen; bar',
      jobTitle: 'Chef',
      phones: ['+4930123456', '+49 30 654321'],
      emails: ['jane@example.com'],
      websites: ['https://example.com/a?b=c;d'],
      addresses: ['Street 1\nBerlin\n10115\nGermany'],
      note: 'one\ntwo',
    });
  });

  const eventOf = (...lines: string[]) =>
    recognizeContent(['BEGIN:VEVENT', 'SUMMARY:Party', ...lines, 'END:VEVENT'].join('\n')) as ReadableEvent;

  it.each([
    ['DTSTART:20261231T200000', 'Thursday, 31 December 2026 at 20:00'],
    ['DTSTART;TZID=Europe/Berlin:20261231T200000', 'Thursday, 31 December 2026 at 20:00 (Europe/Berlin)'],
    ['DTSTART;TZID=Nowhere/Land:20261231T200000', 'Thursday, 31 December 2026 at 20:00'],
    ['DTSTART:20261231T200000Z', 'Thursday, 31 December 2026 at 21:00 CET'],
    ['DTSTART;VALUE=DATE:20261231', 'Thursday, 31 December 2026'],
  ])('shows %s as %s to somebody in Berlin', (line, expected) => {
    expect(formatEventTime(eventOf(line).start, 'en-GB', 'Europe/Berlin')).toBe(expected);
  });

  it('shows the last day of an all-day event, not the first one after it', () => {
    const end = (line: string) => {
      const time = eventOf('DTSTART:20261231', line).end;
      return time && formatEventTime(time, 'en-GB');
    };
    expect(end('DTEND:20270102')).toBe('Friday, 1 January 2027');
    expect(end('DTEND:20261231')).toBe('Thursday, 31 December 2026');
    expect(end('X-NONE:1')).toBe(null);
  });

  it("reads an event's own lines, not those of its calendar or its alarm", () => {
    const calendar = [
      'BEGIN:VCALENDAR',
      'BEGIN:VTIMEZONE',
      'BEGIN:STANDARD',
      'DTSTART:19701025T030000',
      'END:STANDARD',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'BEGIN:VALARM',
      'DESCRIPTION:alarm',
      'END:VALARM',
      'DTSTART:20261231T200000',
      'SUMMARY:Party',
      'DESCRIPTION:Bring cake',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\n');
    expect(recognizeContent(calendar)).toMatchObject({ description: 'Bring cake', title: 'Party' });
    expect((recognizeContent(calendar) as ReadableEvent).start.wallMs).toBe(Date.UTC(2026, 11, 31, 20));
  });

  it.each([
    ['email', 'jane@example.com', { kind: 'email', to: 'jane@example.com', subject: '', body: '' }],
    [
      'email',
      'mailto:a@example.com,b@example.com?subject=Hi%20there&body=One%0D%0Atwo',
      { kind: 'email', to: 'a@example.com, b@example.com', subject: 'Hi there', body: 'One\ntwo' },
    ],
    ['phone', 'tel:+49 (30) 123456', { kind: 'phone', number: '+4930123456' }],
    ['sms', '+4930123456', { kind: 'sms', number: '+4930123456', text: '' }],
    ['sms', 'SMSTO:+4930123456:On: my way?', { kind: 'sms', number: '+4930123456', text: 'On: my way?' }],
    ['sms', 'sms:+4930123456?body=On%20my%20way', { kind: 'sms', number: '+4930123456', text: 'On my way' }],
    ['geo', 'geo:52.5163,13.3777?z=1', { kind: 'geo', latitude: '52.5163', longitude: '13.3777' }],
    ['geo', '-1,-2', { kind: 'geo', latitude: '-1', longitude: '-2' }],
    ['text', 'WIFI:T:WPA;S:a;P:b;;', { kind: 'text', text: 'WIFI:T:WPA;S:a;P:b;;' }],
    ['url', 'https://example.com', { kind: 'url', text: 'https://example.com' }],
  ] as const)('reads the %s %s', (type, target, expected) => {
    expect(readContent(type, target)).toEqual(expected);
  });

  it.each([
    'WIFI:T:WPA;S:a',
    'WIFI:',
    'BEGIN:VCARD\nEND:VCARD',
    'BEGIN:VCARD\nFN:x',
    'BEGIN:VEVENT\nDTSTART:soon\nSUMMARY:x\nEND:VEVENT',
    'BEGIN:VEVENT\nEND:VCARD',
    'wifi:T:WPA;S:a;P:b;;',
    '',
  ])('leaves %j a text', (text) => {
    expect(recognizeContent(text)).toEqual({ kind: 'text', text });
  });

  it('reads anything without an error, and everything that the service accepts as what it is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CONTENT_TYPES),
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        (type, text) => {
          const { kind } = readContent(type, text);
          const own = leadsToUrl(type) ? 'url' : type;
          expect(['text', own]).toContain(kind);
          const isAccepted = parseContent(type, text, { shortLinkHosts: ['go.example.com'] }).ok;
          if (isAccepted) expect(kind).toBe(own);
          recognizeContent(text);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a file of a code', () => {
  it('is a contact as it was given, in lines that end as address books expect', () => {
    expect(toContactFile('BEGIN:VCARD\nVERSION:3.0\rFN:a\r\nEND:VCARD\n')).toBe(
      'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:a\r\nEND:VCARD\r\n',
    );
  });

  it('is a complete calendar, even for a bare event', () => {
    expect(toCalendarFile('BEGIN:VEVENT\nDTSTART:20261231\nSUMMARY:a\nEND:VEVENT', STATE)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//qr-code-service//EN',
        'BEGIN:VEVENT',
        'UID:k7m2p9qa@go.example.com',
        'DTSTAMP:20261122T120000Z',
        'LAST-MODIFIED:20261122T120000Z',
        'SEQUENCE:2',
        'DTSTART:20261231',
        'SUMMARY:a',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  it('is the calendar that it is already', () => {
    const whole = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:x',
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTAMP:20260101T000000Z',
      'LAST-MODIFIED:20260101T000000Z',
      'SEQUENCE;X-A=b:7',
      'DTSTART:20261231',
      'SUMMARY:a',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
    expect(toCalendarFile(whole, STATE)).toBe(whole);
  });
});
