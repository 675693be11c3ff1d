import type { z } from 'zod';
import type { UsualProblem } from '#contract/usual-problem.ts';
import { explainQuota } from '#contract/problems/quota-phrases.ts';
import type { Result } from '#core/result.ts';
import { type Message, say } from '#languages/say.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { check } from '#contract/problems/validation.ts';
import { pageNotFound } from '../page-error.ts';
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

/**
 * Sends what a form says to a use case. Null if there is a problem, which the form then shows.
 * @param schema of the operation that runs the same use case
 */
export async function submit<T extends z.ZodType, Value>(
  form: Form,
  schema: T,
  input: unknown,
  run: (body: z.output<T>) => Promise<Result<Value | null, UsualProblem>>,
  fields?: FormFields,
): Promise<Value | null> {
  const body = validateForm(form, schema, input, fields);
  if (body === null) return null;
  const done = await run(body);
  if (!done.ok) refuse(form, done.error, fields, input);
  else if (done.value === null) throw pageNotFound();
  return done.ok ? done.value : null;
}

function refuse(form: Form, problem: UsualProblem, fields: FormFields | undefined, input: unknown): void {
  switch (problem.reason) {
    case 'refused':
      return refuseProblems(form, problem.problems, fields, input);
    case 'not_found':
      throw pageNotFound();
    case 'too_many':
    case 'quota_exceeded':
      return form.refuseBeyondPlan(say('Nothing was added. {why}', { why: explainLimit(problem) }));
  }
}

const TOO_MANY = {
  files: 'An account keeps at most {most, number} files. Delete one first.',
  images: 'An account keeps at most {most, number} images. Delete one first.',
  templates: 'An account has at most {most, number} templates. Delete one first.',
} as const satisfies Readonly<Record<string, Message>>;

/** What an account has too many of, and what helps. */
export function explainLimit(
  problem: Extract<UsualProblem, { readonly reason: 'too_many' | 'quota_exceeded' }>,
): string {
  return problem.reason === 'too_many'
    ? say(TOO_MANY[problem.things], { most: problem.limit })
    : explainQuota(problem);
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
