import { say } from '#languages/say.ts';
import { type Child, createContext, type PropsWithChildren, useContext } from 'hono/jsx';
import { HiddenFields } from './buttons.tsx';
import { Notice } from './notice.tsx';
import { EMPTY_FORM, type TypedForm } from './typed-form.ts';

/** The typed values of the fields inside, and their errors. */
export const Filled = createContext(EMPTY_FORM);

type FilledFormProps = PropsWithChildren<{
  readonly form: TypedForm;
  readonly action: string;
  /** What the form holds besides what is shown. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly [attribute: string]: unknown;
}>;

/** A filled-in form, below its problems. It posts. */
export function FilledForm({ form, hidden = {}, children, ...attributes }: FilledFormProps) {
  return (
    <form method="post" {...attributes}>
      <FormProblem form={form} />
      <HiddenFields fields={hidden} />
      <Filled.Provider value={form}>{children}</Filled.Provider>
    </form>
  );
}

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: Child;
  /** Additional attributes of the control itself. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** An input with its label, its hint and, after a refused form, its error. It keeps the typed value. */
export function Field({ name, label, hint, attributes = {} }: FieldProps) {
  const form = useContext(Filled);
  return (
    <Labelled name={name} label={label} hint={hint}>
      <input type="text" {...attributes} {...useControl(name, hint)} value={form.value(name)} />
    </Labelled>
  );
}

/** What the form was opened with, sent on as it is. */
export function HiddenField({ name }: Pick<FieldProps, 'name'>) {
  return <input type="hidden" name={name} value={useContext(Filled).value(name)} />;
}

export function TextArea({ name, label, hint, attributes = {} }: FieldProps) {
  const form = useContext(Filled);
  return (
    <Labelled name={name} label={label} hint={hint}>
      {/* HTML removes a line break at the start of a textarea. */}
      <textarea {...attributes} {...useControl(name, hint)}>{`\n${form.value(name)}`}</textarea>
    </Labelled>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

export function Select({
  name,
  label,
  hint,
  attributes = {},
  options,
}: FieldProps & { readonly options: readonly Option[] }) {
  const form = useContext(Filled);
  return (
    <Labelled name={name} label={label} hint={hint}>
      <select {...attributes} {...useControl(name, hint)}>
        {options.map((option) => (
          <option {...option.attributes} value={option.value} selected={option.value === form.value(name)}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export function CheckBox({ name, label, hint, attributes = {} }: FieldProps) {
  const form = useContext(Filled);
  return (
    <div class="field">
      <label>
        <input
          type="checkbox"
          {...attributes}
          {...useControl(name, hint)}
          value="on"
          checked={form.value(name) === 'on'}
        />
        {label}
      </label>
      <Notes name={name} hint={hint} />
    </div>
  );
}

/** The problem of the form as a whole, or a note that some fields are marked. */
export function FormProblem({ form }: { readonly form: TypedForm }) {
  const message = form.error('');
  if (message === undefined && !form.hasErrors) return null;
  return (
    <Notice kind="error" data-marked-below={message === undefined ? true : undefined}>
      {message ?? say('Correct what is marked below, then try again.')}
    </Notice>
  );
}

export function Labelled({
  name,
  label,
  hint,
  children,
}: PropsWithChildren<Pick<FieldProps, 'name' | 'label' | 'hint'>>) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {children}
      <Notes name={name} hint={hint} />
    </div>
  );
}

export function Notes({ name, hint }: Pick<FieldProps, 'name' | 'hint'>) {
  const error = useContext(Filled).error(name);
  return (
    <>
      {error === undefined ? null : (
        <small id={`${name}-error`} class="error">
          {error}
        </small>
      )}
      {hint === undefined ? null : <small id={`${name}-hint`}>{hint}</small>}
    </>
  );
}

/** The attributes of a field's control. */
export function useControl(name: string, hint: Child | undefined) {
  const form = useContext(Filled);
  const hasError = form.error(name) !== undefined;
  const described = [hasError ? `${name}-error` : '', hint === undefined ? '' : `${name}-hint`]
    .join(' ')
    .trim();
  return {
    id: name,
    name,
    autofocus: form.focused === name ? true : undefined,
    'aria-invalid': hasError ? 'true' : undefined,
    'aria-describedby': described === '' ? undefined : described,
  };
}

/** A named group of fields: stacked on a phone, side by side if there is room. */
export function FieldGroup({ legend, children }: PropsWithChildren<{ readonly legend: string }>) {
  return (
    <fieldset class="columns grid">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Boxes that together answer one question. */
export function CheckBoxes({ legend, children }: PropsWithChildren<{ readonly legend: string }>) {
  return (
    <fieldset class="checks cluster">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
