import { TARGET_FAMILIES, type FieldProblem } from '../core/compose-target.ts';
import type { ContentProblem, ContentType } from '../core/content.ts';
import type { ContrastProblem } from '../core/contrast.ts';
import type { CreateProblem } from '../service/qr-code-request.ts';
import type { Form } from './form.ts';

/** What a use case refused, beside the field that it is about and in words for people. A new reason does not compile until it has some. */
export function toFieldProblem(problem: CreateProblem, form: Form, type: ContentType): FieldProblem {
  const { mainField } = TARGET_FAMILIES[type];
  switch (problem.reason) {
    case 'type_not_dynamic':
      return wrong('dynamic', 'Only web addresses can be dynamic.');
    case 'invalid_target':
      return wrong(
        problem.problem.code === 'too_long' ? findLongestField(form, type) : mainField,
        explainTarget(problem.problem),
      );
    case 'low_contrast':
      return wrong('dark', explainContrast(problem.problem));
    case 'content_too_long':
      return wrong(
        findLongestField(form, type),
        `${problem.message} Shorten it, or choose a lower error correction.`,
      );
    case 'size_too_small':
      return wrong('size', problem.message);
    case 'images_not_stored':
      return wrong(
        '',
        'The pictures cannot be stored right now, so no code was made. Please try again in a moment.',
      );
  }
}

/** Where there is most to shorten. */
function findLongestField(form: Form, type: ContentType): string {
  const { fields, mainField } = TARGET_FAMILIES[type];
  const length = (field: string) => form.value(field).length;
  return fields.reduce((longest, field) => (length(field) > length(longest) ? field : longest), mainField);
}

export function explainContrast({ difference, required }: ContrastProblem): string {
  const relation =
    difference < 0 ? 'The dark colour is lighter than the light one' : 'The colours are too alike';
  return `${relation} to be scanned reliably: they differ in brightness by ${difference}, and at least ${required} is needed.`;
}

/** Of a form, the target is nothing that people have seen. */
export function explainTarget({ code, message }: ContentProblem): string {
  switch (code) {
    case 'too_long':
      return 'This is too much for one code: shorten it.';
    case 'invalid_characters':
      return 'This holds a character that cannot be written, as some programs copy them: type it anew.';
    default:
      return message;
  }
}

function wrong(field: string, message: string): FieldProblem {
  return { field, message, isMissing: false };
}
