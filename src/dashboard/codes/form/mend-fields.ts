import type { z } from 'zod';
import type { ContentType } from '#core/content/content.ts';
import { check } from '#contract/problems/validation.ts';
import { Form } from '../../frame/forms/form.ts';
import { toFieldProblem } from '../explain-problems.ts';
import type { FixableProblem } from './design/fixes.ts';

/**
 * Reads a form with a schema of the interface. A wrong field gets its default, so that the rest can be previewed, and is among the
 * problems.
 * @param toInput converts a form to the terms of the interface
 */
export function mendFields<T extends z.ZodType>(
  form: Form,
  type: ContentType,
  schema: T,
  toInput: (form: Form) => unknown,
  defaults: Readonly<Record<string, string>>,
): { readonly body: z.output<T>; readonly problems: readonly FixableProblem[] } {
  const checked = check(schema, toInput(form));
  if (checked.ok) return { body: checked.value, problems: [] };
  const problems = checked.error.map((problem) => toFieldProblem(problem, form, type));
  const mended = problems.map(({ field }) => [field, defaults[field] ?? ''] as const);
  const again = check(schema, toInput(new Form([...form.entries(), ...mended])));
  if (!again.ok) throw new Error(`${again.error[0]?.field ?? 'a field'} is not valid as it is by default`);
  return { body: again.value, problems };
}
