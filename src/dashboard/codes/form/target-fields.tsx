import type { FC } from 'hono/jsx';
import { WIFI_SECURITIES } from '#core/content/forms/forms.ts';
import type { ContentType } from '#core/content/content.ts';
import type { Form } from '../../frame/forms/form.ts';
import { CheckBox, Field, Select, TextArea } from '../../kit/field.tsx';

interface Props {
  readonly form: Form;
}

const SECURITY_LABELS: Readonly<Record<(typeof WIFI_SECURITIES)[number], string>> = {
  WPA: 'WPA, WPA2 or WPA3',
  WEP: 'WEP',
  nopass: 'None: an open network',
};

/** The small form of each type of content. The names of the fields are those of `core/content/forms`. */
export const TARGET_FIELDS: Readonly<Record<ContentType, FC<Props>>> = {
  url: UrlFields,
  text: ({ form }) => <TextArea form={form} name="text" label="Text" attributes={{ rows: 5 }} />,
  email: EmailFields,
  phone: PhoneField,
  sms: SmsFields,
  wifi: WifiFields,
  geo: GeoFields,
  vcard: ContactFields,
  event: EventFields,
};

function UrlFields({ form }: Props) {
  return (
    <>
      <Field
        form={form}
        name="url"
        label="Web address"
        attributes={{ inputmode: 'url', placeholder: 'https://example.com/menu', autocapitalize: 'none' }}
      />
      <CheckBox
        form={form}
        name="dynamic"
        label="Dynamic"
        hint="You can change the target later, and scans are counted."
        attributes={{ role: 'switch' }}
      />
    </>
  );
}

function EmailField({ form, label = 'E-mail address' }: Props & { readonly label?: string }) {
  return (
    <Field
      form={form}
      name="email"
      label={label}
      attributes={{ inputmode: 'email', autocapitalize: 'none' }}
    />
  );
}

function EmailFields({ form }: Props) {
  return (
    <>
      <EmailField form={form} />
      <Field form={form} name="subject" label="Subject (optional)" />
      <TextArea form={form} name="message" label="Message (optional)" attributes={{ rows: 4 }} />
    </>
  );
}

function PhoneField({ form, label = 'Phone number' }: Props & { readonly label?: string }) {
  return (
    <Field
      form={form}
      name="phone"
      label={label}
      hint="Include the country code, as in +49 30 123456."
      attributes={{ type: 'tel' }}
    />
  );
}

function SmsFields({ form }: Props) {
  return (
    <>
      <PhoneField form={form} />
      <TextArea form={form} name="message" label="Message (optional)" attributes={{ rows: 2 }} />
    </>
  );
}

function WifiFields({ form }: Props) {
  const options = WIFI_SECURITIES.map((value) => ({ value, label: SECURITY_LABELS[value] }));
  return (
    <>
      <Field form={form} name="network" label="Name of the network" attributes={{ autocapitalize: 'none' }} />
      <Select form={form} name="security" label="Protection" options={options} />
      <Field
        form={form}
        name="password"
        label="Password"
        hint="Everybody who scans the code can read the password."
        attributes={{ autocapitalize: 'none', autocomplete: 'off', spellcheck: 'false' }}
      />
      <CheckBox form={form} name="hidden" label="The network is hidden" />
    </>
  );
}

function GeoFields({ form }: Props) {
  return (
    <div class="pair">
      <Field form={form} name="latitude" label="Latitude" attributes={{ placeholder: '52.5163' }} />
      <Field form={form} name="longitude" label="Longitude" attributes={{ placeholder: '13.3777' }} />
    </div>
  );
}

function ContactFields({ form }: Props) {
  return (
    <>
      <Field form={form} name="name" label="Name" />
      <div class="pair">
        <Field form={form} name="organisation" label="Organisation (optional)" />
        <Field form={form} name="job_title" label="Job title (optional)" />
      </div>
      <PhoneField form={form} label="Phone number (optional)" />
      <EmailField form={form} label="E-mail address (optional)" />
      <Field form={form} name="website" label="Website (optional)" attributes={{ inputmode: 'url' }} />
      <TextArea form={form} name="address" label="Address (optional)" attributes={{ rows: 3 }} />
    </>
  );
}

/** The style sheet hides the times while “All day” is on. */
function EventFields({ form }: Props) {
  const date = { type: 'date', min: '1000-01-01', max: '2999-12-31' };
  return (
    <>
      <Field form={form} name="event_title" label="Title of the event" />
      <CheckBox form={form} name="all_day" label="All day" attributes={{ role: 'switch' }} />
      <div class="pair">
        <Field form={form} name="start_date" label="Starts on" attributes={date} />
        <Field form={form} name="start_time" label="Start time" attributes={{ type: 'time' }} />
      </div>
      <div class="pair">
        <Field form={form} name="end_date" label="Ends on (optional)" attributes={date} />
        <Field form={form} name="end_time" label="End time (optional)" attributes={{ type: 'time' }} />
      </div>
      <Field form={form} name="place" label="Place (optional)" />
      <TextArea form={form} name="description" label="Description (optional)" attributes={{ rows: 3 }} />
    </>
  );
}
