import type { Child, PropsWithChildren } from 'hono/jsx';
import type { Form } from '../form.ts';

interface FieldProps {
  readonly form: Form;
  readonly name: string;
  readonly label: string;
  readonly hint?: Child;
  /** Further attributes of the control itself. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** An input with its label, its hint and, after a refused form, what is wrong with it; it keeps what was typed. */
export function Field({ form, name, label, hint, attributes = {} }: FieldProps) {
  return (
    <Labelled form={form} name={name} label={label} hint={hint}>
      <input type="text" {...attributes} {...controlOf(form, name, hint)} value={form.value(name)} />
    </Labelled>
  );
}

export function TextArea({ form, name, label, hint, attributes = {} }: FieldProps) {
  return (
    <Labelled form={form} name={name} label={label} hint={hint}>
      {/* HTML swallows a line break at the start of a textarea. */}
      <textarea {...attributes} {...controlOf(form, name, hint)}>{`\n${form.value(name)}`}</textarea>
    </Labelled>
  );
}

export function Select({
  form,
  name,
  label,
  hint,
  attributes = {},
  options,
}: FieldProps & { readonly options: readonly { readonly value: string; readonly label: string }[] }) {
  return (
    <Labelled form={form} name={name} label={label} hint={hint}>
      <select {...attributes} {...controlOf(form, name, hint)}>
        {options.map((option) => (
          <option value={option.value} selected={option.value === form.value(name)}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export function CheckBox({ form, name, label, hint, attributes = {} }: FieldProps) {
  return (
    <div class="field">
      <label>
        <input
          type="checkbox"
          {...attributes}
          {...controlOf(form, name, hint)}
          value="on"
          checked={form.value(name) === 'on'}
        />
        {label}
      </label>
      <Notes form={form} name={name} hint={hint} />
    </div>
  );
}

/** What is wrong with the form as a whole; names how many fields are at fault, for those who do not see them at once. */
export function FormProblem({ form }: { readonly form: Form }) {
  const message = form.error('');
  if (message === undefined && !form.hasErrors) return null;
  return (
    <p class="notice error" role="alert">
      {message ?? 'Nothing was saved yet: see the marked fields.'}
    </p>
  );
}

function Labelled({
  form,
  name,
  label,
  hint,
  children,
}: PropsWithChildren<Pick<FieldProps, 'form' | 'name' | 'label' | 'hint'>>) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {children}
      <Notes form={form} name={name} hint={hint} />
    </div>
  );
}

function Notes({ form, name, hint }: Pick<FieldProps, 'form' | 'name' | 'hint'>) {
  const error = form.error(name);
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

function controlOf(form: Form, name: string, hint: Child | undefined) {
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
