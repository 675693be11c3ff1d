import { say } from '#languages/say.ts';
import type { ContentFault } from '#core/content/content-fault.ts';
import { describeContent } from '#core/content/fields/content-fields.ts';
import type { ContentType } from '#core/content/content.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { explainQuota } from '#contract/problems/quota-phrases.ts';
import type { CreateProblem } from '#contract/codes/write-problems.ts';
import { type FixableProblem, FORM_FIELDS, listFixes, toProblem } from './form/design/fixes.ts';
import { listTargetFields } from './form/content/target-fields.tsx';
import type { Form } from '../frame/forms/form.ts';

/** Shows a problem of the use case as the error of a field, in words for people. */
export function toFieldProblem(problem: CreateProblem, form: Form, type: ContentType): FixableProblem {
  if ('reason' in problem) {
    const message =
      problem.reason === 'quota_exceeded'
        ? say('No code was created. {why}', { why: explainQuota(problem) })
        : say('The images cannot be stored right now, so no code was created. Please try again in a moment.');
    return toProblem(message);
  }
  const field =
    problem.field === 'target'
      ? findTargetField(problem, form, type)
      : (FORM_FIELDS[problem.field] ?? problem.field);
  const fixes = listFixes(problem, form.value('style.gradient.type') !== 'none');
  return { field, message: sayInForm(problem), isMissing: false, fixes };
}

const TOO_LONG: ReadonlySet<string> = new Set<ContentFault['code']>(['too_long', 'url_too_long_encoded']);

/** The faulty field of the target: the one with the longest text, if the text is too long. */
function findTargetField(problem: Problem, form: Form, type: ContentType): string {
  const main = describeContent(type)?.mainField;
  const mainField = main === undefined ? type : `${type}.${main}`;
  const isTooMuch =
    problem.code === 'content_too_long' ||
    problem.code === 'symbol_too_large' ||
    (problem.code === 'unfit_content' && TOO_LONG.has(problem.values.fault.code));
  if (!isTooMuch) return mainField;
  const length = (field: string) => form.value(field).length;
  return listTargetFields(type).reduce(
    (longest, field) => (length(field) > length(longest) ? field : longest),
    mainField,
  );
}
