// npm run setup: creates everything that the service needs in your own Cloudflare account, on workers.dev or on a domain.
import { parseArgs } from 'node:util';
import { createPlatform } from './installation/local-platform.ts';
import { confirmUnless } from './support/confirm.ts';
import { INSTALLATION_HELP, INSTALLATION_OPTIONS } from './support/installation-options.ts';
import { runCommand } from './support/run-command.ts';
import { setUp } from './installation/set-up.ts';
import { LOCATIONS, SCAN_LOGS, STATISTICS_ACCESS } from './installation/settings/settings.ts';

const HELP = `Usage: npm run setup [-- options]

Creates what is missing of the service in your Cloudflare account, and nothing twice: run it again after an interruption, or to change
an option. It takes the login of npx wrangler login, or CLOUDFLARE_API_TOKEN. With --domain it needs that token and,
unless scans are in D1, AE_API_TOKEN for the statistics; it says where to make what is missing.

  --domain DOMAIN       a domain in your Cloudflare account; without one, the service is on workers.dev, and a domain can be added later
  --subdomain NAME      the name of the account on workers.dev, if it has none yet
  --cloudflare-account ACCOUNT  the id or the name of the Cloudflare account, if the login reaches several
  --api-host HOST       the API and the dashboard (api.DOMAIN)
  --gs1-host HOST       the GS1 codes of accounts without a domain of their own, in their symbols for ever (none)
  --short-host HOST     the short links in the printed codes, for ever (go.DOMAIN); given again, another host that accounts can take
  --image-host HOST     the images (cdn.DOMAIN); none if the service began without a domain: there, the API hands them out
  --saas-target HOST    where accounts lead hosts of their own, by Cloudflare for SaaS; needs SAAS_API_TOKEN
  --oidc-issuer URL     sign-in at a company's identity provider; needs --oidc-client-id, --oidc-domains and OIDC_CLIENT_SECRET
  --oidc-client-id ID   our id there
  --oidc-name NAME      the name on the button (the host of the provider)
  --oidc-domains LIST   only verified addresses of these domains come in: example.com,example.net
  --oidc-account ID     the account that people join whom nobody invited
  --oidc-role ROLE      as what they join: viewer, member, or none for nobody (none)
  --sign-in WAY         both, or oidc: only at the company, and owners with a passkey (both)
  --access-team HOST    Cloudflare Access in front of the dashboard: acme.cloudflareaccess.com; needs --access-audience and --oidc-domains
  --access-audience TAG the audience tag of its application
  --location PLACE      where data is kept: ${LOCATIONS.join(', ')}
  --scan-log LOG        where scans are kept: ${SCAN_LOGS.join(', ')} (the first with a domain; d1 without, or if it began without)
  --replicas on|off     copies of the database near scans on every continent, at no price (on)
  --statistics WAY      how scans are read: ${STATISTICS_ACCESS.join(', ')} (token)
  --set NAME=VALUE      a variable of wrangler.toml, as SIGNUP=open; may be given several times
  --account NAME        the name of the first account of the service (DOMAIN, or "First account")
  --take-over HOST      replaces what is on this host of yours already; may be given several times
  --no-backups          no bucket for daily backups
  --empty               no account and no test: a backup will be restored into it
  --no-smoke-test       does not use the service at the end
  --dry-run             only says what it would create
  --yes                 does not ask (needed without a terminal)
${INSTALLATION_HELP}`;

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;
const LIST = { type: 'string', multiple: true } as const;

/** The options of company logins, each for a variable of wrangler.toml. */
const LOGIN_VARIABLES = {
  'oidc-issuer': 'OIDC_ISSUER',
  'oidc-client-id': 'OIDC_CLIENT_ID',
  'oidc-name': 'OIDC_NAME',
  'oidc-domains': 'OIDC_DOMAINS',
  'oidc-account': 'OIDC_ACCOUNT',
  'oidc-role': 'OIDC_ROLE',
  'sign-in': 'SIGN_IN',
  'access-team': 'ACCESS_TEAM',
  'access-audience': 'ACCESS_AUDIENCE',
};

function listLoginVariables(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(LOGIN_VARIABLES).flatMap(([flag, name]) =>
    typeof values[flag] === 'string' ? [`${name}=${values[flag]}`] : [],
  );
}

await runCommand(async () => {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      domain: TEXT,
      subdomain: TEXT,
      'cloudflare-account': TEXT,
      'api-host': TEXT,
      'short-host': LIST,
      'gs1-host': TEXT,
      'image-host': TEXT,
      'saas-target': TEXT,
      location: TEXT,
      'scan-log': TEXT,
      replicas: TEXT,
      statistics: TEXT,
      ...Object.fromEntries(Object.keys(LOGIN_VARIABLES).map((flag) => [flag, TEXT])),
      set: LIST,
      account: TEXT,
      'take-over': LIST,
      backups: SWITCH,
      empty: SWITCH,
      'smoke-test': SWITCH,
      'dry-run': SWITCH,
      yes: SWITCH,
      help: SWITCH,
      ...INSTALLATION_OPTIONS,
    },
  });
  if (values.help) return console.log(HELP);
  const isDryRun = values['dry-run'] ?? false;
  await setUp(
    {
      installation: values.installation,
      environment: values.environment,
      domain: values.domain,
      subdomain: values.subdomain,
      cloudflareAccount: values['cloudflare-account'],
      apiHost: values['api-host'],
      shortHosts: values['short-host'],
      gs1Host: values['gs1-host'],
      imageHost: values['image-host'],
      saasTarget: values['saas-target'],
      location: values.location,
      scanLog: values['scan-log'],
      replicas: values.replicas,
      statistics: values.statistics,
      backups: values.backups,
      set: [...(values.set ?? []), ...listLoginVariables(values)],
      account: values.account,
      isDryRun,
      isSmokeTested: values['smoke-test'] ?? true,
      isEmpty: values.empty,
      takeOver: values['take-over'] ?? [],
      confirm: confirmUnless((values.yes ?? false) || isDryRun, 'Create these?'),
    },
    createPlatform(),
  );
});
