import fc from 'fast-check';
import { composeIBAN } from 'ibantools';
import { CONTENT_FIELDS, type TypeWithFields } from '#core/content/fields/content-fields.ts';
import type { Field, Fields } from '#core/content/fields/field.ts';
import { rightCreditorReference, rightQrReference } from '#core/content/payments/check-digits.ts';

/** Contents by fields, of all types, whose texts are as nasty as their fields allow. */

export interface DrawnContent {
  /** The fields as somebody types them. */
  readonly sent: Parts;
  /** The same in their normal form, as they come back. */
  readonly shown: Parts;
  /** What the text alone has of them: no zone of times. */
  readonly ofText: Parts;
}

type Parts = Readonly<Record<string, unknown>>;

/** What formats separate and escape by, what people paste, and what ends an object or a line somewhere. */
const NASTY = [
  ...[
    ',',
    ';',
    '\\',
    '\\n',
    '\\;',
    '\\\\',
    '"',
    "'",
    ':',
    ' ',
    '  ',
    '%',
    '%0A',
    '&',
    '=',
    '?',
    '+',
    '#',
    '<b>',
  ],
  ...['😀', '👩‍👩‍👧', '🏳️‍🌈', 'שלום', 'مرحبا', '\u202E', '\u200F', 'é', 'e\u0301', 'ß', 'Ő', 'Ω', 'Ж', '漢字', 'ｶ'],
  ...['\uFEFF', '\u2028', '\u2029', '\u00A0', '\u00AD', '\uFFFD', '\uE000', '\u{10FFFF}', '€', 'ș'],
  ...[
    ';;',
    'END:VCARD',
    'BEGIN:VEVENT',
    'TEL:1',
    'SMSTO:',
    'EPD',
    'EUR1',
    'T:WPA',
    'null',
    '0',
    'a',
    'Zz',
    '12',
  ],
];
const BREAKS = ['\n', '\n\n', '\n ', '\t', ' \n'];

/** Of the standards of payments: docs/decisions/payments.md. */
const NOT_SWISS = /[^\u0020-\u007E\u00A0-\u017F\u0218-\u021B\u20AC]/gu;
const NOT_EPC = /[^\u0020-\u007E\u00A0-\u017F\u0218-\u021B\u0370-\u03FF\u0400-\u04FF\u20AC]/gu;

/** A text without white space at its ends, of up to `longest` characters and sometimes just as many. */
function nastyText(longest: number, hasLines: boolean, others = /\p{Cc}/gu): fc.Arbitrary<string> {
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...NASTY, ...(hasLines ? BREAKS : [])) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }).map(withoutControls),
    },
  );
  const parts = fc.array(part, { minLength: 1, maxLength: 12 }).map((all) => all.join(''));
  return fc.tuple(parts, fc.constantFrom(1, 1, 1, 1, 1, longest)).map(([text, times]) => {
    const allowed = cut(
      text.repeat(times).replaceAll(others, (one) => (/[\t\n]/.test(one) && hasLines ? one : '')),
      longest,
    );
    return allowed.trim() || 'x';
  });
}

const withoutControls = (text: string) => text.replaceAll(/\p{Cc}/gu, '');
const cut = (text: string, longest: number) =>
  [...text.slice(0, 2 * longest)].slice(0, longest).join('').toWellFormed();

const digits = (least: number, most = least) =>
  fc.stringMatching(new RegExp(String.raw`^\d{${least},${most}}$`));
const phone = fc.stringMatching(/^\+[1-9]\d{6,14}$/);
const withExtension = fc.stringMatching(/^\+[1-9]\d{6,14}(;ext=\d{1,15})?$/);
const localPart = fc.stringMatching(
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,31}(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,32})?$/,
);
const atDomain = (...domains: string[]) =>
  fc
    .tuple(localPart, fc.constantFrom('example.com', 'a-b.Example.org', ...domains))
    .map((parts) => parts.join('@'));
const website = nastyText(200, false).map((text) => `https://example.com/${text.replaceAll(/[\s\\]/g, '')}`);
const ibanOf = (countryCode: string, bban: fc.Arbitrary<string>) =>
  bban.map((one) => composeIBAN({ countryCode, bban: one }) ?? '');
const CREDITOR_REFERENCE = fc
  .stringMatching(/^[0-9A-Z]{1,21}$/)
  .map((text) => rightCreditorReference(`RF00${text}`));
const amountOf = (decimals: number) =>
  fc
    .integer({ min: 1, max: 99_999_999_900 })
    .map((cents) => (cents / 100).toFixed(decimals))
    .filter((text) => Number(text) > 0);

/** Fields whose form is their own. */
const FORMED: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'phone.number': withExtension,
  'sms.to': phone,
  'vcard.phone': withExtension,
  'vcard.mobile': withExtension,
  'vcard.email': atDomain('exämple.com'),
  'vcard.url': website,
  // In the text its domain is in ASCII.
  'email.to': atDomain('xn--exmple-cua.com'),
  'epc.iban': fc.oneof(
    ibanOf('DE', digits(18)),
    ibanOf('MT', fc.stringMatching(/^[A-Z]{4}\d{5}[0-9A-Z]{18}$/)),
  ),
  'epc.bic': fc.constantFrom('BPOTBEB1', 'DEUTDEFF500'),
  'epc.amount': fc.oneof(amountOf(0), amountOf(1), amountOf(2)),
  'epc.reference': CREDITOR_REFERENCE,
  'epc.purpose': fc.stringMatching(/^[A-Z]{4}$/),
  'swiss_bill.amount': amountOf(2),
  'swiss_bill.alternative_procedures': fc
    .array(nastyText(20, false, NOT_SWISS), { minLength: 1, maxLength: 2 })
    .map((lines) => lines.join('\n')),
  'swiss_bill.creditor.country': fc.constantFrom('CH', 'LI', 'DE'),
  'swiss_bill.debtor.country': fc.constantFrom('CH', 'FR'),
};

/** Fields that `TOGETHER` adds. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['wifi.ssid', 'wifi.password', 'wifi.security', 'event.starts_at', 'event.ends_at', 'event.time_zone'],
  ...['swiss_bill.iban', 'swiss_bill.reference'],
]);

function textOf(path: string, { kind, longest }: Extract<Field, { kind: 'line' | 'lines' | 'exact' }>) {
  const others = path.startsWith('swiss_bill.') ? NOT_SWISS : path.startsWith('epc.') ? NOT_EPC : undefined;
  return nastyText(longest, kind === 'lines', others);
}

function valueOf(path: string, field: Field): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'choice':
      return fc.constantFrom(...field.options);
    case 'flag':
      return fc.boolean();
    case 'number':
      return fc
        .integer({ min: field.least * 10 ** field.decimals, max: field.most * 10 ** field.decimals })
        .map((units) => units / 10 ** field.decimals);
    case 'group':
      return valuesOf(`${path}.`, field.fields);
    default:
      return FORMED[path] ?? textOf(path, field);
  }
}

function valuesOf(prefix: string, fields: Fields): fc.Arbitrary<Parts> {
  const all = Object.entries(fields).filter(([name]) => !LEFT_OUT.has(prefix + name));
  const always = all.filter(([, { isRequired, kind }]) => isRequired || kind === 'choice' || kind === 'flag');
  return fc.record(Object.fromEntries(all.map(([name, field]) => [name, valueOf(prefix + name, field)])), {
    requiredKeys: always.map(([name]) => name),
  });
}

/** Spaces at the ends of the names and passwords of networks belong to them. */
const spaced = (longest: number) =>
  fc
    .tuple(nastyText(longest, false), fc.constantFrom('', '', ' '))
    .map(([text, space]) => space + cut(text, longest - 2) + space);

const SSID = spaced(32).map((text) => {
  let name = text;
  while (new TextEncoder().encode(name).length > 32) name = [...name].slice(0, -1).join('');
  return name;
});

const NETWORK = fc.oneof(
  fc.constant({ security: 'nopass' }),
  fc.record({ security: fc.constantFrom('WEP', 'WPA2-EAP'), password: spaced(64) }),
  fc.record({
    security: fc.constant('WPA'),
    password: fc.oneof(
      spaced(63).map((text) => text.padEnd(12, '; ,:')),
      fc.stringMatching(/^[0-9a-fA-F]{64}$/),
    ),
  }),
);

/** Zones that never change their clocks, with their minutes ahead of UTC. */
const ZONES = { UTC: 0, 'Asia/Tokyo': 540, 'Asia/Dubai': 240, 'America/Phoenix': -420 } as const;

const MINUTE_MS = 60_000;
const START = fc
  .integer({ min: Date.UTC(1970, 0, 2) / 1000, max: Date.UTC(2999, 11, 30) / 1000 })
  .map((second) => second * 1000);
const LASTS = fc.option(
  fc.integer({ min: 1, max: 400 * 86_400 }).map((second) => second * 1000),
  { nil: undefined },
);

const toText = (timeMs: number, length: number) => new Date(timeMs).toISOString().slice(0, length);
const toDay = (timeMs: number) => toText(timeMs, 10);
const toLocal = (timeMs: number) => toText(timeMs, 19).replace(/:00$/, '');
const toInstant = (timeMs: number) => `${toText(timeMs, 19)}Z`;

/** When an event is: by fields, and as its text has it. */
const TIMES = fc
  .tuple(
    START,
    LASTS,
    fc.constantFrom(toDay, toLocal, toInstant, ...(Object.keys(ZONES) as (keyof typeof ZONES)[])),
  )
  .map(([startMs, lastsMs, form]) => {
    const at = (format: (timeMs: number) => string) => ({
      starts_at: format(startMs),
      ...(lastsMs === undefined
        ? {}
        : { ends_at: format(Math.min(startMs + lastsMs, Date.UTC(2999, 11, 31))) }),
    });
    if (typeof form === 'function') return { shown: at(form), ofText: at(form) };
    const ofText = at((timeMs) => toInstant(timeMs - ZONES[form] * MINUTE_MS));
    return { shown: { ...at(toLocal), time_zone: form }, ofText };
  });

const REFERENCE = fc.oneof(
  fc.record({
    iban: ibanOf(
      'CH',
      fc.tuple(fc.integer({ min: 30_000, max: 31_999 }), digits(12)).map((parts) => parts.join('')),
    ),
    reference: digits(26).map((text) => rightQrReference(`${text}0`)),
  }),
  fc.record(
    { iban: ibanOf('LI', fc.stringMatching(/^0[0-9]{4}[0-9A-Z]{12}$/)), reference: CREDITOR_REFERENCE },
    { requiredKeys: ['iban'] },
  ),
);

const added = (parts: fc.Arbitrary<Parts>) => parts.map((shown) => ({ shown, ofText: shown }));

/** Fields that depend on each other. */
const TOGETHER: Readonly<Partial<Record<TypeWithFields, fc.Arbitrary<{ shown: Parts; ofText: Parts }>>>> = {
  wifi: added(
    fc.tuple(fc.record({ ssid: SSID }), NETWORK).map((parts) => Object.assign({}, ...parts) as Parts),
  ),
  event: TIMES,
  swiss_bill: added(REFERENCE),
};

/** What must not stand beside each other, or not be missing together. */
function mend(type: TypeWithFields, drawn: Parts): Parts {
  const parts = { ...drawn };
  if (type === 'epc' && 'reference' in parts) delete parts['text'];
  if (type === 'swiss_bill' && 'billing_information' in parts) delete parts['message'];
  if (type === 'vcard' && !['first_name', 'last_name', 'organization'].some((name) => name in parts))
    parts['organization'] = 'Roe; Doe, & Co';
  return parts;
}

/** The fields as people type and paste them. */
function typed(fields: Fields, parts: Parts): Parts {
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => {
      const field = fields[name];
      if (field?.kind === 'group') return [name, typed(field.fields, value as Parts)];
      if (typeof value !== 'string' || field?.kind === 'exact' || field?.kind === 'choice')
        return [name, value];
      const text = name === 'iban' ? value.replaceAll(/.{4}/g, '$& ') : value;
      const isFull = field && 'longest' in field && [...text].length + 2 > field.longest;
      const padded = isFull ? text : ` ${text} `;
      return [name, padded.replaceAll('\n', '\r\n')];
    }),
  );
}

/** Any content of a type. */
export function contentOfType(type: TypeWithFields): fc.Arbitrary<DrawnContent> {
  const { fields } = CONTENT_FIELDS[type];
  const nothing = fc.constant<{ shown: Parts; ofText: Parts }>({ shown: {}, ofText: {} });
  return fc
    .tuple(valuesOf(`${type}.`, fields), TOGETHER[type] ?? nothing, fc.boolean())
    .map(([drawn, more, isTyped]) => {
      const parts = mend(type, drawn);
      const shown = { ...parts, ...more.shown };
      return { sent: isTyped ? typed(fields, shown) : shown, shown, ofText: { ...parts, ...more.ofText } };
    });
}
