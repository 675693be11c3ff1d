import { parseArgs, type ParseArgsConfig } from 'node:util';

export interface Command {
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** How many words it takes besides its options, at least and at most. */
  readonly words: readonly [min: number, max: number];
  run(
    words: readonly string[],
    values: Readonly<Record<string, string | boolean | undefined>>,
  ): Promise<void>;
}

/**
 * Runs one of several commands by the words that npm passed on. What it throws is said, and the exit code is 1.
 * @param otherwise the command where none is named
 */
export async function runCommand(
  commands: Readonly<Record<string, Command>>,
  help: string,
  otherwise = 'help',
): Promise<void> {
  try {
    const words = process.argv.slice(2);
    const isNamed = words[0] !== undefined && !words[0].startsWith('--');
    const [name = otherwise, ...args] = isNamed ? words : [otherwise, ...words];
    if (name === 'help') return console.log(help);
    if (!Object.hasOwn(commands, name)) throw new Error(`There is no command "${name}".\n\n${help}`);
    const command = commands[name] as Command;
    const { positionals, values } = parseArgs({ args, options: command.options, allowPositionals: true });
    const [min, max] = command.words;
    if (positionals.length < min || positionals.length > max) {
      throw new Error(`"${name}" takes other words.\n\n${help}`);
    }
    await command.run(positionals, values as Readonly<Record<string, string | boolean | undefined>>);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
