// Manages the hosts that no code may lead to: npm run --silent blocklist -- help
import { readFileSync } from 'node:fs';
import { deleteBlockedHost, insertBlockedHosts, listBlockedHosts } from '#storage/abuse/blocked-hosts.ts';
import { toTime } from './support/accounts.ts';
import { readHost, readHostList } from './support/blocklist.ts';
import { PLACE_HELP, PLACE_OPTIONS } from './support/open-place.ts';
import { runAsProcess, toProgram } from './support/run-command.ts';

const HELP = `Usage: npm run --silent blocklist -- <command> [--remote]

  add HOST…       new targets on a host, or below it, are refused; the cron disables the codes that lead there
  remove HOST     takes a host from the list; codes that were disabled for it stay so: npm run code -- enable
  list            the hosts
  import FILE     adds the hosts of a file: one a line, or a hosts file

${PLACE_HELP}`;

const MOST = Number.POSITIVE_INFINITY;

export const blocklistProgram = toProgram(
  {
    add: {
      options: PLACE_OPTIONS,
      words: [1, MOST],
      async run(words, place, { open, terminal }) {
        const hosts = words.map(readHost);
        await using database = await open(place);
        await insertBlockedHosts(database.db, hosts, database.nowMs());
        terminal.log(`Blocked ${hosts.join(', ')}.`);
      },
    },
    remove: {
      options: PLACE_OPTIONS,
      words: [1, 1],
      async run([word = ''], place, { open, terminal }) {
        const host = readHost(word);
        await using database = await open(place);
        if (!(await deleteBlockedHost(database.db, host)))
          throw new Error(`${host} is not on the blocklist.`);
        terminal.log(`${host} is no longer blocked.`);
      },
    },
    list: {
      options: PLACE_OPTIONS,
      words: [0, 0],
      async run(_, place, { open, terminal }) {
        await using database = await open(place);
        const hosts = await listBlockedHosts(database.db);
        terminal.table(hosts.map(({ host, addedAtMs }) => ({ host, added_at: toTime(addedAtMs) })));
      },
    },
    import: {
      options: PLACE_OPTIONS,
      words: [1, 1],
      async run([file = ''], place, { open, terminal }) {
        const hosts = readHostList(readFileSync(file, 'utf8'));
        await using database = await open(place);
        await insertBlockedHosts(database.db, hosts, database.nowMs());
        terminal.log(`Blocked ${hosts.length} hosts.`);
      },
    },
  },
  HELP,
);

if (import.meta.main) await runAsProcess(blocklistProgram);
