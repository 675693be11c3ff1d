// Approves GS1 company prefixes for accounts, on the operator's host for GS1 codes: npm run --silent gs1 -- help
import { findAccount } from '#storage/accounts/accounts.ts';
import { deletePrefix, insertPrefix, listAllPrefixes } from '#storage/gs1/prefixes.ts';
import { toTime } from './support/accounts.ts';
import { PLACE_HELP, PLACE_OPTIONS } from './support/open-place.ts';
import { runAsProcess, toProgram } from './support/run-command.ts';

const HELP = `Usage: npm run --silent gs1 -- <command> [--remote]

  approve PREFIX ACCOUNT   the account may print keys with this GS1 company prefix, of 4 to 12 digits, on the service's host for GS1 codes
                           (a U.P.C. company prefix with its leading 0: 0614141)
  withdraw PREFIX          it may print no further ones; its codes stay
  list                     the approved prefixes

On domains of their own, accounts may use any key.

${PLACE_HELP}`;

export const gs1Program = toProgram(
  {
    approve: {
      options: PLACE_OPTIONS,
      words: [2, 2],
      async run([word = '', accountId = ''], place, { open, terminal }) {
        const prefix = readPrefix(word);
        await using database = await open(place);
        if (!(await findAccount(database.db, accountId)))
          throw new Error(`There is no account ${accountId}: npm run account -- list`);
        const other = await insertPrefix(database.db, {
          prefix,
          accountId,
          approvedAtMs: database.nowMs(),
        });
        if (other !== null)
          throw new Error(
            `${other} is approved for another account, and one of the two begins with the other. Withdraw it first.`,
          );
        const [first, last] = ['0', '9'].map((digit) => prefix.padEnd(13, digit));
        terminal.log(
          `${accountId} may print keys with the company prefix ${prefix}: each GTIN-13 from ${first} to ${last}.`,
        );
      },
    },
    withdraw: {
      options: PLACE_OPTIONS,
      words: [1, 1],
      async run([word = ''], place, { open, terminal }) {
        const prefix = readPrefix(word);
        await using database = await open(place);
        if (!(await deletePrefix(database.db, prefix)))
          throw new Error(`The company prefix ${prefix} is not approved.`);
        terminal.log(`Nobody may print further keys with the company prefix ${prefix}.`);
      },
    },
    list: {
      options: PLACE_OPTIONS,
      words: [0, 0],
      async run(_, place, { open, terminal }) {
        await using database = await open(place);
        const rows = await listAllPrefixes(database.db);
        terminal.table(
          rows.map(({ prefix, accountId, approvedAtMs }) => ({
            prefix,
            account: accountId,
            approved_at: toTime(approvedAtMs),
          })),
        );
      },
    },
  },
  HELP,
);

if (import.meta.main) await runAsProcess(gs1Program);

/** GS1 gives prefixes of 4 to 12 digits. */
function readPrefix(text: string): string {
  if (!/^\d{4,12}$/.test(text)) throw new Error(`A GS1 company prefix has 4 to 12 digits, not "${text}".`);
  return text;
}
