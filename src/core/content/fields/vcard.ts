import { defineContent, optional } from './field.ts';
import { readProperties, splitParts, unescapeText } from './read-property-lines.ts';
import { readEmailAddress, readPhone, readWebsite } from './readers.ts';
import { escapeText, textLine, toObject } from './write-property-lines.ts';

const NAME = { longest: 100 };

/** A vCard 3.0 (RFC 2426), which the address books of both kinds of phones read. */
export const vcard = defineContent({
  fields: {
    first_name: optional.line('Given names.', NAME),
    last_name: optional.line('Family name.', NAME),
    organization: optional.line('A contact needs this, or a name.', NAME),
    title: optional.line('The job title.', NAME),
    phone: optional.line('With its country code, and an extension like `;ext=12` if there is one.', {
      longest: 64,
      read: readPhone,
    }),
    mobile: optional.line('With its country code.', { longest: 64, read: readPhone }),
    email: optional.line('An e-mail address.', { longest: 254, read: readEmailAddress }),
    url: optional.line('The address of a website.', { longest: 1024, read: readWebsite }),
    street: optional.lines('Street and number; it may have several lines.', { longest: 200 }),
    city: optional.line('City.', NAME),
    zip: optional.line('Postal code.', { longest: 20 }),
    region: optional.line('State or province.', NAME),
    country: optional.line('Country.', NAME),
    note: optional.lines('Anything else.', { longest: 1024 }),
  },
  example: {
    first_name: 'Jane',
    last_name: 'Doe',
    organization: 'Café Sol',
    phone: '+4930123456;ext=12',
    email: 'jane@example.com',
    city: 'Berlin',
  },
  mainField: 'last_name',
  check: ({ first_name, last_name, organization }) =>
    first_name === '' && last_name === '' && organization === ''
      ? [
          {
            field: 'last_name',
            fault: { code: 'field_needs_other', values: { fields: ['first_name', 'organization'] } },
          },
        ]
      : [],
  compose: (values) => {
    const name = [values.first_name, values.last_name].filter((part) => part !== '').join(' ');
    const places = [values.street, values.city, values.region, values.zip, values.country];
    return toObject('VCARD', [
      'VERSION:3.0',
      `N:${escapeText(values.last_name)};${escapeText(values.first_name)};;;`,
      ...textLine('FN', name || values.organization),
      ...textLine('ORG', values.organization),
      ...textLine('TITLE', values.title),
      ...textLine('TEL', values.phone),
      ...textLine('TEL;TYPE=CELL', values.mobile),
      ...textLine('EMAIL', values.email),
      // A URI is not a text value, so it is not escaped.
      ...(values.url === '' ? [] : [`URL:${values.url}`]),
      // RFC 2426 §3.2.1: post office box; extended address; street; city; region; postal code; country.
      ...(places.every((place) => place === '') ? [] : [`ADR:;;${places.map(escapeText).join(';')}`]),
      ...textLine('NOTE', values.note),
    ]);
  },
  decompose: (target) => {
    const read = readProperties(target);
    const text = (name: string, parameters?: string) => unescapeText(read(name, parameters));
    const [last_name, first_name] =
      read('N') === '' ? splitName(text('FN')) : splitParts(read('N')).map(unescapeText);
    const [, , street, city, region, zip, country] = splitParts(read('ADR')).map(unescapeText);
    return {
      first_name,
      last_name,
      organization: text('ORG'),
      title: text('TITLE'),
      phone: text('TEL', ''),
      mobile: text('TEL', ';TYPE=CELL'),
      email: text('EMAIL'),
      url: read('URL'),
      street,
      city,
      zip,
      region,
      country,
      note: text('NOTE'),
    };
  },
});

/** A vCard 4.0 may lack the structured name. The last word counts as the family name. */
function splitName(name: string): readonly [last: string, first: string] {
  const words = name.trim().split(/\s+/);
  return [words.pop() ?? '', words.join(' ')];
}
