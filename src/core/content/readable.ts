import type { ContentType } from './static-content.ts';
import { linesOfEvent } from './event.ts';
import { type EventTime, lastDayBefore, readEventTime } from './event-time.ts';
import { splitParts, unescapeText } from './fields/read-property-lines.ts';
import { parsePhoneNumber } from './phone.ts';
import { parsePropertyLines } from './property-lines.ts';
import { decodeUriData, splitQuery } from './uri.ts';
import { readWifiFields } from './wifi.ts';

/** The content of a code in readable parts. Every text may hold any characters: escape it for output. */
export type ReadableContent =
  | { readonly kind: 'url' | 'text'; readonly text: string }
  | { readonly kind: 'email'; readonly to: string; readonly subject: string; readonly body: string }
  | { readonly kind: 'phone'; readonly number: string }
  | { readonly kind: 'sms'; readonly number: string; readonly text: string }
  | { readonly kind: 'geo'; readonly latitude: string; readonly longitude: string }
  | ReadableNetwork
  | ReadableContact
  | ReadableEvent;

export interface ReadableNetwork {
  readonly kind: 'wifi';
  readonly network: string;
  /** `WPA` for all of its generations. */
  readonly security: 'WPA' | 'WEP' | 'none';
  /** Empty where the network is open. */
  readonly password: string;
  readonly isHidden: boolean;
}

export interface ReadableContact {
  readonly kind: 'vcard';
  readonly name: string;
  readonly organisation: string;
  readonly jobTitle: string;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly websites: readonly string[];
  /** Each may have several lines. */
  readonly addresses: readonly string[];
  readonly note: string;
}

export interface ReadableEvent {
  readonly kind: 'event';
  readonly title: string;
  readonly start: EventTime;
  /** Null if open. For an event of whole days, the last day. */
  readonly end: EventTime | null;
  readonly place: string;
  readonly description: string;
}

/** A target's readable content by the type of its code; plain text if the target does not match its type. */
export function readContent(type: ContentType, target: string): ReadableContent {
  return READERS[type](target) ?? { kind: 'text', text: target };
}

/** A text's readable content as a phone sees it without knowing its type: a network, a contact, an event, or a text. */
export function recognizeContent(text: string): ReadableContent {
  const type = SIGNS.find(([sign]) => sign.test(text))?.[1] ?? 'text';
  return readContent(type, text);
}

const SIGNS: readonly (readonly [sign: RegExp, type: ContentType])[] = [
  [/^WIFI:/, 'wifi'],
  [/^BEGIN:VCARD[\r\n]/i, 'vcard'],
  [/^BEGIN:V(?:EVENT|CALENDAR)[\r\n]/i, 'event'],
];

const READERS: Readonly<Record<ContentType, (target: string) => ReadableContent | null>> = {
  url: (text) => ({ kind: 'url', text }),
  text: (text) => ({ kind: 'text', text }),
  email: readEmail,
  phone: (target) => {
    const number = parsePhoneNumber(target.replace(/^tel:/i, ''));
    return number === null ? null : { kind: 'phone', number };
  },
  sms: readSms,
  geo: (target) => {
    const [, latitude, longitude] = /^(?:geo:)?(-?[\d.]+),(-?[\d.]+)/i.exec(target) ?? [];
    return latitude === undefined || longitude === undefined ? null : { kind: 'geo', latitude, longitude };
  },
  wifi: readWifi,
  vcard: readContact,
  event: readEvent,
};

function readEmail(target: string): ReadableContent | null {
  if (!/^mailto:/i.test(target)) return { kind: 'email', to: target, subject: '', body: '' };
  const [addresses = '', query = ''] = target.slice('mailto:'.length).split(/\?(.*)/s);
  const to = decodeUriData(addresses);
  const fields = query === '' ? [] : splitQuery(query);
  if (to === null || fields === null) return null;
  const valueOf = (name: string) =>
    decodeUriData(fields.find((field) => field.name.toLowerCase() === name)?.value ?? '') ?? '';
  return { kind: 'email', to: to.replaceAll(',', ', '), subject: valueOf('subject'), body: valueOf('body') };
}

function readSms(target: string): ReadableContent | null {
  const isUri = /^sms:/i.test(target);
  const [, recipient = '', rest = ''] = /^(?:sms:|smsto:)?([^:?]*)(?:[:?](.*))?$/is.exec(target) ?? [];
  const number = parsePhoneNumber(recipient);
  if (number === null) return null;
  const text = isUri ? (decodeUriData(rest.replace(/^body=/i, '')) ?? '') : rest;
  return { kind: 'sms', number, text };
}

function readWifi(target: string): ReadableContent | null {
  const fields = readWifiFields(target);
  const network = fields.get('S');
  if (network === undefined) return null;
  const security = fields.get('T') ?? 'nopass';
  return {
    kind: 'wifi',
    network,
    security: security === 'nopass' ? 'none' : security === 'WEP' ? 'WEP' : 'WPA',
    password: fields.get('P') ?? '',
    isHidden: fields.get('H') === 'true',
  };
}

function readContact(target: string): ReadableContent | null {
  const lines = parsePropertyLines(target);
  if (!lines.ok) return null;
  const all = (name: string) =>
    lines.value.filter((line) => line.name === name && line.value.trim() !== '').map(({ value }) => value);
  const texts = (name: string) => all(name).map((value) => unescapeText(value).trim());
  const [name] = texts('FN');
  if (name === undefined) return null;
  return {
    kind: 'vcard',
    name,
    // RFC 6350 §6.6.4: the organisation, then its parts.
    organisation: all('ORG').slice(0, 1).map(joinParts(', ')).join(''),
    jobTitle: texts('TITLE')[0] ?? '',
    // vCard 4.0 may write a number or an address as a URI.
    phones: texts('TEL').map((value) => value.replace(/^tel:/i, '')),
    emails: texts('EMAIL').map((value) => value.replace(/^mailto:/i, '')),
    websites: all('URL').map((value) => value.trim()),
    addresses: all('ADR').map(joinParts('\n')),
    note: texts('NOTE')[0] ?? '',
  };
}

function joinParts(separator: string): (value: string) => string {
  return (value) =>
    splitParts(value)
      .map((part) => unescapeText(part).trim())
      .filter((part) => part !== '')
      .join(separator);
}

function readEvent(target: string): ReadableContent | null {
  const lines = parsePropertyLines(target);
  const event = lines.ok ? linesOfEvent(lines.value) : [];
  const find = (name: string) => event.find((line) => line.name === name);
  const text = (name: string) => unescapeText(find(name)?.value ?? '').trim();
  const start = readEventTime(find('DTSTART'));
  if (start === null) return null;
  const end = readEventTime(find('DTEND'));
  return {
    kind: 'event',
    title: text('SUMMARY'),
    start,
    end: end?.isDay ? lastDayBefore(end, start) : end,
    place: text('LOCATION'),
    description: text('DESCRIPTION'),
  };
}
