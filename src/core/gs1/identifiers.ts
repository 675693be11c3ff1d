import { DICTIONARY } from './dictionary.ts';

/** How many characters a component has, and which: N digits, X the 82 of GS1, Y the 39 of GS1, Z base64url. */
export interface Component {
  readonly set: 'N' | 'X' | 'Y' | 'Z';
  readonly least: number;
  readonly most: number;
  readonly isOptional: boolean;
  /** The names of its rules, in value-rules.ts. */
  readonly rules: readonly string[];
}

/** An application identifier, as GS1's syntax dictionary describes it. */
export interface Identifier {
  readonly ai: string;
  /** In an element string, no separator follows it. */
  readonly hasKnownLength: boolean;
  /** May stand in the query of a URI. */
  readonly isAttribute: boolean;
  readonly components: readonly Component[];
  /** For a primary key, the qualifiers that may follow it, in order: one list for each alternative. Null for other identifiers. */
  readonly qualifiers: readonly (readonly string[])[] | null;
  /** For each rule, the alternatives, of which one must be there: identifiers or patterns, such as `31nn`. */
  readonly required: readonly (readonly (readonly string[])[])[];
  /** Identifiers or patterns that must not be there. */
  readonly excluded: readonly string[];
}

let identifiers: ReadonlyMap<string, Identifier> | null = null;

/** The identifier; null if the dictionary does not know it. The dictionary is read when it is first asked. */
export function findIdentifier(ai: string): Identifier | null {
  identifiers ??= new Map(listIdentifiers().map((identifier) => [identifier.ai, identifier]));
  return identifiers.get(ai) ?? null;
}

/** All identifiers, in the order of the dictionary. */
export function listIdentifiers(): Identifier[] {
  return DICTIONARY.trim().split('\n').flatMap(readLine);
}

function readLine(line: string): Identifier[] {
  const [entry = ''] = line.split(' # ');
  const [range = '', ...words] = entry.split(' ');
  const [from = '', to = from] = range.split('-');
  const find = (pattern: RegExp) => words.flatMap((word) => pattern.exec(word)?.[1] ?? []);
  const [flags = ''] = find(/^([*?]+)$/);
  const [sequences] = find(/^dlpkey=?(.*)$/);
  const shared = {
    hasKnownLength: flags.includes('*'),
    isAttribute: flags.includes('?'),
    components: words.flatMap(readComponent),
    qualifiers: sequences?.split('|').map((list) => (list === '' ? [] : list.split(','))) ?? null,
    required: find(/^req=(.+)$/).map((list) => list.split(',').map((group) => group.split('+'))),
    excluded: find(/^ex=(.+)$/).flatMap((list) => list.split(',')),
  };
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => ({
    ai: String(Number(from) + i).padStart(from.length, '0'),
    ...shared,
  }));
}

function readComponent(word: string): Component[] {
  const match = /^(\[?)([NXYZ])(\.\.)?(\d+)\]?(?:,(.+))?$/.exec(word);
  if (!match) return [];
  const [, optional, set, variable, digits, rules] = match;
  const most = Number(digits);
  return [
    {
      set: set as Component['set'],
      least: variable === undefined ? most : 1,
      most,
      isOptional: optional === '[',
      rules: rules?.split(',') ?? [],
    },
  ];
}
