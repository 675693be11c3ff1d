import type { z } from 'zod';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { check } from '#contract/problems/validation.ts';
import type { Form } from './form.ts';
import { type Body, listSteps } from './paths.ts';

/** How the fields of a form relate to those of the interface. */
export interface FormFields {
  /** The form field for a path of the interface; by default, the path itself. */
  readonly nameOf?: (path: string) => string;
  /** The message for a missing choice, by field. */
  readonly choices?: Readonly<Record<string, string>>;
}

/**
 * Validates the values of a form with a schema of the interface. Null if there is a problem, which the form then shows beside its fields.
 * @param input the form's values in the terms of the interface
 */
export function validateForm<T extends z.ZodType>(
  form: Form,
  schema: T,
  input: unknown,
  fields?: FormFields,
): z.output<T> | null {
  const checked = check(schema, input);
  if (!checked.ok) refuseProblems(form, checked.error, fields, input);
  return checked.ok && !form.hasErrors ? checked.value : null;
}

/** Shows each problem beside its field. */
export function refuseProblems(
  form: Form,
  problems: readonly Problem[],
  { nameOf = (path) => path, choices = {} }: FormFields = {},
  input?: unknown,
): void {
  for (const problem of problems) {
    const name = nameOf(problem.field);
    const choice = problem.code === 'wrong_value' ? choices[name] : undefined;
    form.refuse(name, choice ?? sayInForm(problem, subjectOf(problem.field, input)));
  }
}

/** If a field has several values, the invalid one is named. */
function subjectOf(path: string, input: unknown): string | undefined {
  if (!path.endsWith(']')) return undefined;
  const value = listSteps(path).reduce<unknown>((part, step) => (part as Body)[step], input);
  return `“${String(value)}”`;
}
