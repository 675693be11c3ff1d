import { describe, expect, test } from 'vitest';
import { sayContent } from '#contract/problems/content-phrases.ts';
import { parseContent, type ContentType } from '#core/content/content.ts';

/** The reason why a target is refused; an empty string if it is not. */
function refusalOf(type: ContentType, target: string): string {
  const parsed = parseContent(type, target, { shortLinkHosts: ['go.example.com'] });
  return parsed.ok ? '' : sayContent(parsed.error);
}

describe('a Wi-Fi target', () => {
  test.each([
    'WIFI:T:WPA;S:home;P:password;;',
    'WIFI:T:WPA;S:mynetwork;P:mypass;;',
    'WIFI:S:home;T:WPA;P:password;;',
    'WIFI:T:WPA;S:home;P:password;H:true;;',
    'WIFI:T:WEP;S:home;P:12345;;',
    'WIFI:T:SAE;S:home;P:x;;',
    'WIFI:T:WPA3;S:home;P:password;;',
    'WIFI:T:nopass;S:home;;',
    'WIFI:T:nopass;S:home;P:;;',
    'WIFI:S:home;;',
    `WIFI:T:WPA;S:home;P:${'a1'.repeat(32)};;`,
    String.raw`WIFI:T:WPA;S:a\;b\,c\:d\"e\\;P:\;\,\:\"\\abc;;`,
    'WIFI:T:WPA;S:"abcd1234";P:"12345678";;',
    'WIFI:T:WPA2-EAP;S:eduroam;E:PEAP;PH2:MSCHAPV2;A:anon;I:jane;P:secret;;',
  ])('is accepted and kept: %s', (target) => {
    expect(parseContent('wifi', target, { shortLinkHosts: ['go.example.com'] })).toEqual({
      ok: true,
      value: { symbolContent: target, redirectTo: null },
    });
  });

  test.each([
    ['wifi:T:WPA;S:home;P:password;;', 'starts with WIFI: in upper case'],
    ['WIFI:T:WPA;S:home;P:password;', 'ends with two semicolons'],
    ['WIFI:T:WPA;S:home;P:password', 'ends with two semicolons'],
    [String.raw`WIFI:T:WPA;S:home;P:password\;;`, 'ends with two semicolons'],
    ['WIFI:;;', 'is not a field'],
    ['WIFI:T:WPA;;S:home;;', '"" is not a field'],
    ['WIFI:T:WPA;S:home;P:pass;word;;', '"word" is not a field'],
    ['WIFI:T:WPA;S:home;P:pass:word;;', String.raw`The field P has a bare : in it; write \:.`],
    ['WIFI:T:WPA;S:ho,me;P:password;;', String.raw`The field S has a bare , in it; write \,.`],
    ['WIFI:T:WPA;S:ho"me;P:password;;', String.raw`The field S has a bare " in it; write \".`],
    [String.raw`WIFI:T:WPA;S:ho\me;P:password;;`, 'The field S has a backslash before "m"'],
    ['WIFI:T:WPA;S:home;X:1;P:password;;', 'The field "X" is not known'],
    ['WIFI:T:WPA;S:home;S:away;P:password;;', 'The field S appears twice'],
    ['WIFI:T:wpa;S:home;P:password;;', 'T is "wpa"'],
    ['WIFI:T:WPA;P:password;;', 'S, the name of the network, is missing'],
    ['WIFI:T:WPA;S:;P:password;;', 'S, the name of the network, is missing'],
    [`WIFI:T:WPA;S:${'ä'.repeat(17)};P:password;;`, 'S, the name of the network, is 34 bytes long'],
    ['WIFI:T:WPA;S:home;;', 'P, the password, is missing'],
    ['WIFI:T:WPA;S:home;P:;;', 'P, the password, is missing'],
    ['WIFI:T:nopass;S:home;P:password;;', 'P is a password, but T says nopass'],
    ['WIFI:S:home;P:password;;', 'P is a password, but T says nopass'],
    ['WIFI:T:WPA;S:home;P:password;H:yes;;', 'H is "yes"'],
  ])('is refused with the field that is wrong: %s', (target, reason) => {
    expect(refusalOf('wifi', target)).toContain(reason);
  });
});

describe('a vCard', () => {
  test.each([
    card('VERSION:3.0', 'N:Doe;Jane;;;', 'FN:Jane Doe'),
    card('VERSION:4.0', 'FN:Jane Doe'),
    card('N:Doe;Jane', 'FN:Jane Doe', 'VERSION:3.0'),
    card(
      'VERSION:4.0',
      'FN;CHARSET=UTF-8:Jane',
      'TEL;TYPE="work,voice:x":+49',
      'item1.URL:https://example.com',
    ),
    card('version:4.0', 'fn:Jane').replace('BEGIN:VCARD', 'begin:vcard'),
    card('VERSION:4.0', 'FN:Jane').replaceAll('\r\n', '\n'),
    card('VERSION:4.0', 'FN:Jane').replaceAll('\r\n', '\r'),
    `${card('VERSION:4.0', 'FN:Ja', ' ne')}\r\n\r\n`,
  ])('is accepted: %j', (target) => {
    expect(refusalOf('vcard', target)).toBe('');
  });

  test.each([
    ['Jane Doe', 'Line 1 is "Jane Doe"'],
    ['FN:Jane', 'Line 1 stands outside'],
    ['BEGIN:VCARD\nVERSION:4.0\nFN:x', 'BEGIN:VCARD has no END:VCARD'],
    ['BEGIN:VCARD\nVERSION:4.0\nFN:x\nEND:VEVENT', 'Line 4 is END:VEVENT'],
    ['END:VCARD', 'Line 1 is END:VCARD'],
    ['BEGIN:VEVENT\nEND:VEVENT', 'one vCard'],
    [`${card('VERSION:4.0', 'FN:x')}\n${card('VERSION:4.0', 'FN:y')}`, 'one vCard'],
    [card('VERSION:4.0', 'FN:x', 'BEGIN:VCARD', 'END:VCARD'), 'one vCard'],
    [`${card('VERSION:4.0', 'FN:x')}\nNOTE:after`, 'Line 5 stands outside'],
    [card('FN:x'), 'VERSION is missing'],
    [card('VERSION:2.1', 'FN:x'), 'VERSION is "2.1"'],
    [card('FN:x', 'VERSION:4.0'), 'VERSION comes right after BEGIN'],
    [card('VERSION:4.0'), 'FN, the name to show, is missing'],
    [card('VERSION:4.0', 'FN: '), 'FN, the name to show, is missing'],
    [card('VERSION:3.0', 'FN:x'), 'N, the structured name, is missing'],
    [card('VERSION:4.0', 'FN:x', 'NOTE'), 'Line 4 is "NOTE"'],
    [card('VERSION:4.0', 'FN:x', 'NO TE:x'), 'Line 4 is "NO TE:x"'],
    [card('VERSION:4.0', 'FN:x', 'TEL;TYPE="work:+49'), 'Line 4 is'],
  ])('is refused with its problem: %j', (target, reason) => {
    expect(refusalOf('vcard', target)).toContain(reason);
  });
});

describe('an event', () => {
  test.each([
    event('SUMMARY:Concert', 'DTSTART:20261231T200000Z'),
    event('SUMMARY:Concert', 'DTSTART;VALUE=DATE:20261231'),
    event(
      'SUMMARY:Concert',
      'DTSTART;TZID=Europe/Berlin:20261231T200000',
      'DTEND;TZID=Europe/Berlin:20261231T220000',
    ),
    event('SUMMARY:Concert', 'DTSTART:20261231T200000Z', 'DURATION:PT2H'),
    event('SUMMARY:Leap day', 'DTSTART:20280229'),
    calendar(event('SUMMARY:Concert', 'DTSTART:20261231')),
    calendar(
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'END:VTIMEZONE',
      event('SUMMARY:x', 'DTSTART:20261231'),
    ),
    event('SUMMARY:x', 'DTSTART:20261231', 'BEGIN:VALARM', 'TRIGGER:-PT15M', 'END:VALARM'),
  ])('is accepted: %j', (target) => {
    expect(refusalOf('event', target)).toBe('');
  });

  test.each([
    ['Concert on Friday', 'Line 1 is'],
    ['BEGIN:VTODO\nEND:VTODO', 'one event'],
    [calendar(), 'one event'],
    [calendar(event('SUMMARY:a', 'DTSTART:20261231'), event('SUMMARY:b', 'DTSTART:20261231')), 'one event'],
    ['BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20261231', 'BEGIN:VEVENT has no END:VEVENT'],
    [event('SUMMARY:x'), 'DTSTART, the start of the event, is missing'],
    [event('DTSTART:20261231'), 'SUMMARY, the title of the event, is missing'],
    [event('SUMMARY:', 'DTSTART:20261231'), 'SUMMARY, the title of the event, is missing'],
    [
      event('DTSTART:20261231', 'BEGIN:VALARM', 'SUMMARY:x', 'END:VALARM'),
      'SUMMARY, the title of the event, is missing',
    ],
    [event('SUMMARY:x', 'DTSTART:31.12.2026'), 'DTSTART is "31.12.2026"'],
    [event('SUMMARY:x', 'DTSTART:20260229'), 'DTSTART is "20260229"'],
    [event('SUMMARY:x', 'DTSTART:20261301'), 'DTSTART is "20261301"'],
    [event('SUMMARY:x', 'DTSTART:20261231T240000'), 'DTSTART is "20261231T240000"'],
    [event('SUMMARY:x', 'DTSTART:20261231T206000'), 'DTSTART is "20261231T206000"'],
    [event('SUMMARY:x', 'DTSTART:2026-12-31T20:00:00Z'), 'DTSTART is "2026-12-31T20:00:00Z"'],
    [
      event('SUMMARY:x', 'DTSTART:20261231T200000Z', 'DTEND:20261231T190000Z'),
      'DTEND 20261231T190000Z is before DTSTART',
    ],
    [event('SUMMARY:x', 'DTSTART:20261231', 'DTEND:tomorrow'), 'DTEND is "tomorrow"'],
    [event('SUMMARY:x', 'DTSTART:20261231', 'DTEND:20270101', 'DURATION:P1D'), 'DTEND or DURATION, not both'],
  ])('is refused with its problem: %j', (target, reason) => {
    expect(refusalOf('event', target)).toContain(reason);
  });
});

function card(...lines: string[]): string {
  return ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n');
}

function event(...lines: string[]): string {
  return ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
}

function calendar(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
}
