import { type ContentType, leadsToUrl } from './static-content.ts';
import { linesOfEvent } from './event.ts';
import { type EventTime, lastDayBefore, readEventTime, toWallClock } from './event-time.ts';
import { describeContent } from './fields/content-fields.ts';
import { readTime } from './fields/event.ts';
import type { ContentValues, Values } from './fields/field.ts';
import { splitParts, unescapeText } from './fields/read-property-lines.ts';
import { parsePhoneNumber, readPhoneNumber } from './phone.ts';
import { parsePropertyLines } from './property-lines.ts';

/** The content of a code in readable parts. Every text may hold any characters: escape it for output. */
export type ReadableContent =
  | { readonly kind: 'url' | 'text' | 'file'; readonly text: string }
  | { readonly kind: 'email'; readonly to: string; readonly subject: string; readonly body: string }
  | { readonly kind: 'phone'; readonly number: string }
  | { readonly kind: 'sms'; readonly number: string; readonly text: string }
  | { readonly kind: 'geo'; readonly latitude: string; readonly longitude: string }
  | ReadableNetwork
  | ReadableContact
  | ReadableEvent
  | ReadablePayment;

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

export interface ReadablePayment {
  readonly kind: 'payment';
  readonly payee: string;
  /** In groups of four, as people read it. */
  readonly iban: string;
  /** With a point; empty where the payer decides. */
  readonly amount: string;
  readonly currency: string;
  readonly reference: string;
  readonly text: string;
}

/** A target's readable content by the type of its code; plain text if the target does not match its type. */
export function readContent(
  type: ContentType,
  target: string,
  fields: Values | null = null,
): ReadableContent {
  return (fields && readFields({ type, values: fields })) ?? readText(type, target);
}

/** The readable content of fields; null for a type that has none. */
export function readFields({ type, values }: ContentValues): ReadableContent | null {
  const view = VIEWS[type];
  const text = (name: string) => {
    const value = name.split('.').reduce<unknown>((all, part) => (all as Values | null)?.[part], values);
    return isText(value) ? String(value) : '';
  };
  return view?.(text) ?? null;
}

function isText(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
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
  [/^BCD\r?\n/, 'epc'],
  [/^SPC\r?\n/, 'swiss_bill'],
];

function readText(type: ContentType, target: string): ReadableContent {
  const plain = { kind: 'text', text: target } as const;
  if (leadsToUrl(type)) return { kind: 'url', text: target };
  if (type === 'file') return { kind: type, text: target };
  // These two may hold more than their fields: several numbers, times of other zones.
  if (type === 'vcard') return readContact(target) ?? plain;
  if (type === 'event') return readEvent(target) ?? plain;
  const values = describeContent(type)?.decompose(target.replaceAll('\r\n', '\n')) ?? {};
  return readFields({ type, values: values as Values }) ?? plain;
}

/** Each type from its fields. Null if they hold too little to be shown. */
const VIEWS: Readonly<
  Partial<Record<ContentType, (text: (name: string) => string) => ReadableContent | null>>
> = {
  email: (text) => ({
    kind: 'email',
    to: text('to').replaceAll(',', ', '),
    subject: text('subject'),
    body: text('body'),
  }),
  phone: (text) => {
    const number = readPhoneNumber(text('number'));
    return number === null ? null : { kind: 'phone', number };
  },
  sms: (text) => {
    const number = parsePhoneNumber(text('to'));
    return number === null ? null : { kind: 'sms', number, text: text('body') };
  },
  geo: (text) => ({ kind: 'geo', latitude: text('latitude'), longitude: text('longitude') }),
  wifi: (text) => {
    const network = text('ssid');
    if (network === '') return null;
    const security = text('security');
    return {
      kind: 'wifi',
      network,
      security: security === 'nopass' ? 'none' : security === 'WEP' ? 'WEP' : 'WPA',
      password: text('password'),
      isHidden: text('hidden') === 'true',
    };
  },
  vcard: (text) => {
    const several = (...names: string[]) => names.map(text).filter((one) => one !== '');
    const places = [
      text('street'),
      [text('zip'), text('city')].filter((part) => part !== '').join(' '),
      text('region'),
      text('country'),
    ];
    const address = places.filter((place) => place !== '').join('\n');
    return {
      kind: 'vcard',
      name: several('first_name', 'last_name').join(' ') || text('organization'),
      organisation: text('organization'),
      jobTitle: text('title'),
      phones: several('phone', 'mobile'),
      emails: several('email'),
      websites: several('url'),
      addresses: address === '' ? [] : [address],
      note: text('note'),
    };
  },
  event: (text) => {
    const zone = text('time_zone') || null;
    const start = toEventTime(text('starts_at'), zone);
    return (
      start && {
        kind: 'event',
        title: text('title'),
        start,
        end: toEventTime(text('ends_at'), zone),
        place: text('location'),
        description: text('description'),
      }
    );
  },
  epc: (text) => viewPayment(text, { payee: 'name', currency: 'EUR', about: text('text') }),
  swiss_bill: (text) =>
    viewPayment(text, { payee: 'creditor.name', currency: text('currency'), about: text('message') }),
};

function viewPayment(
  text: (name: string) => string,
  { payee, currency, about }: { readonly payee: string; readonly currency: string; readonly about: string },
): ReadablePayment | null {
  const [iban, amount] = [text('iban'), text('amount')];
  if (iban === '') return null;
  return {
    kind: 'payment',
    payee: text(payee),
    iban: iban.replaceAll(/(.{4})(?=.)/g, '$1 '),
    amount,
    currency,
    reference: text('reference'),
    text: about,
  };
}

/** An instant is shown on the clock of its zone if that is known. */
function toEventTime(text: string, zone: string | null): EventTime | null {
  const time = readTime(text);
  if (!time) return null;
  const { kind, timeMs } = time;
  if (kind !== 'instant') return { isDay: kind === 'day', wallMs: timeMs, zone };
  return { isDay: false, ...(zone === null ? { wallMs: timeMs, zone: 'UTC' } : toWallClock(timeMs, zone)) };
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
