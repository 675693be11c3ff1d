// Replaces the texts of the pages /privacy and /terms: npm run --silent text -- help
import { readFileSync } from 'node:fs';
import { LONGEST_OPERATOR_TEXT, OPERATOR_TEXTS } from '#core/operator-text.ts';
import { toTextKey } from '#storage/operator-texts.ts';
import { PLACE_HELP, PLACE_OPTIONS } from './support/open-place.ts';
import { runAsProcess, toProgram } from './support/run-command.ts';

const HELP = `Usage: npm run --silent text -- <command> [--remote]

  put NAME FILE   shows the text of a file at /NAME: privacy or terms. Plain text: an empty line between paragraphs, "# " before a heading
  reset NAME      shows the text that comes with the software

${PLACE_HELP}`;

export const textProgram = toProgram(
  {
    put: {
      options: PLACE_OPTIONS,
      words: [2, 2],
      async run([word = '', file = ''], place, { open, terminal }) {
        const name = readName(word);
        const text = readText(file);
        await using database = await open(place);
        await database.putPairs([{ key: toTextKey(name), value: text }]);
        terminal.log(`/${name} shows ${file} within 60 seconds.`);
      },
    },
    reset: {
      options: PLACE_OPTIONS,
      words: [1, 1],
      async run([word = ''], place, { open, terminal }) {
        const name = readName(word);
        await using database = await open(place);
        await database.putPairs([{ key: toTextKey(name), value: '' }]);
        terminal.log(`/${name} shows the text of the software within 60 seconds.`);
      },
    },
  },
  HELP,
);

if (import.meta.main) await runAsProcess(textProgram);

function readName(word: string) {
  const name = OPERATOR_TEXTS.find((one) => one === word);
  if (name) return name;
  throw new Error(`There is no text "${word}". There are: ${OPERATOR_TEXTS.join(', ')}.`);
}

function readText(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (text.trim() === '') throw new Error(`${file} is empty. To show the text of the software: reset.`);
  if (text.length > LONGEST_OPERATOR_TEXT) {
    throw new Error(`${file} is too long: a text has at most ${LONGEST_OPERATOR_TEXT} characters.`);
  }
  return text;
}
