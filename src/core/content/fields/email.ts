import { parseEmail } from '../email.ts';
import { defineContent, optional, required } from './field.ts';
import { readEmailAddress } from './readers.ts';

/** A `mailto:` URI (RFC 6068): the phone opens a draft that is ready to send. */
export const email = defineContent({
  fields: {
    to: required.line('The e-mail address.', { longest: 254, read: readEmailAddress }),
    subject: optional.line('The subject of the draft.', { longest: 200 }),
    body: optional.lines('The text of the draft.', { longest: 1500 }),
  },
  example: { to: 'jane@example.com', subject: 'A table for two', body: 'On Friday at eight?' },
  mainField: 'body',
  check: () => [],
  compose: ({ to, subject, body }) => {
    const parts = [
      ['subject', subject],
      // RFC 6068 §5: line breaks are CR LF.
      ['body', body.replaceAll('\n', '\r\n')],
    ].filter(([, text]) => text !== '');
    const query = parts.map(([name, text = '']) => `${name}=${encodeURIComponent(text)}`).join('&');
    return `${toMailto(to)}${query === '' ? '' : `?${query}`}`;
  },
  decompose: (target) => {
    const [address = '', query = ''] = target.split(/\?(.*)/s);
    // Not URLSearchParams: RFC 6068 has no plus sign for a space.
    const read = new Map(
      query.split('&').map((part): [string, string] => {
        const [name = '', value = ''] = part.split(/=(.*)/s);
        return [name.toLowerCase(), decodePercent(value)];
      }),
    );
    const to = decodePercent(address.replace(/^mailto:/i, ''));
    return { to, subject: read.get('subject'), body: read.get('body')?.replaceAll('\r\n', '\n') };
  },
});

/** `mailto:jane@example.com`, with its domain in ASCII. */
function toMailto(address: string): string {
  const parsed = parseEmail(address);
  return parsed.ok ? (parsed.value.redirectTo ?? '') : '';
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
