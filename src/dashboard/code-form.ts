import { TARGET_FAMILIES, type FieldProblem } from '../core/compose-target.ts';
import type { ContentType } from '../core/content.ts';
import type { ContrastProblem } from '../core/contrast.ts';
import { ERROR_CORRECTION_LEVELS } from '../core/error-correction.ts';
import { parseHexColor } from '../core/hex-color.ts';
import {
  DEFAULT_COLOR,
  DEFAULT_ERROR_CORRECTION,
  DEFAULT_FORMAT,
  IMAGE_SIZE,
  MARGIN,
} from '../core/qr-code-limits.ts';
import { IMAGE_FORMATS } from '../core/qr-code.ts';
import { parseTitle } from '../core/title.ts';
import { type QrCodeRequest, validateRequest } from '../service/qr-code-request.ts';
import { toFieldProblem } from './create-problems.ts';
import type { Form } from './form.ts';

/** The fields of a new form. Those of other types than the one that is shown travel along, so that nothing typed is lost. */
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
};

/** A filled-in form, as far as it can be understood, and all that is wrong with it and can be known without drawing. */
export interface CheckedCodeForm {
  /** What to draw; null while the target cannot be put together. Options that are wrong are left at their defaults. */
  readonly request: QrCodeRequest | null;
  readonly problems: readonly FieldProblem[];
  readonly contrast: ContrastProblem | null;
}

/** Checks a form by the rules of the use case that creates codes. */
export function checkCodeForm(form: Form, type: ContentType, shortUrlBase: string): CheckedCodeForm {
  const target = TARGET_FAMILIES[type].compose((field) => form.value(field));
  const options = readOptions(form);
  const request: QrCodeRequest = {
    type,
    target: target.ok ? target.value : '',
    isDynamic: type === 'url' && form.isChecked('dynamic'),
    ...options.values,
  };
  const validated = validateRequest(request, shortUrlBase);
  const refusals = validated.ok ? [] : validated.error;
  const problems = [
    ...(target.ok ? [] : target.error),
    ...options.problems,
    ...refusals
      // Without a target there is nothing to be said about it.
      .filter(({ reason }) => target.ok || reason !== 'invalid_target')
      .map((problem) => toFieldProblem(problem, form, type)),
  ];
  const contrast = refusals.find((problem) => problem.reason === 'low_contrast')?.problem ?? null;
  return { request: target.ok ? request : null, problems, contrast };
}

type Options = Pick<QrCodeRequest, 'title' | 'color' | 'size' | 'margin' | 'errorCorrection' | 'format'>;

function readOptions(form: Form): { readonly values: Options; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const read = <T>(field: string, value: T | null, message: string, fallback: T): T => {
    if (value === null) problems.push({ field, message, isMissing: false });
    return value ?? fallback;
  };
  const color = (field: 'dark' | 'light') =>
    read(field, parseHexColor(form.value(field)), 'Choose a colour.', DEFAULT_COLOR[field]);
  const number = (field: string, bounds: typeof IMAGE_SIZE | typeof MARGIN) =>
    read<number>(
      field,
      parseInteger(form.trimmed(field), bounds),
      `Give a whole number from ${bounds.min} to ${bounds.max}.`,
      bounds.default,
    );
  const oneOf = <T extends string>(field: string, choices: readonly T[], fallback: T) =>
    read(
      field,
      choices.find((choice) => choice === form.value(field)) ?? null,
      'Choose one of these.',
      fallback,
    );

  const title = parseTitle(form.value('title'));
  if (!title.ok) problems.push({ field: 'title', message: title.error, isMissing: false });
  const values = {
    title: title.ok ? title.value : null,
    color: { dark: color('dark'), light: color('light') },
    size: number('size', IMAGE_SIZE),
    margin: number('margin', MARGIN),
    errorCorrection: oneOf('error_correction', ERROR_CORRECTION_LEVELS, DEFAULT_ERROR_CORRECTION),
    format: oneOf('format', IMAGE_FORMATS, DEFAULT_FORMAT),
  };
  return { values, problems };
}

function parseInteger(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | null {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : null;
}
