// Checks where each path in a file leads, and reports the ones that lead elsewhere: npm run --silent verify -- help
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Program, runAsProcess, sayingErrors } from './support/run-command.ts';
import { askPaths, type Asked } from './verify/ask-paths.ts';
import { readExpectations } from './verify/read-expectations.ts';

const MAX_AT_A_TIME = 16;

const HELP = `Usage: npm run --silent verify -- FILE --against HOST [--upper-case] [--at-a-time N]

  Asks HOST for each path of FILE (HEAD, without following), and compares the Location of each response with the target that FILE has. Prints a
  table of those that differ, and then ends with the code 1. Run it before a move, against the old host, and after it, against the new one.

  FILE            redirects.csv or redirects.json of /v1/exports, an export of codes, or any CSV or NDJSON (.ndjson, .jsonl) with a column for the
                  path (or the short link) and one for the target
  --against HOST  go.example.com, or a URL: https://staging.example.com, http://localhost:8787/s
  --upper-case    asks for each path in upper case, as the symbols of this service hold it
  --at-a-time N   so many requests at a time, 1 to ${MAX_AT_A_TIME}; default 4

A scan of a person is a GET: nothing here is counted as one by this service.`;

/** Prints the paths that lead elsewhere. The exit code is 1 if there are any, or if no path could be checked. */
export const verifyProgram: Program = async (words, around) => {
  let hasDifferences = false;
  const verify = sayingErrors(async (args, { terminal }) => {
    const { positionals, values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [file, ...others] = positionals;
    if (file === 'help' || values.help) return terminal.log(HELP);
    if (file === undefined || others.length > 0 || values.against === undefined)
      throw new Error(`Name one file, and a host with --against.\n\n${HELP}`);
    const base = readBase(values.against);
    const expectations = readExpectations(file, readFileSync(file), base.pathname);
    const atATime = readAtATime(values['at-a-time']);
    const spell = (path: string) => (values['upper-case'] ? path.toUpperCase() : path);
    const asked = await askPaths(
      base,
      expectations.paths.map(({ path, target }) => ({ path: spell(path), target })),
      { atATime },
    );
    const differing = asked.filter(({ isSame }) => !isSame);
    hasDifferences = differing.length > 0;
    terminal.log(
      `Requested ${asked.length} paths at ${base.href}: ${asked.length - differing.length} lead where the file says, ${differing.length} do not.` +
        (expectations.withoutTarget > 0
          ? ` Not requested, because the file has no target for them: ${expectations.withoutTarget}.`
          : ''),
    );
    if (hasDifferences) terminal.log(`\n${toTable(differing)}`);
  });
  const exitCode = await verify(words, around);
  return hasDifferences ? 1 : exitCode;
};

const OPTIONS = {
  against: { type: 'string' },
  'upper-case': { type: 'boolean' },
  'at-a-time': { type: 'string' },
  help: { type: 'boolean' },
} as const;

function readBase(text: string): URL {
  const base = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (base && base.host !== '' && base.search === '' && base.hash === '') return base;
  throw new Error(`--against must be a host, like go.example.com, or a URL, not "${text}".`);
}

function readAtATime(text = '4'): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_AT_A_TIME) return count;
  throw new Error(`--at-a-time must be a whole number from 1 to ${MAX_AT_A_TIME}, not "${text}".`);
}

/** A cell may have thousands of characters; those of other rows are not padded to its width. */
const WIDEST_COLUMN = 60;

/** Columns as wide as their widest cell, up to a bound. */
function toTable(asked: readonly Asked[]): string {
  const rows = [
    ['path', 'expected', 'found'],
    ...asked.map(({ path, target, found }) => [path, target, found]),
  ];
  const widest = (column: number) => rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0);
  const widths = [0, 1].map((column) => Math.min(widest(column), WIDEST_COLUMN));
  return rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')).join('\n');
}

if (import.meta.main) await runAsProcess(verifyProgram);
