import { TARGET_FAMILIES } from '#core/content/forms/forms.ts';
import type { ContentType } from '#core/content/content.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import { explainQuota } from '#contract/problems/quota-phrases.ts';
import { type ContrastProblem, LARGEST_LUMA_SHARE, LUMA_DIFFERENCE_REQUIRED } from '#core/styles/contrast.ts';
import type { CreateProblem } from '#service/codes/new-code.ts';
import {
  type FixableProblem,
  type Fix,
  fixContrast,
  fixStyle,
  fixUnscannable,
  STYLE_FIELDS,
} from './form/design/fixes.ts';
import type { Form } from '../frame/forms/form.ts';

/** Turns a problem of the use case into an error of a field, in words for people. A new reason does not compile until it has words. */
export function toFieldProblem(problem: CreateProblem, form: Form, type: ContentType): FixableProblem {
  const { mainField } = TARGET_FAMILIES[type];
  switch (problem.reason) {
    case 'type_not_dynamic':
      return wrong('dynamic', 'Only web addresses can be dynamic.');
    case 'invalid_target':
      return wrong(
        problem.problem.code === 'too_long' ? findLongestField(form, type) : mainField,
        sayInForm({ code: 'unfit_content', values: problem.problem }),
      );
    case 'control_of_static_code':
      return wrong('dynamic', 'Only dynamic codes can do this.');
    case 'invalid_field': {
      const { field } = problem.problem;
      return wrong(field === 'target' ? mainField : field, sayInForm(problem.problem));
    }
    case 'external_id_taken':
      return wrong('external_id', 'Another of your codes has this external id, so no code was created.');
    case 'short_code_taken':
      return wrong('short_code', 'Another code already has this. Choose another.');
    case 'low_contrast':
      return wrong(
        'dark',
        explainContrast(problem.problem),
        fixContrast(problem.problem.nearest, form.value('gradient') !== 'none'),
      );
    case 'invalid_style':
      return wrong(
        STYLE_FIELDS[problem.problem.field] ?? '',
        problem.problem.message,
        fixStyle(problem.problem),
      );
    case 'style_not_drawn':
      return wrong('modules', problem.message);
    case 'unscannable':
      return wrong(
        STYLE_FIELDS[problem.field] ?? 'modules',
        'A test reader could not read a picture of this code. Choose something plainer here.',
        fixUnscannable(problem.field),
      );
    case 'content_too_long':
    case 'symbol_too_large':
      return wrong(
        findLongestField(form, type),
        `${problem.message} Shorten it, or choose a lower error correction.`,
      );
    case 'size_too_small':
      return wrong('size', problem.message);
    case 'logo_not_found':
      return wrong('logo', 'This image no longer exists. Choose another, or upload it again.');
    case 'logo_too_large':
      return wrong('logo', problem.message);
    case 'quota_exceeded':
      return wrong('', `No code was created. ${explainQuota(problem)}`);
    case 'images_not_stored':
      return wrong(
        '',
        'The images cannot be stored right now, so no code was created. Please try again in a moment.',
      );
  }
}

/** The field with the longest text: the best one to shorten. */
function findLongestField(form: Form, type: ContentType): string {
  const { fields, mainField } = TARGET_FAMILIES[type];
  const length = (field: string) => form.value(field).length;
  return fields.reduce((longest, field) => (length(field) > length(longest) ? field : longest), mainField);
}

function explainContrast({ fault, difference, share }: ContrastProblem): string {
  if (-difference >= LUMA_DIFFERENCE_REQUIRED)
    return 'The dark colour is lighter than the light one, which many scanners cannot read. Swap the two.';
  if (fault === 'share')
    return `The dark colour is too light to be scanned reliably: it may have at most ${LARGEST_LUMA_SHARE} of the brightness of the light colour, and has ${share}.`;
  return `The colours are too alike to be scanned reliably: dark must be darker than light by a difference in brightness of ${LUMA_DIFFERENCE_REQUIRED}, and here that is ${difference}.`;
}

function wrong(field: string, message: string, fixes: readonly Fix[] = []): FixableProblem {
  return { field, message, isMissing: false, fixes };
}
