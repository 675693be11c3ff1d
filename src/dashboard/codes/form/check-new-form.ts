import { sayInForm } from '#contract/problems/form-phrases.ts';
import { TARGET_FAMILIES } from '#core/content/forms/forms.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import type { ContentType } from '#core/content/content.ts';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import { DEFAULT_ERROR_CORRECTION, DEFAULT_FORMAT, IMAGE_SIZE, MARGIN } from '#core/codes/limits.ts';
import { IMAGE_FORMATS } from '#core/codes/qr-code.ts';
import { findShortCodeProblem, parseShortCode, type ShortCode } from '#core/links/short-code.ts';
import { parseTitle } from '#core/codes/title.ts';
import { type TargetPolicy, validateNewCode } from '#service/codes/new-code.ts';
import { EXTERNAL_ID_PATTERN, EXTERNAL_ID_RULE } from '#core/codes/external-id.ts';
import { readTags } from '../tags/read-tags.ts';
import { toFieldProblem } from '../explain-problems.ts';
import type { Form } from '../../frame/forms/form.ts';
import type { FixableProblem } from './design/fixes.ts';
import { DESIGN_DEFAULTS, readDesign } from './design/read-design.ts';
import { FieldReader } from './read-fields.ts';

/** The values of an empty form. */
export const CODE_FORM_DEFAULTS: Readonly<Record<string, string>> = {
  type: 'url',
  dynamic: 'on',
  security: 'WPA',
  ...DESIGN_DEFAULTS,
  template: '',
  size: String(IMAGE_SIZE.default),
  margin: String(MARGIN.default),
  error_correction: DEFAULT_ERROR_CORRECTION,
  format: DEFAULT_FORMAT,
};

/** What a filled-in form asks for, and every problem that shows without drawing the code. */
export interface CheckedCodeForm {
  /** What to draw; null while the target cannot be composed. A wrong option has its default. */
  readonly newCode: NewCode | null;
  readonly problems: readonly FixableProblem[];
}

/** Checks a form with the rules of the use case that creates codes. */
export function checkCodeForm(form: Form, type: ContentType, policy: TargetPolicy): CheckedCodeForm {
  const target = TARGET_FAMILIES[type].compose((field) => form.value(field));
  const options = readOptions(form);
  const newCode: NewCode = {
    type,
    target: target.ok ? target.value : '',
    isDynamic: type === 'url' && form.isChecked('dynamic'),
    ...options.values,
  };
  const validated = validateNewCode(newCode, policy);
  const refusals = validated.ok ? [] : validated.error;
  const problems = [
    ...(target.ok ? [] : target.error),
    ...options.problems,
    ...refusals
      // The fields already say why there is no target.
      .filter(({ code }) => target.ok || code !== 'unfit_content')
      .map((problem) => toFieldProblem(problem, form, type)),
  ];
  return { newCode: target.ok ? newCode : null, problems };
}

type Options = Pick<
  NewCode,
  | 'title'
  | 'color'
  | 'size'
  | 'margin'
  | 'errorCorrection'
  | 'format'
  | 'externalId'
  | 'filing'
  | 'shortCode'
  | 'style'
>;

function readOptions(form: Form): { readonly values: Options; readonly problems: readonly FixableProblem[] } {
  const read = new FieldReader(form);
  const title = parseTitle(form.value('title'));
  if (!title.ok) read.refuse('title', sayInForm(title.error, 'The title'));
  const shortCode = readShortCode(form.trimmed('short_code'), read);
  const tags = readTags(form.value('tags'));
  if (!tags.ok) read.refuse('tags', tags.error);
  const externalId = form.trimmed('external_id');
  if (externalId !== '' && !EXTERNAL_ID_PATTERN.test(externalId))
    read.refuse('external_id', `The external id ${EXTERNAL_ID_RULE}.`);
  const values = {
    ...readDesign(form, read),
    externalId: externalId === '' ? null : externalId,
    filing: { tags: tags.ok ? tags.value : [] },
    shortCode,
    title: title.ok ? title.value : null,
    size: read.number('size', IMAGE_SIZE),
    margin: read.number('margin', MARGIN),
    errorCorrection: read.oneOf('error_correction', ERROR_CORRECTION_LEVELS, DEFAULT_ERROR_CORRECTION),
    format: read.oneOf('format', IMAGE_FORMATS, DEFAULT_FORMAT),
  };
  return { values, problems: read.problems };
}

/** Null where none was chosen, or none that can be had. */
function readShortCode(text: string, read: FieldReader): ShortCode | null {
  const problem = text === '' ? null : findShortCodeProblem(text);
  if (problem !== null) read.refuse('short_code', `It ${problem}`);
  return parseShortCode(text);
}
