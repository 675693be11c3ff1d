import type { Child, PropsWithChildren } from 'hono/jsx';
import type { Form } from '../frame/forms/form.ts';
import { Notice } from './notice.tsx';

export interface FieldProps {
  readonly form: Form;
  readonly name: string;
  readonly label: string;
  readonly hint?: Child;
  /** Further attributes of the control itself. */
  readonly attributes?: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** An input with its label, its hint and, after a refused form, its error. It keeps the typed value. */
export function Field({ form, name, label, hint, attributes = {} }: FieldProps) {
  return (
    <Labelled form={form} name={name} label={label} hint={hint}>
      <input type="text" {...attributes} {...controlAttributes(form, name, hint)} value={form.value(name)} />
    </Labelled>
  );
}

export function TextArea({ form, name, label, hint, attributes = {} }: FieldProps) {
  return (
    <Labelled form={form} name={name} label={label} hint={hint}>
      {/* HTML removes a line break at the start of a textarea. */}
      <textarea {...attributes} {...controlAttributes(form, name, hint)}>{`\n${form.value(name)}`}</textarea>
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
      <select {...attributes} {...controlAttributes(form, name, hint)}>
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
          {...controlAttributes(form, name, hint)}
          value="on"
          checked={form.value(name) === 'on'}
        />
        {label}
      </label>
      <Notes form={form} name={name} hint={hint} />
    </div>
  );
}

/** What is wrong with the form as a whole, or that some of its fields are marked. */
export function FormProblem({ form }: { readonly form: Form }) {
  const message = form.error('');
  if (message === undefined && !form.hasErrors) return null;
  return (
    <Notice kind="error" data-marked-below={message === undefined ? true : undefined}>
      {message ?? 'Correct what is marked below, then try again.'}
    </Notice>
  );
}

export function Labelled({
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

export function Notes({ form, name, hint }: Pick<FieldProps, 'form' | 'name' | 'hint'>) {
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

export function controlAttributes(form: Form, name: string, hint: Child | undefined) {
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

/** Fields that belong together under a name: below each other on a phone, beside each other where there is room. */
export function FieldGroup({ legend, children }: PropsWithChildren<{ readonly legend: string }>) {
  return (
    <fieldset class="columns">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Boxes that answer one question together. */
export function CheckBoxes({ legend, children }: PropsWithChildren<{ readonly legend: string }>) {
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
