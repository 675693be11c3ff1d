import type { Result } from '../../result.ts';
import type { ContentType } from '../static-content.ts';
import type { FieldFault } from './field-fault.ts';

/**
 * The fields of a type of content. One description of a type gives its JSON in `content`, the columns of an import, the form of the
 * dashboard, the text of the symbol, and what a scan shows.
 */

interface Common {
  /** What it is, for the documentation. */
  readonly about: string;
  readonly isRequired: boolean;
}

/** A text. `line` and `lines` are trimmed, `exact` is a line in which each space counts. Absent and empty are the same. */
interface TextField extends Common {
  readonly kind: 'line' | 'lines' | 'exact';
  /** In characters. */
  readonly longest: number;
  /** Gives the text in its normal form, or what is wrong with it. */
  readonly read: (text: string) => Result<string, FieldFault>;
}

interface ChoiceField<Option extends string = string> extends Common {
  readonly kind: 'choice';
  /** The first one is the default. */
  readonly options: readonly [Option, ...Option[]];
}

/** False by default. */
interface FlagField extends Common {
  readonly kind: 'flag';
}

interface NumberField extends Common {
  readonly kind: 'number';
  readonly least: number;
  readonly most: number;
  /** It is rounded to these. */
  readonly decimals: number;
}

/** An object with fields of its own; null if it is absent. */
interface GroupField<Parts extends Fields = Fields> extends Common {
  readonly kind: 'group';
  readonly fields: Parts;
}

export type Field = TextField | ChoiceField | FlagField | NumberField | GroupField;
export type Fields = { readonly [name: string]: Field };

/** The values of fields once they are read: an absent text is empty. */
export type ValuesOf<Parts extends Fields> = { readonly [Name in keyof Parts]: ValueOf<Parts[Name]> };
type ValueOf<One extends Field> =
  One extends GroupField<infer Parts>
    ? ValuesOf<Parts> | (One['isRequired'] extends true ? never : null)
    : One extends ChoiceField<infer Option>
      ? Option
      : One extends FlagField
        ? boolean
        : One extends NumberField
          ? number
          : string;

export type Value = string | number | boolean | null | Values;
export interface Values {
  readonly [name: string]: Value;
}

export interface ContentValues {
  readonly type: ContentType;
  readonly values: Values;
}

/** What is wrong with a field, by its path within the content: `ssid`, `creditor.name`. */
export interface FieldProblem {
  readonly field: string;
  readonly fault: FieldFault;
}

/** A type of content by its fields. */
export interface ContentDescription<Parts extends Fields = Fields> {
  readonly fields: Parts;
  /** Values that are right, for the documentation. */
  readonly example: object;
  /** The field that a problem with the content as a whole belongs to. */
  readonly mainField: string;
  /** What is wrong with fields that are right by themselves. A field that was refused is empty here, and so is one that is absent. */
  readonly check: (values: ValuesOf<Parts>) => readonly FieldProblem[];
  /** The text of the symbol: the `target`. */
  readonly compose: (values: ValuesOf<Parts>) => string;
  /** The fields that may have made a text; a text from elsewhere can hold more than they can. */
  readonly decompose: (target: string) => { readonly [Name in keyof Parts]?: unknown };
}

/** Forgets which fields they are: everything that handles all types reads the fields from the description. */
export function defineContent<const Parts extends Fields>(
  description: ContentDescription<Parts>,
): ContentDescription {
  return description as unknown as ContentDescription;
}

type TextOptions = Partial<Pick<TextField, 'read'>> & { readonly longest: number };

const asIs = (typed: string): Result<string, FieldFault> => ({ ok: true, value: typed });

function text<const Kind extends TextField['kind'], const Required extends boolean>(
  kind: Kind,
  isRequired: Required,
  about: string,
  { longest, read = asIs }: TextOptions,
) {
  return { kind, isRequired, about, longest, read };
}

/** Builders of fields: `required` and `optional`. */
export const required = {
  line: (about: string, options: TextOptions) => text('line', true, about, options),
  exact: (about: string, options: TextOptions) => text('exact', true, about, options),
  number: (about: string, bounds: Pick<NumberField, 'least' | 'most' | 'decimals'>) =>
    ({ kind: 'number', isRequired: true, about, ...bounds }) as const,
  group: <const Parts extends Fields>(about: string, fields: Parts) =>
    ({ kind: 'group', isRequired: true, about, fields }) as const,
};

export const optional = {
  line: (about: string, options: TextOptions) => text('line', false, about, options),
  lines: (about: string, options: TextOptions) => text('lines', false, about, options),
  exact: (about: string, options: TextOptions) => text('exact', false, about, options),
  choice: <const Options extends readonly [string, ...string[]]>(about: string, options: Options) =>
    ({ kind: 'choice', isRequired: false, about, options }) as const,
  flag: (about: string) => ({ kind: 'flag', isRequired: false, about }) as const,
  group: <const Parts extends Fields>(about: string, fields: Parts) =>
    ({ kind: 'group', isRequired: false, about, fields }) as const,
};
