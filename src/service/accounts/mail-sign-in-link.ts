import type { Person } from '#core/accounts/account.ts';
import type { Mailer } from '#storage/mailer.ts';
import { findPersonByEmail, listAddressHolders } from '#storage/accounts/people.ts';
import type { Dependencies } from '../dependencies.ts';
import { composeMail, nameInMail } from './compose-mail.ts';
import { createSentLink, type LinkKind, withdrawSignInLink } from './sign-in.ts';

type MailDependencies = Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes' | 'reportFailure'>;

/** `too_many`: the links sent before still work. `failed` was already reported. */
export type MailOutcome = 'sent' | 'too_many' | 'failed';

/**
 * Mails a person a link that signs in. If the person was invited and has not accepted yet, the mail names the inviter.
 *
 * @param origin origin of the dashboard, as in `https://api.example.com`
 */
export async function mailSignInLink(
  deps: MailDependencies,
  mailer: Mailer,
  person: Person & { readonly email: string },
  origin: string,
  kind: LinkKind = 'sign_in',
): Promise<MailOutcome> {
  const [holder] = await listAddressHolders(deps.db, person.id);
  const token = await createSentLink(deps, person.id, person.email, kind);
  if (token === null) return 'too_many';
  const inviter = holder?.isProved ? null : (holder?.inviter?.name ?? null);
  try {
    await mailer.send(composeLinkMail(person, inviter, `${origin}/sign-in/link/${token}`, kind));
    return 'sent';
  } catch (error) {
    deps.reportFailure('sign_in_mail_failed', error);
    // Nobody received this link, so it must not count against the next one.
    await withdrawSignInLink(deps, token);
    return 'failed';
  }
}

/** Mails a link to the person with the address, if there is one. Runs after the response, so that its duration reveals nothing. */
export async function mailLinkToAddress(
  deps: MailDependencies,
  mailer: Mailer,
  email: string,
  origin: string,
): Promise<void> {
  const person = await findPersonByEmail(deps.db, email);
  if (person) await mailSignInLink(deps, mailer, { ...person, email }, origin);
}

function composeLinkMail(
  { name, email, account }: Person & { readonly email: string },
  inviter: string | null,
  url: string,
  kind: LinkKind,
) {
  const isNamed = nameInMail(name, '') !== '';
  const codes = nameInMail(account.name, '') === '' ? 'your QR codes' : `the QR codes of ${account.name}`;
  const accountName = nameInMail(account.name, 'an account');
  const purpose =
    inviter === null
      ? `this link signs you in to ${codes}:`
      : `${nameInMail(inviter, 'Somebody')} invites you to work with the QR codes of ${accountName}. This link shows the invitation; nothing happens until you accept it:`;
  return composeMail({
    to: email,
    subject: inviter === null ? 'Your sign-in link' : 'An invitation to QR codes',
    paragraphs: [
      isNamed ? `Hello ${name},` : 'Hello,',
      purpose,
      url,
      kind === 'invitation'
        ? 'It works once, within 7 days. After that, ask for another one on the sign-in page.'
        : 'It works once, within 15 minutes. After that, ask for another one on the sign-in page.',
      inviter === null
        ? 'If you did not ask for it, ignore this message: without the link, nobody is signed in.'
        : 'If you do not know who invites you, ignore this message.',
    ],
    links: [{ url, label: inviter === null ? 'Sign in' : 'See the invitation' }],
  });
}
