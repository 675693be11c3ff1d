// Accounts and API keys from the command line: npm run --silent account -- help
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ROLES, type Role } from '../src/core/account.ts';
import { parseExpiry } from '../src/core/api-key.ts';
import { parseEmailAddress } from '../src/core/email-address.ts';
import { NAME_RULE, parseName } from '../src/core/name.ts';
import { isPlan, PLAN_NAMES } from '../src/core/plan.ts';
import {
  createAccount,
  createKey,
  type DatabasePlace,
  invite,
  listAccounts,
  listKeys,
  revokeKey,
} from './support/accounts.ts';
import { readDashboardUrl } from './support/dashboard-url.ts';

const HELP = `Usage: npm run --silent account -- <command> [--remote]

  create --name NAME [--plan ${PLAN_NAMES.join('|')}]       makes an account (plan: free); prints its API key, once
  list                                            the accounts
  keys --account ID                               an account's keys
  create-key --account ID --name NAME             makes one more key; prints it, once
             [--read-only] [--expires YYYY-MM-DD]
  invite --account ID [--name NAME] [--email ADDRESS]      prints a sign-in link to the dashboard: works once, for 15 minutes;
         [--role owner|member] [--url URL]        who is not of the account yet (name: Owner) is added to it (role: owner)
  revoke --key ID                                 revokes a key; it stops working within 60 seconds

The local database by default (--state DIR, as of npm start); --remote for the deployed one.`;

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;
const PLACE = { remote: SWITCH, state: TEXT };

/** The options of each command: any other one is refused, because one that was ignored might have been meant for safety. */
const OPTIONS = {
  create: { name: TEXT, plan: TEXT, ...PLACE },
  list: PLACE,
  keys: { account: TEXT, ...PLACE },
  'create-key': { account: TEXT, name: TEXT, 'read-only': SWITCH, expires: TEXT, ...PLACE },
  invite: { account: TEXT, name: TEXT, email: TEXT, role: TEXT, url: TEXT, ...PLACE },
  revoke: { key: TEXT, ...PLACE },
  help: {},
} as const;

type Values = Readonly<Record<string, string | boolean | undefined>>;

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run([command = 'help', ...args]: readonly string[]): Promise<void> {
  if (!Object.hasOwn(OPTIONS, command)) throw new Error(`There is no command "${command}".\n\n${HELP}`);
  const name = command as keyof typeof OPTIONS;
  const options: NonNullable<ParseArgsConfig['options']> = OPTIONS[name];
  const values = parseArgs({ args: [...args], options, allowPositionals: false }).values as Values;
  const place: DatabasePlace = values['remote']
    ? { remote: true }
    : { remote: false, stateDir: resolve(String(values['state'] ?? '.wrangler'), 'state') };
  switch (name) {
    case 'create':
      return console.log(await createAccount(place, { name: readName(values), plan: readPlan(values) }));
    case 'list':
      return console.table(await listAccounts(place));
    case 'keys':
      return console.table(await listKeys(place, required(values, 'account')));
    case 'create-key': {
      const scope = values['read-only'] ? 'read' : 'full';
      const accountId = required(values, 'account');
      return console.log(
        await createKey(place, { accountId, name: readName(values), scope, expiresAtMs: readExpiry(values) }),
      );
    }
    case 'invite': {
      const accountId = required(values, 'account');
      const invitation = {
        accountId,
        name: readName({ name: 'Owner', ...values }),
        email: readEmail(values),
        role: readRole(values),
      };
      const path = await invite(place, invitation);
      return console.log(new URL(path, readDashboardUrl(place, values['url'])).href);
    }
    case 'revoke':
      await revokeKey(place, required(values, 'key'));
      return console.log(`Revoked ${required(values, 'key')}. It stops working within 60 seconds.`);
    case 'help':
      return console.log(HELP);
  }
}

function required(values: Values, option: string): string {
  const value = values[option];
  if (typeof value !== 'string' || value === '') throw new Error(`--${option} is missing.\n\n${HELP}`);
  return value;
}

function readName(values: Values): string {
  const name = parseName(required(values, 'name'));
  if (name === null) throw new Error(`--name must have ${NAME_RULE}.`);
  return name;
}

function readPlan(values: Values) {
  const plan = String(values['plan'] ?? 'free');
  if (!isPlan(plan)) throw new Error(`--plan must be one of ${PLAN_NAMES.join(', ')}, not "${plan}".`);
  return plan;
}

function readRole({ role }: Values): Role | null {
  if (role === undefined) return null;
  const known = ROLES.find((name) => name === role);
  if (!known) throw new Error(`--role must be one of ${ROLES.join(', ')}, not "${role}".`);
  return known;
}

function readEmail({ email }: Values): string | null {
  if (typeof email !== 'string') return null;
  const address = parseEmailAddress(email);
  if (address === null) throw new Error(`--email must be an address like name@example.com, not "${email}".`);
  return address;
}

function readExpiry(values: Values): number | null {
  const { expires } = values;
  if (typeof expires !== 'string') return null;
  const expiresAtMs = parseExpiry(expires, Date.now());
  if (expiresAtMs === null) throw new Error('--expires must be a day in the future, like 2030-12-31.');
  return expiresAtMs;
}
