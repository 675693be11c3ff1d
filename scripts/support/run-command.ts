import { parseArgs, type ParseArgsConfig } from 'node:util';
import { openPlace } from './open-place.ts';

/** What a program prints to, and how it opens its database: tests hand in their own, and need no process for each run. */
export interface Around {
  readonly terminal: Console;
  readonly open: typeof openPlace;
}

/**
 * What `npm run NAME -- WORDS` runs.
 * @param words what npm passed on
 * @returns the exit code
 */
export type Program = (words: readonly string[], around: Around) => Promise<number>;

export interface Command {
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** How many words it takes besides its options, at least and at most. */
  readonly words: readonly [min: number, max: number];
  run(
    words: readonly string[],
    values: Readonly<Record<string, string | boolean | undefined>>,
    around: Around,
  ): Promise<void>;
}

/**
 * A program of several commands: its first word names one.
 * @param otherwise the command where none is named
 */
export function toProgram(
  commands: Readonly<Record<string, Command>>,
  help: string,
  otherwise = 'help',
): Program {
  return sayingErrors(async (words, around) => {
    const isNamed = words[0] !== undefined && !words[0].startsWith('--');
    const [name = otherwise, ...args] = isNamed ? words : [otherwise, ...words];
    if (name === 'help') return around.terminal.log(help);
    if (!Object.hasOwn(commands, name)) throw new Error(`There is no command "${name}".\n\n${help}`);
    const command = commands[name] as Command;
    const { positionals, values } = parseArgs({ args, options: command.options, allowPositionals: true });
    const [min, max] = command.words;
    if (positionals.length < min || positionals.length > max) {
      const amount = positionals.length < min ? 'few' : 'many';
      throw new Error(`"${[name, ...positionals].join(' ')}" has too ${amount} words.\n\n${help}`);
    }
    const given = values as Readonly<Record<string, string | boolean | undefined>>;
    await command.run(positionals, given, around);
  });
}

/** A program that says what `run` throws; then the exit code is 1. */
export function sayingErrors(run: (words: readonly string[], around: Around) => Promise<void>): Program {
  return async (words, around) => {
    try {
      await run(words, around);
      return 0;
    } catch (error) {
      around.terminal.error(error instanceof Error ? error.message : error);
      return 1;
    }
  };
}

/** Runs a program as this process, with its words and its terminal. */
export async function runAsProcess(program: Program): Promise<void> {
  process.exitCode = await program(process.argv.slice(2), { terminal: console, open: openPlace });
}
