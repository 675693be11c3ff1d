import { parseEmailAddress } from '#core/accounts/email-address.ts';
import { listDomains } from '#core/accounts/company-login.ts';
import { toContactUri } from '#core/http/security-txt.ts';
import { InstallationError } from '../cloudflare/explain.ts';

interface Rule {
  /** What the value has to be, after "must be". */
  readonly rule: string;
  readonly isMet: (value: string) => boolean;
}

/** Variables that follow from the installation itself. */
export const OWN_VARS = [
  'API_HOST',
  'SHORT_URL_BASE',
  'EARLIER_SHORT_URL_BASE',
  'SHORT_HOSTS',
  'GS1_HOST',
  'CDN_URL',
  'SCAN_LOG',
  'AE_ACCOUNT_ID',
  'AE_DATASET',
  'AE_REQUESTS_DATASET',
  'CACHE_ZONE_ID',
  'LINK_CACHE',
] as const;

/** Every other variable, and what it may be: the Workers take a mistyped value for their default, and nobody would notice. */
const RULES: Readonly<Record<string, Rule>> = {
  SIGNUP: oneOf('invite', 'open'),
  EMAIL_FROM: { rule: 'an e-mail address, or empty', isMet: orEmpty(isEmailAddress) },
  ABUSE_EMAIL: { rule: 'an e-mail address, or empty', isMet: orEmpty(isEmailAddress) },
  SECURITY_CONTACT: {
    rule: 'an e-mail address, an address that starts with https://, mailto: or tel:, or empty',
    isMet: orEmpty((value) => toContactUri(value) !== null),
  },
  PRIVATE_TARGETS: oneOf('refused', 'allowed'),
  TARGET_CHECKS: oneOf('weekly', 'off'),
  WORKERS_PLAN: oneOf('free', 'paid'),
  OIDC_ISSUER: {
    rule: 'the address of an identity provider, as https://login.example.com, or empty',
    isMet: orEmpty((value) => /^https:\/\/\S+$/.test(value) && URL.canParse(value)),
  },
  OIDC_CLIENT_ID: { rule: 'an id without spaces, or empty', isMet: (value) => /^\S*$/.test(value) },
  OIDC_NAME: {
    rule: 'a name of at most 40 letters, digits, spaces, dots, commas, hyphens, apostrophes and &, or empty',
    isMet: (value) => /^[\p{L}\p{N} .,&'-]{0,40}$/u.test(value),
  },
  OIDC_DOMAINS: {
    rule: 'domains like example.com,example.net, or empty',
    isMet: (value) => listDomains(value).every((domain) => parseEmailAddress(`name@${domain}`) !== null),
  },
  OIDC_ACCOUNT: { rule: 'the id of an account, or empty', isMet: (value) => /^(acc_\w+)?$/.test(value) },
  OIDC_ROLE: oneOf('viewer', 'member', 'none'),
  SIGN_IN: oneOf('both', 'oidc'),
  ACCESS_TEAM: {
    rule: 'a host like acme.cloudflareaccess.com, or empty',
    isMet: (value) => /^([a-z0-9-]+\.cloudflareaccess\.com)?$/.test(value),
  },
  ACCESS_AUDIENCE: {
    rule: "an application's audience tag of 64 hexadecimal characters, or empty",
    isMet: (value) => /^([0-9a-f]{64})?$/.test(value),
  },
  TURNSTILE_SITE_KEY: {
    rule: 'the site key of a widget of Turnstile, or empty',
    isMet: (value) => /^[\w.-]*$/.test(value),
  },
  SAAS_TARGET: {
    rule: 'a host name like links.example.com, or empty',
    isMet: (value) => /^([a-z0-9-]+(\.[a-z0-9-]+)+)?$/i.test(value),
  },
  SAAS_ZONE_ID: {
    rule: "a zone's id of 32 hexadecimal characters, or empty",
    isMet: (value) => /^([0-9a-f]{32})?$/.test(value),
  },
  AE_API_URL: {
    rule: 'an address that starts with https:// or http://',
    isMet: (value) => /^https?:\/\//.test(value) && URL.canParse(value),
  },
};

/**
 * The variables of `--set`, each as `NAME=VALUE`, over those that were set before.
 * @throws InstallationError that names the first one that is unknown or has another value than it may
 */
export function readVars(
  pairs: readonly string[],
  kept: Readonly<Record<string, string>>,
): Record<string, string> {
  const given = pairs.map((pair): [string, string] => {
    const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined)
      throw new InstallationError(`--set must be NAME=VALUE, as in SIGNUP=open, not "${pair}".`);
    return [name, value];
  });
  const vars = { ...kept, ...Object.fromEntries(given) };
  for (const [name, value] of Object.entries(vars)) requireAllowed(name, value);
  requireWholeLogin(vars);
  return vars;
}

/** Company logins need several variables: with only some of them, nobody could sign in, and no page would say why. */
function requireWholeLogin(vars: Readonly<Record<string, string>>): void {
  const isSet = (name: string) => (vars[name] ?? '') !== '';
  const needs = (name: string, ...others: readonly string[]) => {
    const missing = others.filter((other) => !isSet(other));
    if (missing.length > 0) throw new InstallationError(`${name} also needs ${missing.join(' and ')}.`);
  };
  if (isSet('OIDC_ISSUER')) needs('OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_DOMAINS');
  if (isSet('ACCESS_TEAM')) needs('ACCESS_TEAM', 'ACCESS_AUDIENCE', 'OIDC_DOMAINS');
  if ((vars['OIDC_ROLE'] ?? 'none') !== 'none') needs('OIDC_ROLE', 'OIDC_ACCOUNT');
  if (vars['SIGN_IN'] === 'oidc' && !isSet('ACCESS_TEAM')) needs('SIGN_IN=oidc', 'OIDC_ISSUER');
}

function requireAllowed(name: string, value: string): void {
  if (OWN_VARS.some((own) => own === name))
    throw new InstallationError(`--set ${name}: the installation sets this itself.`);
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  if (!rule)
    throw new InstallationError(
      `--set ${name}: there is no such variable. There are: ${Object.keys(RULES).join(', ')}.`,
    );
  if (!rule.isMet(value)) throw new InstallationError(`--set ${name} must be ${rule.rule}, not "${value}".`);
}

function oneOf(...values: readonly string[]): Rule {
  return { rule: values.join(' or '), isMet: (value) => values.includes(value) };
}

function isEmailAddress(value: string): boolean {
  return parseEmailAddress(value) === value.toLowerCase();
}

function orEmpty(isMet: (value: string) => boolean): (value: string) => boolean {
  return (value) => value === '' || isMet(value);
}
