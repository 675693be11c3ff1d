import { parseEmail } from '../email.ts';
import { defineTarget, type FieldProblem, missing, targetUnless, wrong } from './target-family.ts';

/** A `mailto:` URI (RFC 6068): the phone opens a letter, ready to be sent. */
export const emailTarget = defineTarget(['email', 'subject', 'message'], 'message', (values) =>
  targetUnless(
    [
      values.email.trim() === ''
        ? missing('email', 'Give the address that the e-mail goes to.')
        : checkAddress(values.email),
    ],
    () => {
      const fields = [
        ['subject', values.subject.trim().replaceAll(/\s*[\r\n]\s*/g, ' ')],
        // RFC 6068 §5: line breaks are CR LF.
        ['body', values.message.trim().replaceAll(/\r\n|\r|\n/g, '\r\n')],
      ].filter(([, text]) => text !== '');
      const query = fields.map(([name, text = '']) => `${name}=${encodeURIComponent(text)}`).join('&');
      return `${toMailto(values.email)}${query === '' ? '' : `?${query}`}`;
    },
  ),
);

/** Nothing is wrong with an empty address. */
export function checkAddress(email: string): FieldProblem | null {
  return email.trim() === '' || toMailto(email) !== null
    ? null
    : wrong('email', 'This is not an e-mail address: write one as in jane@example.com.');
}

/** `mailto:jane@example.com`; null where the text is no address. */
function toMailto(email: string): string | null {
  const address = email.trim().replace(/^mailto:/i, '');
  const parsed = parseEmail(address.toWellFormed());
  return parsed.ok ? parsed.value.redirectTo : null;
}
