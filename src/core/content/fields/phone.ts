import { joinLines, upTo } from '../../text.ts';
import { decodeUriData } from '../uri.ts';
import { defineContent, optional, required } from './field.ts';
import { readMobile, readPhone } from './readers.ts';

/** A `tel:` URI (RFC 3966): phones offer to dial. */
export const phone = defineContent({
  fields: {
    number: required.line('With its country code, and an extension like `;ext=12` if there is one.', {
      longest: 60,
      read: readPhone,
    }),
  },
  example: { number: '+49 30 123456;ext=12' },
  mainField: 'number',
  check: () => [],
  compose: ({ number }) => `tel:${number}`,
  decompose: (target) => ({ number: target.replace(/^tel:/i, '') }),
});

/** `SMSTO:` is the form that most scanners know (`sms:` with a body is read in two ways). It has one line. */
export const sms = defineContent({
  fields: {
    to: required.line('The phone number with its country code.', { longest: 64, read: readMobile }),
    body: optional.line('The text, on one line.', { longest: 1500 }),
  },
  example: { to: '+49 171 1234567', body: 'On my way' },
  mainField: 'body',
  check: () => [],
  compose: ({ to, body }) => `SMSTO:${to}${body === '' ? '' : `:${body}`}`,
  decompose: (target) => {
    const rest = target.replace(/^sms(?:to)?:/i, '');
    const to = upTo(rest, /[:?]/);
    const [, encoded] = /^\?body=(.*)$/i.exec(rest.slice(to.length)) ?? [];
    const body = encoded === undefined ? rest.slice(to.length).replace(/^:/, '') : decodeUriData(encoded);
    return { to, body: joinLines(body ?? '', /[\r\n]/) };
  },
});
