import type { Person } from '../core/account.ts';
import { escapeHtml } from '../core/escape-html.ts';
import type { Mail, Mailer } from '../storage/mailer.ts';
import { findPersonByEmail } from '../storage/people.ts';
import type { Dependencies } from './dependencies.ts';
import { createSentLink, withdrawSignInLink } from './sign-in.ts';

type MailDependencies = Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes' | 'reportFailure'>;

/** `too_many`: the links sent before still work. `failed` was reported. */
export type MailOutcome = 'sent' | 'too_many' | 'failed';

/**
 * Mails a person a link that signs in.
 *
 * @param origin where the dashboard is, as in `https://api.example.com`
 */
export async function mailSignInLink(
  deps: MailDependencies,
  mailer: Mailer,
  person: Person & { readonly email: string },
  origin: string,
): Promise<MailOutcome> {
  const token = await createSentLink(deps, person.id, person.email);
  if (token === null) return 'too_many';
  try {
    await mailer.send(composeMail(person, `${origin}/sign-in/link/${token}`));
    return 'sent';
  } catch (error) {
    deps.reportFailure('sign_in_mail_failed', error);
    // It reached nobody, and must not stand in the way of the next one.
    await withdrawSignInLink(deps, token);
    return 'failed';
  }
}

/** Mails a link to whoever has the address, if anybody. All of it is work for after the answer, so that its time tells nothing. */
export async function mailLinkToAddress(
  deps: MailDependencies,
  mailer: Mailer,
  email: string,
  origin: string,
): Promise<void> {
  const person = await findPersonByEmail(deps.db, email);
  if (person) await mailSignInLink(deps, mailer, { ...person, email }, origin);
}

function composeMail({ name, email, account }: Person & { readonly email: string }, url: string): Mail {
  const paragraphs = [
    isHarmless(name) ? `Hello ${name},` : 'Hello,',
    `this link signs you in to ${isHarmless(account.name) ? `the QR codes of ${account.name}` : 'your QR codes'}:`,
    url,
    'It works once, within 15 minutes. After that, ask for another one on the sign-in page.',
    'If you did not ask for it, ignore this message: without the link, nobody is signed in.',
  ];
  const toHtml = (text: string) =>
    text === url ? `<a href="${escapeHtml(url)}">Sign in</a><br>${escapeHtml(url)}` : escapeHtml(text);
  return {
    to: email,
    subject: 'Your sign-in link',
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${paragraphs.map((text) => `<p>${toHtml(text)}</p>`).join('')}</body></html>`,
  };
}

/** Mail programs make links of what looks like an address: a name that does is left out, or our mail would carry a stranger's link. */
function isHarmless(name: string): boolean {
  return !/\/|www\.|\S\.\p{L}{2}/iu.test(name);
}
