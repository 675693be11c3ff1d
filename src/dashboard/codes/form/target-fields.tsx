import { type PlainMessage, say } from '#languages/say.ts';
import type { FC } from 'hono/jsx';
import { WIFI_SECURITIES } from '#core/content/forms/forms.ts';
import type { ContentType } from '#core/content/content.ts';
import { CheckBox, Field, Select, TextArea } from '../../kit/field.tsx';

const SECURITY_LABELS: Readonly<Record<(typeof WIFI_SECURITIES)[number], PlainMessage>> = {
  WPA: 'WPA, WPA2 or WPA3',
  WEP: 'WEP',
  nopass: 'None: an open network',
};

/** The small form for each type of content. The names of the fields are those in `core/content/forms`. */
export const TARGET_FIELDS: Readonly<Record<ContentType, FC>> = {
  url: UrlFields,
  text: () => <TextArea name="text" label={say('Text')} attributes={{ rows: 5 }} />,
  email: EmailFields,
  phone: PhoneField,
  sms: SmsFields,
  wifi: WifiFields,
  geo: GeoFields,
  vcard: ContactFields,
  event: EventFields,
};

function UrlFields() {
  return (
    <>
      <Field
        name="url"
        label={say('Web address')}
        attributes={{ inputmode: 'url', placeholder: 'https://example.com/menu', autocapitalize: 'none' }}
      />
      <CheckBox
        name="dynamic"
        label={say('Dynamic')}
        hint={say('You can change the target later, and see how often the code is scanned.')}
        attributes={{ role: 'switch' }}
      />
    </>
  );
}

function EmailField({ label = say('E-mail address') }: { readonly label?: string }) {
  return <Field name="email" label={label} attributes={{ inputmode: 'email', autocapitalize: 'none' }} />;
}

function EmailFields() {
  return (
    <>
      <EmailField />
      <Field name="subject" label={say('Subject (optional)')} />
      <TextArea name="message" label={say('Message (optional)')} attributes={{ rows: 4 }} />
    </>
  );
}

function PhoneField({ label = say('Phone number') }: { readonly label?: string }) {
  return (
    <Field
      name="phone"
      label={label}
      hint={say('Include the country code, as in +49 30 123456.')}
      attributes={{ type: 'tel' }}
    />
  );
}

function SmsFields() {
  return (
    <>
      <PhoneField />
      <TextArea name="message" label={say('Message (optional)')} attributes={{ rows: 2 }} />
    </>
  );
}

function WifiFields() {
  const options = WIFI_SECURITIES.map((value) => ({ value, label: say(SECURITY_LABELS[value]) }));
  return (
    <>
      <Field name="network" label={say('Name of the network')} attributes={{ autocapitalize: 'none' }} />
      <Select name="security" label={say('Protection')} options={options} />
      <Field
        name="password"
        label={say('Password')}
        hint={say('Everybody who scans the code can read the password.')}
        attributes={{ autocapitalize: 'none', autocomplete: 'off', spellcheck: 'false' }}
      />
      <CheckBox name="hidden" label={say('The network is hidden')} />
    </>
  );
}

function GeoFields() {
  return (
    <div class="pair">
      <Field name="latitude" label={say('Latitude')} attributes={{ placeholder: '52.5163' }} />
      <Field name="longitude" label={say('Longitude')} attributes={{ placeholder: '13.3777' }} />
    </div>
  );
}

function ContactFields() {
  return (
    <>
      <Field name="name" label={say('Name')} />
      <div class="pair">
        <Field name="organisation" label={say('Organisation (optional)')} />
        <Field name="job_title" label={say('Job title (optional)')} />
      </div>
      <PhoneField label={say('Phone number (optional)')} />
      <EmailField label={say('E-mail address (optional)')} />
      <Field name="website" label={say('Website (optional)')} attributes={{ inputmode: 'url' }} />
      <TextArea name="address" label={say('Address (optional)')} attributes={{ rows: 3 }} />
    </>
  );
}

/** The stylesheet hides the times while “All day” is on. */
function EventFields() {
  const date = { type: 'date', min: '1000-01-01', max: '2999-12-31' };
  return (
    <>
      <Field name="event_title" label={say('Title of the event')} />
      <CheckBox name="all_day" label={say('All day')} attributes={{ role: 'switch' }} />
      <div class="pair">
        <Field name="start_date" label={say('Starts on')} attributes={date} />
        <Field name="start_time" label={say('Start time')} attributes={{ type: 'time' }} />
      </div>
      <div class="pair">
        <Field name="end_date" label={say('Ends on (optional)')} attributes={date} />
        <Field name="end_time" label={say('End time (optional)')} attributes={{ type: 'time' }} />
      </div>
      <Field name="place" label={say('Place (optional)')} />
      <TextArea name="description" label={say('Description (optional)')} attributes={{ rows: 3 }} />
    </>
  );
}
