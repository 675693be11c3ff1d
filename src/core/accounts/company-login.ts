import { err, ok, type Result } from '../result.ts';
import type { Role } from './account.ts';
import { parseEmailAddress } from './email-address.ts';
import { parseName } from './name.ts';

/** The company's identity provider, by OpenID Connect. */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Cloudflare Access in front of the dashboard: the host of the team, and the audience of the application. */
export interface Access {
  readonly team: string;
  readonly audience: string;
}

/** How the people of a company sign in to this installation. Its operator decides. */
export interface CompanyLogin {
  /** The name on the button; null if there is no company login. */
  readonly name: string | null;
  readonly provider: Provider | null;
  readonly access: Access | null;
  /** Only addresses of these domains come in. */
  readonly domains: readonly string[];
  /** The account that people join whom nobody invited; null if they must be invited. */
  readonly newcomers: { readonly accountId: string; readonly role: Exclude<Role, 'owner'> } | null;
  /** Whether there is no other way in, except for owners. */
  readonly isOnlyWay: boolean;
  /** Whether strangers may open accounts. */
  readonly isSignUpOpen: boolean;
  /** Whether signing in accepts the invitations of an account: those of strangers must not draw somebody in unawares. */
  readonly isInviterTrusted: (accountId: string) => boolean;
}

/** The variables of wrangler.toml, and the secret. */
type CompanyVars = Readonly<
  Record<`OIDC_${'ISSUER' | 'CLIENT_ID' | 'NAME' | 'DOMAINS' | 'ACCOUNT' | 'ROLE'}`, string> &
    Record<'SIGN_IN' | 'SIGNUP' | 'ACCESS_TEAM' | 'ACCESS_AUDIENCE', string> & { OIDC_CLIENT_SECRET?: string }
>;

export function readCompanyLogin(vars: CompanyVars): CompanyLogin {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret = '' } = vars;
  const { ACCESS_TEAM: team, ACCESS_AUDIENCE: audience, OIDC_ACCOUNT: accountId, OIDC_ROLE: role } = vars;
  const provider = URL.canParse(issuer) && clientId ? { issuer, clientId, clientSecret } : null;
  const access = team && audience ? { team, audience } : null;
  const isJoined = accountId !== '' && (role === 'member' || role === 'viewer');
  return {
    name: provider ? vars.OIDC_NAME || new URL(issuer).host : access && (vars.OIDC_NAME || team),
    provider,
    access,
    domains: listDomains(vars.OIDC_DOMAINS),
    newcomers: isJoined ? { accountId, role } : null,
    isOnlyWay: vars.SIGN_IN === 'oidc',
    isSignUpOpen: vars.SIGNUP === 'open' && vars.SIGN_IN !== 'oidc',
    isInviterTrusted: (id) => (accountId === '' ? vars.SIGNUP !== 'open' : id === accountId),
  };
}

/** The domains in a list with commas or spaces. */
export function listDomains(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((domain) => domain !== '');
}

/** Whether an address belongs to the company, exactly: a subdomain may be somebody else's. */
export function isOfCompany({ domains }: Pick<CompanyLogin, 'domains'>, email: string): boolean {
  return domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** Somebody for whom the company's provider vouches. */
export interface CompanyIdentity {
  readonly issuer: string;
  /** The provider's own id of the human being, which no other gets; with Cloudflare Access, an id of the address. */
  readonly subject: string;
  readonly email: string;
  readonly name: string;
}

/** What a provider's signed token says. */
export type Claims = Readonly<Record<string, unknown>>;

/** OpenID Connect Core §2. */
const LONGEST_SUBJECT = 255;

/** The person of a token, whose signature, issuer, audience and time have been checked. */
export function toIdentity(
  claims: Claims,
  login: Pick<CompanyLogin, 'access' | 'domains'>,
): Result<CompanyIdentity, 'unverified_address' | 'foreign_domain'> {
  const { iss: issuer, sub: subject } = claims;
  const email = readEmail(claims);
  if (typeof issuer !== 'string' || typeof subject !== 'string' || email === null)
    return err('unverified_address');
  if (subject === '' || subject.length > LONGEST_SUBJECT) return err('unverified_address');
  // Access asks the team's own provider, or mails a code to the address.
  const isVerified = issuer === issuerOf(login.access) || isAddressVerified(claims, issuer, login);
  if (!isVerified) return err('unverified_address');
  if (!isOfCompany(login, email)) return err('foreign_domain');
  const given = typeof claims['name'] === 'string' ? parseName(claims['name']) : null;
  return ok({ issuer, subject, email, name: given ?? parseName(email.split('@')[0] ?? '') ?? email });
}

/** The address in a token. */
export function readEmail({ email }: Claims): string | null {
  return typeof email === 'string' ? parseEmailAddress(email) : null;
}

/**
 * When the person of a token proved who they are; 0 if it does not say. A browser can leave out the request to be asked again (`max_age`), so that
 * only `auth_time` proves it. Access has nothing better than the time of the token.
 */
export function readProofTime(claims: Claims, { access }: Pick<CompanyLogin, 'access'>): number {
  const seconds = claims['iss'] === issuerOf(access) ? claims['iat'] : claims['auth_time'];
  return typeof seconds === 'number' ? seconds * 1000 : 0;
}

/** The issuer of the tokens of Cloudflare Access. */
export function issuerOf(access: Access | null): string | null {
  return access && `https://${access.team}`;
}

function isAddressVerified(
  claims: Claims,
  issuer: string,
  { domains }: Pick<CompanyLogin, 'domains'>,
): boolean {
  const { host } = new URL(issuer);
  // Entra ID says instead whether the tenant proved that the domain is its own.
  const { email_verified: isVerified, xms_edov: isOfTenant, hd: workspace } = claims;
  if (host === 'login.microsoftonline.com')
    return isOfTenant === true || isOfTenant === 1 || isOfTenant === '1';
  // Anybody can open a private account at Google with an address of the company, and keeps it when they leave.
  if (host === 'accounts.google.com')
    return isVerified === true && typeof workspace === 'string' && domains.includes(workspace.toLowerCase());
  return isVerified === true;
}
