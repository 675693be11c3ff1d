import { TARGET_FAMILIES, type FieldProblem } from '#core/content/forms/forms.ts';
import type { ContentType } from '#core/content/content.ts';
import type { ContrastProblem } from '#core/codes/contrast.ts';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import { parseHexColor } from '#core/codes/hex-color.ts';
import {
  DEFAULT_COLOR,
  DEFAULT_ERROR_CORRECTION,
  DEFAULT_FORMAT,
  IMAGE_SIZE,
  MARGIN,
} from '#core/codes/limits.ts';
import { FRAME_KINDS, parseFrameText } from '#core/codes/frame.ts';
import { IMAGE_FORMATS } from '#core/codes/qr-code.ts';
import { findShortCodeProblem, parseShortCode, type ShortCode } from '#core/codes/short-code.ts';
import {
  type CodeStyle,
  EYE_SHAPES,
  GRADIENT_TYPES,
  MODULE_SHAPES,
  withoutPlain,
} from '#core/codes/style.ts';
import { parseTitle } from '#core/codes/title.ts';
import { type NewCode, type TargetPolicy, validateNewCode } from '#service/codes/new-code.ts';
import { EXTERNAL_ID_PATTERN, EXTERNAL_ID_RULE } from '#core/codes/external-id.ts';
import { readTags } from '../tags/read-tags.ts';
import { toFieldProblem } from '../explain-problems.ts';
import type { Form } from '../../frame/form.ts';

const GRADIENT_ANGLE = { min: 0, max: 359, default: 0 } as const;

/** The values of an empty form. */
export const CODE_FORM_DEFAULTS: Readonly<Record<string, string>> = {
  type: 'url',
  dynamic: 'on',
  security: 'WPA',
  dark: DEFAULT_COLOR.dark,
  light: DEFAULT_COLOR.light,
  size: String(IMAGE_SIZE.default),
  margin: String(MARGIN.default),
  error_correction: DEFAULT_ERROR_CORRECTION,
  format: DEFAULT_FORMAT,
  modules: 'square',
  eyes: 'square',
  eyes_color: '',
  gradient: 'none',
  gradient_to: DEFAULT_COLOR.dark,
  gradient_angle: '0',
  background: 'solid',
  frame: 'none',
  frame_text: '',
  frame_color: '',
};

/** What a filled-in form asks for, and every problem that shows without drawing the code. */
export interface CheckedCodeForm {
  /** What to draw; null while the target cannot be composed. A wrong option has its default. */
  readonly newCode: NewCode | null;
  readonly problems: readonly FieldProblem[];
  readonly contrast: ContrastProblem | null;
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
      .filter(({ reason }) => target.ok || reason !== 'invalid_target')
      .map((problem) => toFieldProblem(problem, form, type)),
  ];
  const contrast = refusals.find((problem) => problem.reason === 'low_contrast')?.problem ?? null;
  return { newCode: target.ok ? newCode : null, problems, contrast };
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
  | 'labels'
  | 'shortCode'
  | 'style'
>;

function readOptions(form: Form): { readonly values: Options; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const read = <T>(field: string, value: T | null, message: string, fallback: T): T => {
    if (value === null) problems.push({ field, message, isMissing: false });
    return value ?? fallback;
  };
  const color = (field: 'dark' | 'light') =>
    read(field, parseHexColor(form.value(field)), 'Choose a colour.', DEFAULT_COLOR[field]);
  const number = (
    field: string,
    bounds: { readonly min: number; readonly max: number; readonly default: number },
  ) =>
    read<number>(
      field,
      parseInteger(form.trimmed(field), bounds),
      `Enter a whole number from ${bounds.min} to ${bounds.max}.`,
      bounds.default,
    );
  const oneOf = <T extends string>(field: string, choices: readonly T[], fallback: T) =>
    read(
      field,
      choices.find((choice) => choice === form.value(field)) ?? null,
      'Choose one of the options.',
      fallback,
    );

  const title = parseTitle(form.value('title'));
  if (!title.ok) problems.push({ field: 'title', message: title.error, isMissing: false });
  const shortCode = readShortCode(form.trimmed('short_code'), problems);
  const tags = readTags(form.value('tags'));
  if (!tags.ok) problems.push({ field: 'tags', message: tags.error, isMissing: false });
  const externalId = form.trimmed('external_id');
  if (externalId !== '' && !EXTERNAL_ID_PATTERN.test(externalId)) {
    const message = `The external id ${EXTERNAL_ID_RULE}.`;
    problems.push({ field: 'external_id', message, isMissing: false });
  }
  const dark = color('dark');
  // A form from before it had shapes says nothing of them.
  const styleOf = <T extends string>(field: string, choices: readonly T[], fallback: T) =>
    form.value(field) === '' ? fallback : oneOf(field, choices, fallback);
  const kind = styleOf('gradient', ['none', ...GRADIENT_TYPES], 'none');
  const ownColor = (field: string) =>
    form.trimmed(field) === ''
      ? null
      : read(field, parseHexColor(form.trimmed(field)), 'Enter a colour like #0b3d91.', dark);
  const frameKind = styleOf('frame', ['none', ...FRAME_KINDS], 'none');
  const frameText = parseFrameText(form.value('frame_text'));
  const hasText = frameKind !== 'none' && frameKind !== 'border';
  if (hasText && !frameText.ok) {
    problems.push({ field: 'frame_text', message: `The text ${frameText.error}`, isMissing: false });
  }
  const style: CodeStyle = {
    modules: styleOf('modules', MODULE_SHAPES, 'square'),
    eyes: {
      shape: styleOf('eyes', EYE_SHAPES, 'square'),
      color: ownColor('eyes_color'),
    },
    gradient:
      kind === 'none'
        ? null
        : {
            type: kind,
            angle: number('gradient_angle', GRADIENT_ANGLE),
            from: dark,
            to: read('gradient_to', parseHexColor(form.value('gradient_to')), 'Choose a colour.', dark),
          },
    background: styleOf('background', ['solid', 'transparent'], 'solid'),
    logo: null,
    frame:
      frameKind === 'none'
        ? null
        : {
            kind: frameKind,
            // What is wrong with it is told; something has to stand there in the preview.
            text: hasText ? (frameText.ok ? frameText.value : '?') : null,
            color: ownColor('frame_color'),
          },
  };
  const values = {
    style: withoutPlain(style),
    externalId: externalId === '' ? null : externalId,
    labels: { tags: tags.ok ? tags.value : [] },
    shortCode,
    title: title.ok ? title.value : null,
    // A gradient begins with the dark colour of the form.
    color: { dark: style.gradient ? DEFAULT_COLOR.dark : dark, light: color('light') },
    size: number('size', IMAGE_SIZE),
    margin: number('margin', MARGIN),
    errorCorrection: oneOf('error_correction', ERROR_CORRECTION_LEVELS, DEFAULT_ERROR_CORRECTION),
    format: oneOf('format', IMAGE_FORMATS, DEFAULT_FORMAT),
  };
  return { values, problems };
}

/** Null where none was chosen, or none that can be had. */
function readShortCode(text: string, problems: FieldProblem[]): ShortCode | null {
  const problem = text === '' ? null : findShortCodeProblem(text);
  if (problem !== null) {
    problems.push({ field: 'short_code', message: `It ${problem}`, isMissing: false });
  }
  return parseShortCode(text);
}

function parseInteger(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | null {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : null;
}
