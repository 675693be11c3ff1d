import { findPlainTextProblem } from '../../plain-text.ts';
import { inField } from '../../problem.ts';
import type { ControlProblem } from './control-problem.ts';

/** Texts of one field, by their names; null for one that is not set. */
type Texts<Name extends string> = Readonly<Record<Name, string | null>>;

/** The names of the texts of a field, each with its longest length in characters. */
interface TextsRule<Name extends string> {
  readonly field: string;
  readonly longest: Readonly<Record<Name, number>>;
}

/**
 * The texts after their owner's changes, trimmed; undefined if none is left. A text that is not sent stays, as a merge patch (RFC 7396) has
 * it, and null clears one or all. Adds what is wrong to `problems`.
 */
export function mergeTexts<Name extends string>(
  current: Texts<Name> | undefined,
  request: { readonly [name in Name]?: string | null | undefined } | null | undefined,
  { field, longest }: TextsRule<Name>,
  problems: ControlProblem[],
): Texts<Name> | undefined {
  if (request === undefined) return current;
  if (request === null) return undefined;
  const names = Object.keys(longest) as Name[];
  const read = (name: Name): string | null => {
    const sent = request[name];
    return typeof sent === 'string'
      ? checkText(sent.trim(), `${field}.${name}`, longest[name], problems)
      : sent === undefined
        ? (current?.[name] ?? null)
        : null;
  };
  const texts = Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string | null>;
  return names.every((name) => texts[name] === null) ? undefined : texts;
}

function checkText(text: string, field: string, longest: number, problems: ControlProblem[]): string {
  const fault = text === '' ? NAME_EMPTY : findPlainTextProblem(text, longest);
  if (fault) problems.push(inField(field, fault));
  return text;
}

const NAME_EMPTY = { code: 'name_empty', values: {} } as const;
