import { say } from '#languages/say.ts';
import { type Claims, readProofTime, toIdentity } from '#core/accounts/company-login.ts';
import { type CompanyRefusal, signInByCompany } from '#service/accounts/company/sign-in.ts';
import type { DashboardContext } from '../../../frame/dashboard-env.ts';
import { PageError } from '../../../frame/page-error.ts';
import { nameBrowser } from '../browser-name.ts';
import { limitSubject } from '../limit-attempts.ts';

/** Signs in the person of a verified token. Gives the session's token; throws a page that says why not. */
export async function signInVouched(c: DashboardContext, claims: Claims): Promise<string> {
  const deps = c.get('deps');
  const identity = toIdentity(claims, deps.companyLogin);
  if (!identity.ok) throw refuseCompanySignIn(c, identity.error);
  await limitSubject(c, identity.value);
  const provedAtMs = readProofTime(claims, deps.companyLogin);
  const session = await signInByCompany(deps, identity.value, { browser: nameBrowser(c), provedAtMs });
  if (!session.ok) throw refuseCompanySignIn(c, session.error, identity.value.email);
  return session.value;
}

type Refusal = CompanyRefusal | 'unverified_address' | 'foreign_domain' | 'refused' | 'unreachable';

/** The page for somebody who was not signed in. It leads to the other ways. */
export function refuseCompanySignIn(c: DashboardContext, refusal: Refusal, email = ''): PageError {
  const provider = c.get('deps').companyLogin.name ?? '';
  const link = { href: '/sign-in', label: say('Sign in') };
  if (refusal === 'unreachable')
    return new PageError(
      503,
      say('{provider} is not responding', { provider }),
      say(
        'So we cannot sign you in right now. Nothing else is affected. Try again in a moment, or sign in another way if the sign-in page offers one.',
      ),
      link,
      { 'Retry-After': '10' },
    );
  return new PageError(403, say('Not signed in'), explain(refusal, { provider, email }), link);
}

function explain(
  refusal: Exclude<Refusal, 'unreachable'>,
  names: { readonly provider: string; readonly email: string },
): string {
  switch (refusal) {
    case 'refused':
      return say('{provider} did not confirm who you are. Start again.', names);
    case 'unverified_address':
      return say(
        '{provider} does not say that your e-mail address is verified. Ask whoever manages the accounts there.',
        names,
      );
    case 'foreign_domain':
      return say(
        'Only people with an address of the company can sign in through {provider}. Yours is not one.',
        names,
      );
    case 'not_invited':
      return say(
        'Nobody has invited {email}. Ask an owner of the account to invite this address, then sign in again.',
        names,
      );
    case 'other_subject':
      return say(
        '{email} belonged to somebody else at {provider} before. Ask an owner of the account to remove that person and to invite you.',
        names,
      );
    case 'removed':
      return say(
        'An owner removed {email} from the account. If you should have access, ask an owner to invite you.',
        names,
      );
    case 'full':
      return say('The account has no room for another person. Ask an owner of the account.', names);
  }
}
