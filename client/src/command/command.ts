import { parseArgs } from 'node:util';

/** Options as `--help` shows them, with their meaning: `--title TEXT`, `--tags TAG…` for one that may be repeated, `--static`. */
type Options = Readonly<Record<string, string>>;

/** What somebody typed behind the name of a command. */
export interface Call {
  readonly words: readonly string[];
  /** The given ones of the command's `fields`. `--external-id` is `external_id`, and an empty text null, which clears a field. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly texts: Readonly<Record<string, string | undefined>>;
  readonly flags: Readonly<Record<string, boolean | undefined>>;
}

export interface Command {
  /** The word that it takes, if any: `ID`, and `[ID]` for one that may be left out. */
  readonly words: string;
  readonly about: string;
  /** Options that the service gets as they are. */
  readonly fields?: Options;
  readonly options?: Options;
  /** Gives the exit code, where it is not 0. */
  run(call: Call): Promise<number | void>;
}

/** Somebody typed what the command does not take. */
export class UsageError extends Error {}

const SHARED = { '--json': 'print JSON, for programs', '-h, --help': 'print this text' };

/**
 * Reads what was typed behind the name of a command; null where that asks for help.
 * @throws UsageError, or an error of parseArgs
 */
export function readCall({ words: taken, fields = {}, options = {} }: Command, args: string[]): Call | null {
  if (args.some((word) => /^--(?:api-)?key(?:=|$)/.test(word)))
    throw new UsageError('Other programs could read a key in a command: use qr login, or set QR_API_KEY.');
  const known = toConfig({ ...fields, ...options, ...SHARED });
  const given = parseArgs({ args, options: known, allowPositionals: true, allowNegative: true });
  const { values, positionals: words } = given;
  if (values['help']) return null;
  if (words.length === 0 && /^[A-Z]/.test(taken)) throw new UsageError(`${taken} is missing.`);
  const extra = words[taken === '' ? 0 : 1];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many: put quotes around spaces.`);
  const sent = Object.keys(toConfig(fields)).filter((name) => values[name] !== undefined);
  const toField = (name: string) => [name.replaceAll('-', '_'), values[name] === '' ? null : values[name]];
  const [texts, flags] = [values as Call['texts'], values as Call['flags']];
  return { words, fields: Object.fromEntries(sent.map(toField)) as Call['fields'], texts, flags };
}

/** The options as `parseArgs` takes them. */
function toConfig(options: Options) {
  const entries = Object.keys(options).map((shown) => {
    const [, short, name = '', value, more] = /^(?:-(\w), )?--([a-z-]+)(?: ([A-Z]+)(…)?)?$/.exec(shown) ?? [];
    const type = value === undefined ? ('boolean' as const) : ('string' as const);
    return [name, { type, multiple: more !== undefined, ...(short ? { short } : {}) }] as const;
  });
  return Object.fromEntries(entries);
}

/** The text of `--help`. */
export function describeCommand(name: string, { words, about, fields, options }: Command): string {
  const lines = Object.entries({ ...fields, ...options, ...SHARED });
  const list = lines.map(([shown, meaning]) => `  ${shown.padEnd(24)}${meaning}\n`).join('');
  return `Usage: qr ${name} ${words}${words && ' '}[options]\n\n${about}\n\n${list}`;
}
