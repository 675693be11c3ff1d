import { type PlainMessage, say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import type { Form } from './form.ts';
import { type Body, joinPath, nest } from './paths.ts';
import type { FormFields } from './validate-form.ts';
import { listPicked, Picker, toPicked } from '../../kit/choices/picker.tsx';
import {
  CheckBox,
  CheckBoxes,
  Field,
  type FieldProps,
  type Option,
  Select,
  TextArea,
} from '../../kit/field.tsx';

/**
 * The fields of a form as data, by their paths in the body of the operation (`rule.when.country`): one table draws them, gives their first
 * values, and reads what was typed in the terms of the interface. To add a field is to add a line to its table.
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
  /** Of a list with options: the field for values that are not among them. */
  readonly others?: Pick<FieldSpec, 'label' | 'hint' | 'attributes'>;
  /** An example, in the language of the page. */
  readonly placeholder?: PlainMessage | (() => string);
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
  /** Several values: boxes in a list that can be searched, or values with commas between them. */
  list: { autocomplete: 'off', spellcheck: 'false' },
  /** Several of few values. */
  boxes: {},
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
  const { kind = 'text', hint } = spec;
  const props = {
    name,
    label: labelOf(spec),
    hint: typeof hint === 'string' ? say(hint) : hint?.(),
    attributes: {
      ...KINDS[kind],
      placeholder: typeof spec.placeholder === 'string' ? say(spec.placeholder) : spec.placeholder?.(),
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
      return <Select {...props} options={listOptions(spec)} />;
    case 'boxes':
      return (
        <CheckBoxes legend={props.label}>
          {listOptions(spec).map(({ value, label }) => (
            <CheckBox name={`${name}_${value}`} label={label} />
          ))}
        </CheckBoxes>
      );
    case 'list':
      if (spec.options === undefined) return <Field {...props} />;
      return (
        <>
          <Picker name={name} legend={props.label} choices={listOptions(spec)} hasNotes={!spec.others} />
          {spec.others ? <OneField kind="list" {...spec.others} name={name} /> : null}
        </>
      );
    default:
      return <Field {...props} />;
  }
}

function listOptions({ options = [] }: FieldSpec): readonly Option[] {
  return typeof options === 'function' ? options() : options.map(toOption);
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

/** Values of the interface, as a form holds them: the opposite of `readFields`. Only lists need a table. */
export function writeFields(
  values: object,
  table: FieldTable = {},
  within = '',
): [name: string, value: string][] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    const name = joinPath(within, key, Array.isArray(values));
    const spec = table[name];
    if (spec && Array.isArray(value)) return writeList(name, spec, value);
    return typeof value === 'object' && value !== null
      ? writeFields(value, table, name)
      : [[name, writeField(value)]];
  });
}

function writeField(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A box for each value that the field offers; the others are typed. */
function writeList(
  name: string,
  spec: FieldSpec,
  values: readonly string[],
): [name: string, value: string][] {
  const offered = new Set(listOptions(spec).map(({ value }) => value));
  const others = values.filter((value) => !offered.has(value));
  return [
    ...toPicked(
      name,
      values.filter((value) => offered.has(value)),
    ),
    [name, others.join(', ')],
  ];
}

/** The table of what stands within a field, by the paths of the whole. */
export function fieldsOf<Path extends string, Name extends string>(path: Path, table: FieldTable<Name>) {
  const fields = Object.entries<FieldSpec>(table).map(([name, spec]) => [`${path}.${name}`, spec]);
  return Object.fromEntries(fields) as FieldTable<`${Path}.${Name}`>;
}

/** What was typed, in the terms of the interface. The schema that follows checks it. */
export function readFields<Name extends string>(
  form: Form,
  table: FieldTable<Name>,
  names?: readonly Name[],
): Body {
  return nest(readEach(form, table, names));
}

/** The same without what was left empty: then the interface has its default. */
export function readFilled<Name extends string>(
  form: Form,
  table: FieldTable<Name>,
  names?: readonly Name[],
): Body {
  return nest(readEach(form, table, names).filter(([, value]) => value !== null));
}

function readEach<Name extends string>(
  form: Form,
  table: FieldTable<Name>,
  names: readonly Name[] = namesOf(table),
) {
  return names.map((name) => [name, readField(form, name, table[name])] as const);
}

function readField(form: Form, name: string, spec: FieldSpec) {
  const { kind, isRequired } = spec;
  switch (kind) {
    case 'boxes':
    case 'list': {
      const offered = listOptions(spec).map(({ value }) => value);
      const typed = form.value(name).split(/[\s,;]+/);
      const values = [...listPicked(form, name, offered), ...typed.filter((value) => value !== '')];
      return values.length === 0 ? null : values;
    }
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

/** Tells `validateForm` what a field says of a wrong choice. */
export function problemsOf(table: FieldTable): FormFields {
  const choices = Object.entries(table).flatMap(([name, { wrongChoice }]) =>
    wrongChoice === undefined ? [] : [[name, say(wrongChoice)] as const],
  );
  return { choices: Object.fromEntries(choices) };
}
