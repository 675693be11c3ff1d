// Accounts and API keys from the command line: npm run --silent account -- help
import { parseArgs } from 'node:util';
import { isPlan, PLAN_NAMES } from '../src/core/plan.ts';
import {
  createAccount,
  createKey,
  type DatabasePlace,
  listAccounts,
  listKeys,
  revokeKey,
} from './support/accounts.ts';

const HELP = `Usage: npm run --silent account -- <command> [--remote]

  create --name NAME --plan ${PLAN_NAMES.join('|')}         makes an account; prints its API key, once
  list                                            the accounts
  keys --account ID                               an account's keys
  create-key --account ID --name NAME             makes one more key; prints it, once
             [--read-only] [--expires YYYY-MM-DD]
  revoke --key ID                                 revokes a key; it stops working within 60 seconds

The local database by default; --remote for the deployed one.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    plan: { type: 'string' },
    account: { type: 'string' },
    key: { type: 'string' },
    expires: { type: 'string' },
    'read-only': { type: 'boolean', default: false },
    remote: { type: 'boolean', default: false },
    state: { type: 'string', default: '.wrangler/state' },
  },
});

const place: DatabasePlace = values.remote ? { remote: true } : { remote: false, stateDir: values.state };

try {
  await run(positionals[0]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(command: string | undefined): Promise<void> {
  switch (command) {
    case 'create':
      console.log(await createAccount(place, { name: readName(), plan: readPlan() }));
      return;
    case 'list':
      console.table(await listAccounts(place));
      return;
    case 'keys':
      console.table(await listKeys(place, required('account')));
      return;
    case 'create-key': {
      const scope = values['read-only'] ? 'read' : 'full';
      const key = {
        accountId: required('account'),
        name: readName(),
        scope,
        expiresAtMs: readExpiry(),
      } as const;
      console.log(await createKey(place, key));
      return;
    }
    case 'revoke':
      await revokeKey(place, required('key'));
      console.log(`Revoked ${values.key}. It stops working within 60 seconds.`);
      return;
    case 'help':
      console.log(HELP);
      return;
    default:
      throw new Error(HELP);
  }
}

function required(option: 'name' | 'account' | 'key'): string {
  const value = values[option];
  if (!value) throw new Error(`--${option} is missing.\n\n${HELP}`);
  return value;
}

function readName(): string {
  const name = required('name');
  if (name.length > 100 || /\p{Cc}/u.test(name))
    throw new Error('--name must have at most 100 characters and no control characters.');
  return name;
}

function readPlan() {
  const { plan = 'free' } = values;
  if (!isPlan(plan)) throw new Error(`--plan must be one of ${PLAN_NAMES.join(', ')}, not "${plan}".`);
  return plan;
}

function readExpiry(): number | null {
  if (!values.expires) return null;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(values.expires) ? Date.parse(values.expires) : Number.NaN;
  if (!(time > Date.now())) throw new Error('--expires must be a day in the future, like 2030-12-31.');
  return time;
}
