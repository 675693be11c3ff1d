// Hosts that no code may lead to: npm run --silent blocklist -- help
import { readFileSync } from 'node:fs';
import { blockHosts, listBlockedHosts, readHost, readHostList, unblockHost } from './support/blocklist.ts';
import { openPlace, PLACE_HELP, PLACE_OPTIONS } from './support/open-place.ts';
import { runCommand } from './support/run-command.ts';

const HELP = `Usage: npm run --silent blocklist -- <command> [--remote]

  add HOST…       new targets on a host, or below it, are refused; the cron disables the codes that lead there
  remove HOST     takes a host from the list; codes that were disabled for it stay so: npm run code -- enable
  list            the hosts
  import FILE     adds the hosts of a file: one a line, or a hosts file

${PLACE_HELP}`;

const MOST = Number.POSITIVE_INFINITY;

await runCommand(
  {
    add: {
      options: PLACE_OPTIONS,
      words: [1, MOST],
      async run(words, place) {
        const hosts = words.map(readHost);
        await using database = await openPlace(place);
        await blockHosts(database, hosts);
        console.log(`Blocked ${hosts.join(', ')}.`);
      },
    },
    remove: {
      options: PLACE_OPTIONS,
      words: [1, 1],
      async run([word = ''], place) {
        const host = readHost(word);
        await using database = await openPlace(place);
        await unblockHost(database, host);
        console.log(`${host} is no longer blocked.`);
      },
    },
    list: {
      options: PLACE_OPTIONS,
      words: [0, 0],
      async run(_, place) {
        await using database = await openPlace(place);
        console.table(await listBlockedHosts(database));
      },
    },
    import: {
      options: PLACE_OPTIONS,
      words: [1, 1],
      async run([file = ''], place) {
        const hosts = readHostList(readFileSync(file, 'utf8'));
        await using database = await openPlace(place);
        await blockHosts(database, hosts);
        console.log(`Blocked ${hosts.length} hosts.`);
      },
    },
  },
  HELP,
);
