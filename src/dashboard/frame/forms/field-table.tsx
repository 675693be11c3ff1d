import { type PlainMessage, say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import type { Form } from './form.ts';
import type { FormFields } from './validate-form.ts';
import { CheckBox, Field, type FieldProps, type Option, Select, TextArea } from '../../kit/field.tsx';

/**
 * The fields of a form as data: one table draws them, gives their first values, reads what was typed in the terms of the interface, and names
 * the fields of its problems. To add a field is to add a line to its table.
 */
export type FieldTable<Name extends string = string> = Readonly<Record<Name, FieldSpec>>;

export interface FieldSpec {
  /** A text without any particular help by default. */
  readonly kind?: FieldKind;
  readonly label: PlainMessage;
  /** Marks the label as optional. */
  readonly isOptional?: boolean;
  /** Browsers ask for a value, and an empty one is read as it is. Otherwise, it is read as null. */
  readonly isRequired?: boolean;
  /** A function where the hint has values. */
  readonly hint?: PlainMessage | (() => Child);
  /** Of a choice: each value with its label, or a function that makes them. */
  readonly options?: readonly (readonly [value: string, label: PlainMessage])[] | (() => readonly Option[]);
  /** What is said about a value that is not among the options. */
  readonly wrongChoice?: PlainMessage;
  /** What the form opens with; empty by default. */
  readonly first?: string;
  /** The name in the interface, if it differs. */
  readonly path?: string;
  /** An example, in the language of the page. */
  readonly placeholder?: PlainMessage;
  readonly attributes?: FieldProps['attributes'];
}

/** What a field is for: how browsers help to type it, and how it is read. */
const KINDS = {
  text: {},
  /** Nothing that browsers remember would help. */
  name: { autocomplete: 'off' },
  /** Each character counts. */
  exact: { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' },
  address: { inputmode: 'url', autocomplete: 'off', spellcheck: 'false' },
  whole: { type: 'number', inputmode: 'numeric' },
  decimal: { type: 'number', inputmode: 'decimal' },
  moment: { type: 'datetime-local' },
  date: { type: 'date' },
  time: { type: 'time' },
  secret: { type: 'password', autocomplete: 'new-password' },
  lines: {},
  check: {},
  switch: { role: 'switch' },
  choice: {},
} as const satisfies Record<string, FieldProps['attributes']>;

type FieldKind = keyof typeof KINDS;

/** One field of a table, or several side by side if there is room. */
export type Place<Name> = Name | readonly Name[];

interface FieldsProps<Name extends string> {
  readonly of: FieldTable<Name>;
  /** In this order; all by default. */
  readonly names?: readonly Place<Name>[];
  /** Marks all of them as optional. */
  readonly areOptional?: boolean;
}

/** Fields of a table, with what was typed into them and their errors. */
export function Fields<Name extends string>({ of, names = namesOf(of), ...marked }: FieldsProps<Name>) {
  return (
    <>
      {names.map((place) =>
        typeof place === 'string' ? (
          <OneField {...of[place]} {...(marked.areOptional ? { isOptional: true } : {})} name={place} />
        ) : (
          <div class="grid">
            <Fields of={of} names={place} {...marked} />
          </div>
        ),
      )}
    </>
  );
}

function OneField({ name, ...spec }: FieldSpec & { readonly name: string }) {
  const { kind = 'text', options = [], hint } = spec;
  const props = {
    name,
    label: labelOf(spec),
    hint: typeof hint === 'string' ? say(hint) : hint?.(),
    attributes: {
      ...KINDS[kind],
      placeholder: spec.placeholder && say(spec.placeholder),
      required: spec.isRequired,
      ...spec.attributes,
    },
  };
  switch (kind) {
    case 'lines':
      return <TextArea {...props} />;
    case 'check':
    case 'switch':
      return <CheckBox {...props} />;
    case 'choice':
      return (
        <Select {...props} options={typeof options === 'function' ? options() : options.map(toOption)} />
      );
    default:
      return <Field {...props} />;
  }
}

function labelOf({ label, isOptional }: FieldSpec): string {
  return isOptional ? say('{label} (optional)', { label: say(label) }) : say(label);
}

function toOption([value, label]: readonly [string, PlainMessage]): Option {
  return { value, label: say(label) };
}

/** The labels of a table's fields. */
export function labelsOf<Name extends string>(table: FieldTable<Name>): Readonly<Record<Name, PlainMessage>> {
  const labels = namesOf(table).map((name) => [name, table[name].label]);
  return Object.fromEntries(labels) as Record<Name, PlainMessage>;
}

function namesOf<Name extends string>(table: FieldTable<Name>): Name[] {
  return Object.keys(table) as Name[];
}

/** The first values of a table's fields, as a form holds them. */
export function listFirst(table: FieldTable): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([name, { first = '' }]) => [name, first]));
}

/** Values of the interface, as a form holds them: the opposite of `readFields`. */
export function writeFields(values: Readonly<Record<string, string | number | boolean | null>>) {
  return Object.entries(values).map(([name, value]) => [name, writeField(value)] as const);
}

function writeField(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'on' : '';
  return value === null ? '' : String(value);
}

/** What was typed, in the terms of the interface. The schema that follows checks it. */
export function readFields<Name extends string>(
  form: Form,
  table: FieldTable<Name>,
  names: readonly Name[] = namesOf(table),
): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    names.map((name) => [table[name].path ?? name, readField(form, name, table[name])]),
  );
}

/** The same without what was left empty: then the interface has its default. */
export function readFilled<Name extends string>(
  form: Form,
  table: FieldTable<Name>,
  names?: readonly Name[],
): Record<string, string | number | boolean | null> {
  const read = Object.entries(readFields(form, table, names));
  return Object.fromEntries(read.filter(([, value]) => value !== null));
}

function readField(form: Form, name: string, { kind, isRequired }: FieldSpec) {
  switch (kind) {
    case 'check':
    case 'switch':
      return form.isChecked(name);
    case 'whole':
    case 'decimal':
      return form.number(name) ?? (isRequired ? '' : null);
    case 'address':
      return form.address(name) || (isRequired ? '' : null);
    case 'secret':
    case 'lines':
    case 'choice':
      return form.value(name) || (isRequired ? '' : null);
    default:
      return form.trimmed(name) || (isRequired ? '' : null);
  }
}

/** Tells `validateForm` which field shows a problem, and what it says of a wrong choice. */
export function problemsOf(table: FieldTable): FormFields & Required<Pick<FormFields, 'nameOf'>> {
  const fields = Object.entries(table);
  const choices = fields.flatMap(([name, { wrongChoice }]) =>
    wrongChoice === undefined ? [] : [[name, say(wrongChoice)] as const],
  );
  return {
    nameOf: (path) => fields.find(([, spec]) => spec.path === path)?.[0] ?? path,
    choices: Object.fromEntries(choices),
  };
}
