// Accounts and API keys from the command line: npm run --silent account -- help
import { ROLES, type Role } from '#core/accounts/account.ts';
import { parseExpiry } from '#core/accounts/api-key.ts';
import { parseEmailAddress } from '#core/accounts/email-address.ts';
import { NAME_RULE, parseName } from '#core/accounts/name.ts';
import { isPlan, type Plan, PLAN_NAMES } from '#core/accounts/plan.ts';
import {
  changePlan,
  createAccount,
  createKey,
  invite,
  linkPerson,
  listAccounts,
  listKeys,
  revokeKey,
} from './support/accounts.ts';
import { PLACE_HELP, PLACE_OPTIONS } from './support/open-place.ts';
import type { Place } from './support/place.ts';
import {
  deleteAccount,
  restoreAccount,
  resumeAccount,
  sayDeletion,
  suspendAccount,
} from './support/operate.ts';
import { type Command, runAsProcess, toProgram } from './support/run-command.ts';

const HELP = `Usage: npm run --silent account -- <command> [--remote]

  create --name NAME [--plan ${PLAN_NAMES.join('|')}]       creates an account (plan: free); prints its API key, once
  list                                            the accounts
  plan ID ${PLAN_NAMES.join('|')}                     changes an account's plan; its limits apply within 60 seconds
  keys --account ID                               an account's keys
  create-key --account ID --name NAME             creates another key; prints it, once
             [--read-only] [--expires YYYY-MM-DD]
  invite --account ID [--name NAME] [--email ADDRESS]      prints a sign-in link to the dashboard: works once, for 15 minutes;
         [--role owner|member|viewer] [--url URL]        a new person (name: Owner) is added to the account (role: owner)
  sign-in ID --person PERSON [--url URL]          prints a sign-in link for a person who is in the account already (by id, name or
                                                  address): works once, for 15 minutes
  revoke --key ID                                 revokes a key; it stops working within 60 seconds
  suspend ID --reason TEXT [--codes]              signs its people out at once, and stops its keys within 60 seconds; its codes lead on,
                                                  unless --codes disables them as well
  resume ID                                       undoes both
  delete ID [--now]                               signs its people out of everything but its restoration, and stops its keys within 60
                                                  seconds; its codes lead on for 14 days, then the cron deletes all that it owns.
                                                  With --now, that begins with the next runs of the cron, and nobody can undo it
  restore ID                                      undoes a deletion within the 14 days

${PLACE_HELP}`;

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** The output of a command: a line, or rows for a table. */
type Printed = string | readonly object[];

const TEXT = { type: 'string' } as const;
const SWITCH = { type: 'boolean' } as const;

/** A command that takes `count` words and acts on the database that its options name. */
function onPlace(
  count: number,
  options: Command['options'],
  act: (place: Place, values: Values, words: readonly string[]) => Promise<Printed>,
): Command {
  return {
    options: { ...options, ...PLACE_OPTIONS },
    words: [count, count],
    async run(words, values, { open, terminal }) {
      await using place = await open(values);
      const printed = await act(place, values, words);
      if (typeof printed === 'string') terminal.log(printed);
      else terminal.table(printed);
    },
  };
}

export const accountProgram = toProgram(
  {
    create: onPlace(0, { name: TEXT, plan: TEXT }, async (place, values) => {
      const plan = readPlan(String(values['plan'] ?? 'free'));
      return (await createAccount(place, { name: readName(values), plan })).apiKey;
    }),
    list: onPlace(0, {}, listAccounts),
    plan: onPlace(2, {}, async (place, _, [accountId = '', name = '']) => {
      const plan = readPlan(name);
      await changePlan(place, accountId, plan);
      return `${accountId} is on the plan ${plan}. Its limits apply within 60 seconds.`;
    }),
    keys: onPlace(0, { account: TEXT }, (place, values) => listKeys(place, required(values, 'account'))),
    'create-key': onPlace(
      0,
      { account: TEXT, name: TEXT, 'read-only': SWITCH, expires: TEXT },
      (place, values) =>
        createKey(place, {
          accountId: required(values, 'account'),
          name: readName(values),
          scope: values['read-only'] ? 'read' : 'full',
          expiresAtMs: readExpiry(values),
        }),
    ),
    invite: onPlace(
      0,
      { account: TEXT, name: TEXT, email: TEXT, role: TEXT, url: TEXT },
      async (place, values) => {
        const path = await invite(place, {
          accountId: required(values, 'account'),
          name: readName({ name: 'Owner', ...values }),
          email: readEmail(values),
          role: readRole(values),
        });
        return new URL(path, readDashboardUrl(place, values)).href;
      },
    ),
    'sign-in': onPlace(1, { person: TEXT, url: TEXT }, async (place, values, [accountId = '']) => {
      const path = await linkPerson(place, accountId, required(values, 'person'));
      return new URL(path, readDashboardUrl(place, values)).href;
    }),
    revoke: onPlace(0, { key: TEXT }, async (place, values) => {
      const keyId = required(values, 'key');
      await revokeKey(place, keyId);
      return `Revoked ${keyId}. It stops working within 60 seconds.`;
    }),
    suspend: onPlace(1, { reason: TEXT, codes: SWITCH }, async (place, values, [accountId = '']) => {
      const reason = required(values, 'reason');
      const disabled = await suspendAccount(place, accountId, {
        reason,
        disablesCodes: values['codes'] === true,
      });
      return `Suspended ${accountId}. Its people are signed out; its keys stop working within 60 seconds. Codes disabled: ${disabled}.`;
    }),
    resume: onPlace(1, {}, async (place, _, [accountId = '']) => {
      const enabled = await resumeAccount(place, accountId);
      return `Resumed ${accountId}. Codes enabled: ${enabled}.`;
    }),
    delete: onPlace(1, { now: SWITCH }, async (place, values, [accountId = '']) => {
      const account = await deleteAccount(place, accountId, { isFinal: values['now'] === true });
      return `Deleted ${accountId} ("${account.name}"). Its keys stop working within 60 seconds. ${sayDeletion(account)}`;
    }),
    restore: onPlace(1, {}, async (place, _, [accountId = '']) => {
      const { name } = await restoreAccount(place, accountId);
      return `Restored ${accountId} ("${name}"). Its keys work again within 60 seconds.`;
    }),
  },
  HELP,
);

if (import.meta.main) await runAsProcess(accountProgram);

function required(values: Values, option: string): string {
  const value = values[option];
  if (typeof value !== 'string' || value === '') throw new Error(`--${option} is missing.\n\n${HELP}`);
  return value;
}

/** The URL of the dashboard: from --url, from the running service, or else where `npm start` will serve it. */
function readDashboardUrl({ dashboardUrl }: Place, { url }: Values): string {
  if (typeof url === 'string') return url;
  return dashboardUrl ?? `http://localhost:${process.env['PORT'] ?? 8787}`;
}

function readName(values: Values): string {
  const name = parseName(required(values, 'name'));
  if (name === null) throw new Error(`--name must have ${NAME_RULE}.`);
  return name;
}

function readPlan(plan: string): Plan {
  if (!isPlan(plan)) throw new Error(`The plan must be one of ${PLAN_NAMES.join(', ')}, not "${plan}".`);
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
