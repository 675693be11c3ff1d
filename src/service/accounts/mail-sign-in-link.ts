import { currentLanguage, inLanguage, say } from '#languages/say.ts';
import type { Person } from '#core/accounts/account.ts';
import type { Mailer } from '#storage/mailer.ts';
import { isAddressBound } from '#storage/accounts/identities.ts';
import { findPersonByEmail, listAddressHolders } from '#storage/accounts/people.ts';
import type { Dependencies } from '../dependencies.ts';
import { type BrandDependencies, nameProduct, readBrand } from '../read-brand.ts';
import { composeMail, nameInMail } from './compose-mail.ts';
import { createSentLink, type LinkKind, withdrawSignInLink } from './sign-in.ts';

type MailDependencies = BrandDependencies & Pick<Dependencies, 'db' | 'randomBytes'>;

/** `too_many`: the links sent before still work. `failed` was already reported. */
export type MailOutcome = 'sent' | 'too_many' | 'failed';

/**
 * Mails a person a link that signs in, in their language, otherwise in that of the request. If the person was invited and has not accepted yet, the mail names the inviter.
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
    const url = `${origin}/sign-in/link/${token}`;
    const language = person.language ?? currentLanguage();
    const brand = await readBrand(deps);
    await mailer.send(
      inLanguage(language, () => composeLinkMail(person, inviter, url, kind, nameProduct(brand))),
    );
    return 'sent';
  } catch (error) {
    deps.reportFailure('sign_in_mail_failed', error);
    // Nobody received this link, so it must not count against the next one.
    await withdrawSignInLink(deps, token);
    return 'failed';
  }
}

/**
 * Mails a link to the person with the address, if there is one who does not sign in at the company: the address may be somebody else's by now.
 * Runs after the response, so that its duration reveals nothing.
 */
export async function mailLinkToAddress(
  deps: MailDependencies & Pick<Dependencies, 'companyLogin'>,
  mailer: Mailer,
  email: string,
  origin: string,
): Promise<void> {
  if (deps.companyLogin.name !== null && (await isAddressBound(deps.db, email))) return;
  const person = await findPersonByEmail(deps.db, email);
  if (person) await mailSignInLink(deps, mailer, { ...person, email }, origin);
}

function composeLinkMail(
  { name, email, account }: Person & { readonly email: string },
  inviter: string | null,
  url: string,
  kind: LinkKind,
  product: string,
) {
  const isNamed = nameInMail(name, '') !== '';
  return composeMail({
    to: email,
    subject: inviter === null ? say('Your sign-in link') : say('An invitation to {product}', { product }),
    paragraphs: [
      isNamed ? say('Hello {name},', { name }) : say('Hello,'),
      inviter === null ? describeLink(account.name) : describeInvitation(account.name, inviter),
      url,
      kind === 'invitation'
        ? say('It works once, within 7 days. After that, ask for another one on the sign-in page.')
        : say('It works once, within 15 minutes. After that, ask for another one on the sign-in page.'),
      inviter === null
        ? say('If you did not ask for it, ignore this message: without the link, nobody is signed in.')
        : say('If you do not know who invites you, ignore this message.'),
    ],
    links: [{ url, label: inviter === null ? say('Sign in') : say('See the invitation') }],
  });
}

function describeLink(accountName: string): string {
  const account = nameInMail(accountName, '');
  return account === ''
    ? say('this link signs you in to your QR codes:')
    : say('this link signs you in to the QR codes of {account}:', { account });
}

function describeInvitation(accountName: string, inviter: string): string {
  return say(
    '{inviter} invites you to work with the QR codes of {account}. This link shows the invitation; nothing happens until you accept it:',
    {
      inviter: nameInMail(inviter, say('Somebody')),
      account: nameInMail(accountName, say('an account')),
    },
  );
}
