import { WIFI_SECURITIES } from '#core/content/forms/forms.ts';
import type { ContentType } from '#core/content/content.ts';
import type { PlainMessage } from '#languages/say.ts';
import { type FileChoice, FileFields } from '../files/file-fields.tsx';
import { Fields, type FieldTable } from '../../frame/forms/field-table.tsx';

const SECURITY_LABELS: Readonly<Record<(typeof WIFI_SECURITIES)[number], PlainMessage>> = {
  WPA: 'WPA, WPA2 or WPA3',
  WEP: 'WEP',
  nopass: 'None: an open network',
};

const AS_TYPED = { autocapitalize: 'none' } as const;
const DAY = { min: '1000-01-01', max: '2999-12-31' } as const;
const PHONE = {
  hint: 'Include the country code, as in +49 30 123456.',
  attributes: { type: 'tel' },
} as const;
const EMAIL = { attributes: { inputmode: 'email', ...AS_TYPED } } as const;

/** The small form for each type of content. The names of the fields are those in `core/content/forms`. */
const FORMS: Readonly<Record<Exclude<ContentType, 'file'>, FieldTable>> = {
  url: {
    url: {
      label: 'Web address',
      attributes: { inputmode: 'url', placeholder: 'https://example.com/menu', ...AS_TYPED },
    },
    dynamic: {
      kind: 'switch',
      label: 'Dynamic',
      hint: 'You can change the target later, and see how often the code is scanned.',
    },
  },
  text: { text: { kind: 'lines', label: 'Text', attributes: { rows: 5 } } },
  email: {
    email: { label: 'E-mail address', ...EMAIL },
    subject: { label: 'Subject', isOptional: true },
    message: { kind: 'lines', label: 'Message (optional)', attributes: { rows: 4 } },
  },
  phone: { phone: { label: 'Phone number', ...PHONE } },
  sms: {
    phone: { label: 'Phone number', ...PHONE },
    message: { kind: 'lines', label: 'Message (optional)', attributes: { rows: 2 } },
  },
  wifi: {
    network: { label: 'Name of the network', attributes: AS_TYPED },
    security: {
      kind: 'choice',
      label: 'Protection',
      options: WIFI_SECURITIES.map((value) => [value, SECURITY_LABELS[value]]),
    },
    password: {
      kind: 'exact',
      label: 'Password',
      hint: 'Everybody who scans the code can read the password.',
    },
    hidden: { kind: 'check', label: 'The network is hidden' },
  },
  geo: {
    latitude: { label: 'Latitude', attributes: { placeholder: '52.5163' } },
    longitude: { label: 'Longitude', attributes: { placeholder: '13.3777' } },
  },
  vcard: {
    name: { label: 'Name' },
    organisation: { label: 'Organisation', isOptional: true },
    job_title: { label: 'Job title', isOptional: true },
    phone: { label: 'Phone number', isOptional: true, ...PHONE },
    email: { label: 'E-mail address', isOptional: true, ...EMAIL },
    website: { label: 'Website', isOptional: true, attributes: { inputmode: 'url' } },
    address: { kind: 'lines', label: 'Address (optional)', attributes: { rows: 3 } },
  },
  event: {
    event_title: { label: 'Title of the event' },
    all_day: { kind: 'switch', label: 'All day' },
    start_date: { kind: 'date', label: 'Starts on', attributes: DAY },
    start_time: { kind: 'time', label: 'Start time' },
    end_date: { kind: 'date', label: 'Ends on (optional)', attributes: DAY },
    end_time: { kind: 'time', label: 'End time (optional)' },
    place: { label: 'Place', isOptional: true },
    description: { kind: 'lines', label: 'Description', isOptional: true, attributes: { rows: 3 } },
  },
};

interface TargetFieldsProps {
  readonly type: ContentType;
  /** Those that a code of type `file` can open. */
  readonly files: readonly FileChoice[];
}

/** What stands side by side. The stylesheet hides the times while “All day” is on. */
const PAIRS: Readonly<Record<string, string>> = {
  latitude: 'longitude',
  organisation: 'job_title',
  start_date: 'start_time',
  end_date: 'end_time',
};

export function TargetFields({ type, files }: TargetFieldsProps) {
  if (type === 'file') return <FileFields name="file" files={files} action="/codes/new/file" />;
  const seconds = Object.values(PAIRS);
  const firsts = Object.keys(FORMS[type]).filter((name) => !seconds.includes(name));
  const names = firsts.map((name) => (PAIRS[name] === undefined ? name : [name, PAIRS[name]]));
  return <Fields of={FORMS[type]} names={names} />;
}
