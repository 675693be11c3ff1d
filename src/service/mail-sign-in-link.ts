import type { Person } from '../core/account.ts';
import { escapeHtml } from '../core/escape-html.ts';
import type { Mail, Mailer } from '../storage/mailer.ts';
import { findPersonByEmail } from '../storage/people.ts';
import { countSentLinks } from '../storage/sign-in-links.ts';
import type { Dependencies } from './dependencies.ts';
import { createSignInLink, withdrawSignInLink } from './sign-in.ts';

/**
 * No more links than this are open for a person at a time, from wherever they are asked for: nobody's mailbox is flooded. The limiters of
 * the platform count in each of its places for itself.
 */
const MAX_OPEN_LINKS = 3;

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
  if ((await countSentLinks(deps.db, person.id, deps.nowMs())) >= MAX_OPEN_LINKS) return 'too_many';
  const token = await createSignInLink(deps, person.id, true);
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
    `Hello ${name},`,
    `this link signs you in to the QR codes of ${account.name}:`,
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
