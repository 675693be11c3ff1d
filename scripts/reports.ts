// Shows and closes reports of abuse: npm run --silent reports -- help
import { countOpenReports, listOpenReports } from '#storage/abuse/report-upkeep.ts';
import { PLACE_HELP, PLACE_OPTIONS } from './support/open-place.ts';
import { closeReports, describeReport } from './support/reports.ts';
import { runAsProcess, toProgram } from './support/run-command.ts';

const HELP = `Usage: npm run --silent reports -- [<command>] [--remote]

  list            the open reports, the newest first: this is what happens without a command
  close ID…       marks reports as done, by their numbers; a code (its id or short URL) or a host stands for all reports about it

${PLACE_HELP}`;

const MOST_SHOWN = 100;
const MOST = Number.POSITIVE_INFINITY;

export const reportsProgram = toProgram(
  {
    list: {
      options: PLACE_OPTIONS,
      words: [0, 0],
      async run(_, place, { open, terminal }) {
        await using database = await open(place);
        const reports = await listOpenReports(database.db, MOST_SHOWN);
        const total = await countOpenReports(database.db);
        for (const report of reports) terminal.log(`${describeReport(report)}\n`);
        const rest = total - reports.length;
        terminal.log(`Open reports: ${total}.${rest > 0 ? ` ${rest} older ones are not shown.` : ''}`);
      },
    },
    close: {
      options: PLACE_OPTIONS,
      words: [1, MOST],
      async run(words, place, { open, terminal }) {
        await using database = await open(place);
        terminal.log(`Closed reports: ${await closeReports(database, words)}.`);
      },
    },
  },
  HELP,
  'list',
);

if (import.meta.main) await runAsProcess(reportsProgram);
