import { joinLines } from '../../text.ts';
import { parseEmail } from '../email.ts';
import { defineTarget, type FieldProblem, missing, targetUnless, wrong } from './target-family.ts';

/** A `mailto:` URI (RFC 6068): the phone opens a draft that is ready to send. */
export const emailTarget = defineTarget(
  ['email', 'subject', 'message'],
  'message',
  (values) =>
    targetUnless(
      [
        values.email.trim() === ''
          ? missing('email', 'Give the address that the e-mail goes to.')
          : checkAddress(values.email),
      ],
      () => {
        const fields = [
          ['subject', joinLines(values.subject, /[\r\n]/)],
          // RFC 6068 §5: line breaks are CR LF.
          ['body', values.message.trim().replaceAll(/\r\n|\r|\n/g, '\r\n')],
        ].filter(([, text]) => text !== '');
        const query = fields.map(([name, text = '']) => `${name}=${encodeURIComponent(text)}`).join('&');
        return `${toMailto(values.email)}${query === '' ? '' : `?${query}`}`;
      },
    ),
  (target) => {
    const [address = '', query = ''] = target.split(/\?(.*)/s);
    // Not URLSearchParams: RFC 6068 has no plus sign for a space.
    const fields = new Map(
      query.split('&').map((field): [string, string] => {
        const [name = '', value = ''] = field.split(/=(.*)/s);
        return [name.toLowerCase(), decodePercent(value)];
      }),
    );
    const email = decodePercent(address.replace(/^mailto:/i, ''));
    return { email, subject: fields.get('subject'), message: fields.get('body')?.replaceAll('\r\n', '\n') };
  },
);

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An empty address has no problem. */
export function checkAddress(email: string): FieldProblem | null {
  return email.trim() === '' || toMailto(email) !== null
    ? null
    : wrong('email', 'This is not an e-mail address: write one as in jane@example.com.');
}

/** `mailto:jane@example.com`; null if the text is no address. */
function toMailto(email: string): string | null {
  const address = email.trim().replace(/^mailto:/i, '');
  const parsed = parseEmail(address.toWellFormed());
  return parsed.ok ? parsed.value.redirectTo : null;
}
