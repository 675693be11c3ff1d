import { WIFI_SECURITIES } from '#core/content/fields/wifi.ts';
import type { ContentType } from '#core/content/content.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import type { Option } from '../../../kit/field.tsx';
import { countryChoices } from '../../control/choices.ts';
import { type FileChoice, FileFields } from '../../library/file-fields.tsx';
import { Fields, type FieldTable } from '../../../frame/forms/field-table.tsx';

const SECURITY_LABELS: Readonly<Record<(typeof WIFI_SECURITIES)[number], PlainMessage>> = {
  WPA: 'WPA, WPA2 or WPA3',
  WEP: 'WEP',
  nopass: 'None: an open network',
  'WPA2-EAP': 'WPA2 with a login for each person',
};

const AS_TYPED = { autocapitalize: 'none' } as const;
const DAY = { min: '1000-01-01', max: '2999-12-31' } as const;
const PHONE = {
  hint: 'Include the country code, as in +49 30 123456.',
  attributes: { type: 'tel' },
} as const;
const EMAIL = { attributes: { inputmode: 'email', ...AS_TYPED } } as const;

const AMOUNT = { isOptional: true, placeholder: '50.00', attributes: { inputmode: 'decimal' } } as const;

const DYNAMIC = {
  kind: 'switch',
  label: 'Dynamic',
  hint: 'You can change the target later, and see how often the code is scanned.',
} as const;

/** Phones act on a network or a contact at once only if the symbol itself holds it. */
const DYNAMIC_CONTENT = {
  kind: 'switch',
  label: 'Dynamic',
  hint: 'A scan shows a page with the content. You can change it later, and see how often the code is scanned.',
} as const;

/** A date of GS1 has no century. */
const CENTURY = { min: '2000-01-01', max: '2099-12-31' } as const;

/** The small form for each type of content. A field of a content has the name `type.field`. */
const FORMS: Readonly<Record<Exclude<ContentType, 'file'>, FieldTable>> = {
  url: {
    url: {
      label: 'Web address',
      attributes: { inputmode: 'url', placeholder: 'https://example.com/menu', ...AS_TYPED },
    },
    dynamic: DYNAMIC,
  },
  text: {
    text: { kind: 'lines', label: 'Text', attributes: { rows: 5 } },
    content_dynamic: DYNAMIC_CONTENT,
  },
  email: {
    'email.to': { label: 'E-mail address', ...EMAIL },
    'email.subject': { label: 'Subject', isOptional: true },
    'email.body': { kind: 'lines', label: 'Message (optional)', attributes: { rows: 4 } },
  },
  phone: { 'phone.number': { label: 'Phone number', ...PHONE } },
  sms: {
    'sms.to': { label: 'Phone number', ...PHONE },
    'sms.body': { kind: 'lines', label: 'Message (optional)', attributes: { rows: 2 } },
  },
  wifi: {
    'wifi.ssid': { label: 'Name of the network', attributes: AS_TYPED },
    'wifi.security': {
      kind: 'choice',
      label: 'Protection',
      options: WIFI_SECURITIES.map((value) => [value, SECURITY_LABELS[value]]),
    },
    'wifi.password': {
      kind: 'exact',
      label: 'Password',
      hint: 'Everybody who scans the code can read the password.',
    },
    'wifi.hidden': { kind: 'check', label: 'The network is hidden' },
    content_dynamic: DYNAMIC_CONTENT,
  },
  geo: {
    'geo.latitude': { label: 'Latitude', attributes: { placeholder: '52.5163' } },
    'geo.longitude': { label: 'Longitude', attributes: { placeholder: '13.3777' } },
  },
  vcard: {
    'vcard.first_name': { label: 'First name', isOptional: true },
    'vcard.last_name': { label: 'Last name' },
    'vcard.organization': { label: 'Organisation', isOptional: true },
    'vcard.title': { label: 'Job title', isOptional: true },
    'vcard.phone': { label: 'Phone number', isOptional: true, ...PHONE },
    'vcard.mobile': { label: 'Mobile number', isOptional: true, ...PHONE },
    'vcard.email': { label: 'E-mail address', isOptional: true, ...EMAIL },
    'vcard.url': { label: 'Website', isOptional: true, attributes: { inputmode: 'url' } },
    'vcard.street': { kind: 'lines', label: 'Street', isOptional: true, attributes: { rows: 2 } },
    'vcard.zip': { label: 'Postal code', isOptional: true },
    'vcard.city': { label: 'City', isOptional: true },
    'vcard.region': { label: 'Region', isOptional: true },
    'vcard.country': { label: 'Country', isOptional: true },
    'vcard.note': { kind: 'lines', label: 'Note', isOptional: true, attributes: { rows: 3 } },
    content_dynamic: DYNAMIC_CONTENT,
  },
  event: {
    'event.title': { label: 'Title of the event' },
    'event.all_day': { kind: 'switch', label: 'All day' },
    'event.start_date': { kind: 'date', label: 'Starts on', attributes: DAY },
    'event.start_time': { kind: 'time', label: 'Start time' },
    'event.end_date': { kind: 'date', label: 'Ends on (optional)', attributes: DAY },
    'event.end_time': { kind: 'time', label: 'End time (optional)' },
    'event.time_zone': { label: 'Time zone', isOptional: true, attributes: { placeholder: 'Europe/Berlin' } },
    'event.location': { label: 'Place', isOptional: true },
    'event.description': {
      kind: 'lines',
      label: 'Description',
      isOptional: true,
      attributes: { rows: 3 },
    },
    content_dynamic: DYNAMIC_CONTENT,
  },
  epc: {
    'epc.name': { label: 'Payee' },
    'epc.iban': { label: 'IBAN', attributes: AS_TYPED },
    'epc.amount': { label: 'Amount in euros', ...AMOUNT },
    'epc.bic': { label: 'BIC', isOptional: true, attributes: AS_TYPED },
    'epc.text': { label: 'Text', isOptional: true },
    'epc.reference': {
      label: 'Creditor reference',
      hint: 'Instead of a text, as in RF18539007547034.',
      isOptional: true,
      attributes: AS_TYPED,
    },
    'epc.purpose': { label: 'Purpose code', isOptional: true, attributes: { placeholder: 'CHAR' } },
    'epc.information': { label: 'Note for the payer', isOptional: true },
  },
  swiss_bill: {
    'swiss_bill.iban': { label: 'IBAN', attributes: AS_TYPED },
    'swiss_bill.amount': { label: 'Amount', ...AMOUNT },
    'swiss_bill.currency': {
      kind: 'choice',
      label: 'Currency',
      options: [
        ['CHF', 'Swiss francs'],
        ['EUR', 'Euros'],
      ],
    },
    'swiss_bill.reference': {
      label: 'Reference',
      hint: '27 digits with a QR-IBAN; with any other IBAN a reference like RF18539007547034, or none.',
      isOptional: true,
      attributes: AS_TYPED,
    },
    'swiss_bill.message': { label: 'Text', isOptional: true },
    // Most who are paid are in Switzerland.
    ...partyOf('creditor', () =>
      countryChoices().toSorted((one, other) => Number(other.value === 'CH') - Number(one.value === 'CH')),
    ),
    ...partyOf('debtor', () => [{ value: '', label: '–' }, ...countryChoices()]),
    'swiss_bill.billing_information': { label: 'Billing information', isOptional: true },
    'swiss_bill.alternative_procedures': {
      kind: 'lines',
      label: 'Alternative procedures',
      hint: 'At most two lines, as defined by eBill.',
      isOptional: true,
      attributes: { rows: 2 },
    },
  },
  gs1: {
    'gs1.01': {
      kind: 'exact',
      label: 'GTIN',
      hint: 'The 8, 12, 13 or 14 digits of the product. You can also paste all elements, as in (01)09506000134352(10)LOT7, or a GS1 Digital Link.',
      attributes: { placeholder: '9506000134352' },
    },
    'gs1.10': { kind: 'exact', label: 'Batch or lot', isOptional: true },
    'gs1.21': { kind: 'exact', label: 'Serial number', isOptional: true },
    'gs1.17': { kind: 'date', label: 'Expiry date', isOptional: true, attributes: CENTURY },
    'gs1.others': {
      kind: 'exact',
      label: 'Other elements',
      isOptional: true,
      attributes: { placeholder: '(422)276(240)REF' },
    },
    gs1: {
      label: 'Web address',
      hint: 'People who scan the code are led there. You can change it later.',
      attributes: { inputmode: 'url', placeholder: 'https://example.com/olive-oil', ...AS_TYPED },
    },
  },
};

/** The creditor is who is paid; the debtor, who pays, may be left out as a whole. */
function partyOf(who: 'creditor' | 'debtor', countries: () => readonly Option[]): FieldTable {
  const field = (name: string) => `swiss_bill.${who}.${name}`;
  return {
    [field('name')]: { label: 'Name' },
    [field('street')]: { label: 'Street', isOptional: true },
    [field('building')]: { label: 'House number', isOptional: true },
    [field('zip')]: { label: 'Postal code' },
    [field('city')]: { label: 'City' },
    [field('country')]: { kind: 'choice', label: 'Country', options: countries },
  };
}

/** What stands side by side. The stylesheet hides the times while “All day” is on. */
const PAIRS: Readonly<Record<string, string>> = {
  'geo.latitude': 'geo.longitude',
  'vcard.first_name': 'vcard.last_name',
  'vcard.organization': 'vcard.title',
  'vcard.phone': 'vcard.mobile',
  'vcard.zip': 'vcard.city',
  'vcard.region': 'vcard.country',
  'epc.amount': 'epc.bic',
  'swiss_bill.amount': 'swiss_bill.currency',
  'swiss_bill.creditor.street': 'swiss_bill.creditor.building',
  'swiss_bill.creditor.zip': 'swiss_bill.creditor.city',
  'swiss_bill.debtor.street': 'swiss_bill.debtor.building',
  'swiss_bill.debtor.zip': 'swiss_bill.debtor.city',
  'gs1.10': 'gs1.21',
  'gs1.17': 'gs1.others',
  'event.start_date': 'event.start_time',
  'event.end_date': 'event.end_time',
};

/** Fields that stand together under one name, by the beginning of their own names. */
const GROUPS: Readonly<Record<string, () => string>> = {
  'swiss_bill.creditor.': () => say('Payee'),
  'swiss_bill.debtor.': () => say('{label} (optional)', { label: say('Payer') }),
};

/** The name of a field of a content, `creditor.name`, with that of its group; null if the type has no such field. */
export function nameTargetField(type: ContentType, path: string): string | null {
  const name = `${type}.${path}`;
  const label = TIMES[name] ?? (type === 'file' ? undefined : FORMS[type][name]?.label);
  if (label === undefined) return null;
  const group = Object.entries(GROUPS).find(([start]) => name.startsWith(start))?.[1];
  return group === undefined ? say(label) : `${group()}: ${say(label)}`;
}

/** The form has two fields for each of these. */
const TIMES: Readonly<Record<string, PlainMessage>> = {
  'event.starts_at': 'Starts',
  'event.ends_at': 'Ends',
};

/** The fields that make a target of the type, in the order of the form. */
export function listTargetFields(type: ContentType): readonly string[] {
  if (type === 'file') return [type];
  return Object.keys(FORMS[type]).filter((name) => !SWITCHES.has(name));
}

const SWITCHES: ReadonlySet<string> = new Set(['dynamic', 'content_dynamic']);

/** `isOfCode` leaves out what cannot change once the code exists. */
export function TargetFields({
  type,
  files = [],
  isOfCode = false,
}: {
  readonly type: ContentType;
  /** Those that a code of type `file` can open. */
  readonly files?: readonly FileChoice[];
  readonly isOfCode?: boolean;
}) {
  if (type === 'file') return <FileFields name="file" files={files} action="/codes/new/file" />;
  const seconds = Object.values(PAIRS);
  const firsts = Object.keys(FORMS[type]).filter(
    (name) => !seconds.includes(name) && !(isOfCode && SWITCHES.has(name)),
  );
  const placeOf = (name: string) => (PAIRS[name] === undefined ? name : [name, PAIRS[name]]);
  const groupOf = (name: string) => Object.keys(GROUPS).find((start) => name.startsWith(start)) ?? '';
  return (
    <>
      {[...Map.groupBy(firsts, groupOf)].map(([group, names]) => {
        const fields = <Fields of={FORMS[type]} names={names.map(placeOf)} />;
        const legend = GROUPS[group];
        return legend === undefined ? (
          fields
        ) : (
          <fieldset>
            <legend>{legend()}</legend>
            {fields}
          </fieldset>
        );
      })}
    </>
  );
}
