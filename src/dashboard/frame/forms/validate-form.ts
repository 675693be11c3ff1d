import type { z } from 'zod';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { check } from '#contract/problems/validation.ts';
import type { Form } from './form.ts';

/** How a form stands to what the interface calls its fields. */
export interface FormFields {
  /** The name of the form's field for a path of the interface; the path itself where this is absent. */
  readonly nameOf?: (path: string) => string;
  /** What to choose, by the names of fields that offer a choice. */
  readonly choices?: Readonly<Record<string, string>>;
}

/**
 * Validates what a form says by a schema of the interface. Null where something is wrong, which the form then says beside its fields.
 *
 * @param input what the form says, as the interface has it
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

/** Says beside each field what is wrong with it. */
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

/** Of several values in one field, the one that is wrong is named. */
function subjectOf(path: string, input: unknown): string | undefined {
  if (!path.endsWith(']')) return undefined;
  const steps = path.split(/[.[\]]+/).slice(0, -1);
  const value = steps.reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], input);
  return `“${String(value)}”`;
}
