import { parseArgs, type ParseArgsConfig } from 'node:util';
import { openPlace } from './open-place.ts';
import { sayError } from './say-error.ts';

/** Where a program prints, and how it opens its database. Tests pass their own, and so need no process for each run. */
export interface Around {
  readonly terminal: Console;
  readonly open: typeof openPlace;
}

/**
 * The program behind `npm run NAME -- WORDS`.
 * @param words the arguments from npm
 * @returns the exit code
 */
export type Program = (words: readonly string[], around: Around) => Promise<number>;

export interface Command {
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** The minimum and maximum number of words besides the options. */
  readonly words: readonly [min: number, max: number];
  run(
    words: readonly string[],
    values: Readonly<Record<string, string | boolean | undefined>>,
    around: Around,
  ): Promise<void>;
}

/**
 * A program with several commands, named by its first word.
 * @param otherwise the command if none is named
 */
export function toProgram(
  commands: Readonly<Record<string, Command>>,
  help: string,
  otherwise = 'help',
): Program {
  return sayingErrors(async (words, around) => {
    const isNamed = words[0] !== undefined && !words[0].startsWith('--');
    const [name = otherwise, ...args] = isNamed ? words : [otherwise, ...words];
    if (name === 'help' || words.includes('--help')) return around.terminal.log(help);
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

/** A program that prints the errors of `run` and then returns exit code 1. */
export function sayingErrors(run: (words: readonly string[], around: Around) => Promise<void>): Program {
  return async (words, around) => {
    try {
      await run(words, around);
      return 0;
    } catch (error) {
      around.terminal.error(sayError(error));
      return 1;
    }
  };
}

/** Runs a command in this process. An error is printed as one that a person can act on, and ends the process with exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(sayError(error));
    // Other requests of the command may be waiting for another attempt, and would go on talking.
    process.exit(1);
  }
}

/** Runs a program in this process, with its arguments and its terminal. */
export async function runAsProcess(program: Program): Promise<void> {
  process.exitCode = await program(process.argv.slice(2), { terminal: console, open: openPlace });
}
