// Accounts and API keys from the command line: npm run --silent account -- help
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { ROLES, type Role } from '#core/accounts/account.ts';
import { parseExpiry } from '#core/accounts/api-key.ts';
import { parseEmailAddress } from '#core/accounts/email-address.ts';
import { NAME_RULE, parseName } from '#core/accounts/name.ts';
import { isPlan, PLAN_NAMES } from '#core/accounts/plan.ts';
import {
  changePlan,
  createAccount,
  createKey,
  invite,
  listAccounts,
  listKeys,
  revokeKey,
} from './support/accounts.ts';
import { PLACE_HELP, PLACE_OPTIONS as PLACE } from './support/open-place.ts';
import type { Place } from './support/place.ts';
import { resumeAccount, suspendAccount } from './support/operate.ts';
import { type Around, runAsProcess, sayingErrors } from './support/run-command.ts';

const HELP = `Usage: npm run --silent account -- <command> [--remote]

  create --name NAME [--plan ${PLAN_NAMES.join('|')}]       makes an account (plan: free); prints its API key, once
  list                                            the accounts
  plan ID ${PLAN_NAMES.join('|')}                     changes an account's plan; its limits apply within 60 seconds
  keys --account ID                               an account's keys
  create-key --account ID --name NAME             makes one more key; prints it, once
             [--read-only] [--expires YYYY-MM-DD]
  invite --account ID [--name NAME] [--email ADDRESS]      prints a sign-in link to the dashboard: works once, for 15 minutes;
         [--role owner|member|viewer] [--url URL]        who is not of the account yet (name: Owner) is added to it (role: owner)
  revoke --key ID                                 revokes a key; it stops working within 60 seconds
  suspend ID --reason TEXT [--codes]              signs its people out at once, and stops its keys within 30 seconds; its codes lead on,
                                                  unless --codes disables them as well
  resume ID                                       undoes both

${PLACE_HELP}`;

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;

/** The options of each command: any other one is refused, because one that was ignored might have been meant for safety. */
const OPTIONS = {
  create: { name: TEXT, plan: TEXT, ...PLACE },
  list: PLACE,
  plan: PLACE,
  keys: { account: TEXT, ...PLACE },
  'create-key': { account: TEXT, name: TEXT, 'read-only': SWITCH, expires: TEXT, ...PLACE },
  invite: { account: TEXT, name: TEXT, email: TEXT, role: TEXT, url: TEXT, ...PLACE },
  revoke: { key: TEXT, ...PLACE },
  suspend: { account: TEXT, reason: TEXT, codes: SWITCH, ...PLACE },
  resume: { account: TEXT, ...PLACE },
  help: {},
} as const;

type Values = Readonly<Record<string, string | boolean | undefined>>;

export const accountProgram = sayingErrors(run);

if (import.meta.main) await runAsProcess(accountProgram);

async function run(
  [command = 'help', ...args]: readonly string[],
  { open, terminal }: Around,
): Promise<void> {
  if (!Object.hasOwn(OPTIONS, command)) throw new Error(`There is no command "${command}".\n\n${HELP}`);
  const name = command as keyof typeof OPTIONS;
  const options: NonNullable<ParseArgsConfig['options']> = OPTIONS[name];
  const takesPositionals = name === 'plan' || name === 'suspend' || name === 'resume';
  const { values: given, positionals } = parseArgs({
    args: [...args],
    options,
    allowPositionals: takesPositionals,
  });
  const values: Values = { ...(takesPositionals ? { account: positionals[0] } : {}), ...(given as Values) };
  await using place = await open(values);
  switch (name) {
    case 'create':
      return terminal.log(
        (await createAccount(place, { name: readName(values), plan: readPlan(values) })).apiKey,
      );
    case 'list':
      return terminal.table(await listAccounts(place));
    case 'plan': {
      const accountId = required(values, 'account');
      const [, plan = ''] = positionals;
      if (!isPlan(plan)) throw new Error(`The plan must be one of ${PLAN_NAMES.join(', ')}, not "${plan}".`);
      await changePlan(place, accountId, plan);
      return terminal.log(`${accountId} is on the plan ${plan}. Its limits apply within 60 seconds.`);
    }
    case 'keys':
      return terminal.table(await listKeys(place, required(values, 'account')));
    case 'create-key': {
      const scope = values['read-only'] ? 'read' : 'full';
      const accountId = required(values, 'account');
      return terminal.log(
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
      return terminal.log(new URL(path, readDashboardUrl(place, values)).href);
    }
    case 'revoke':
      await revokeKey(place, required(values, 'key'));
      return terminal.log(`Revoked ${required(values, 'key')}. It stops working within 60 seconds.`);
    case 'suspend': {
      const accountId = required(values, 'account');
      const reason = required(values, 'reason');
      const disabled = await suspendAccount(place, accountId, {
        reason,
        disablesCodes: values['codes'] === true,
      });
      return terminal.log(
        `Suspended ${accountId}. Its people are signed out; its keys stop working within 30 seconds. Codes disabled: ${disabled}.`,
      );
    }
    case 'resume': {
      const accountId = required(values, 'account');
      const enabled = await resumeAccount(place, accountId);
      return terminal.log(`Resumed ${accountId}. Codes enabled: ${enabled}.`);
    }
    case 'help':
      return terminal.log(HELP);
  }
}

function required(values: Values, option: string): string {
  const value = values[option];
  if (typeof value !== 'string' || value === '') throw new Error(`--${option} is missing.\n\n${HELP}`);
  return value;
}

/** Where the dashboard is: as told, where the service runs, or where `npm start` will run it. */
function readDashboardUrl({ dashboardUrl }: Place, { url }: Values): string {
  if (typeof url === 'string') return url;
  return dashboardUrl ?? `http://localhost:${process.env['PORT'] ?? 8787}`;
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
