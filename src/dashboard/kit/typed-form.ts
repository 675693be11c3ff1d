/** What fields show of the form around them: typed values, and errors. `frame/forms/form.ts` reads such a form. */
export interface TypedForm {
  value(name: string): string;
  isChecked(name: string): boolean;
  /** The error of a field; of the form as a whole if `name` is empty. */
  error(name: string): string | undefined;
  readonly hasErrors: boolean;
  /** The field that gets the focus. */
  readonly focused: string | undefined;
}

/** A form into which nobody has typed. */
export const EMPTY_FORM: TypedForm = {
  value: () => '',
  isChecked: () => false,
  error: () => undefined,
  hasErrors: false,
  focused: undefined,
};
