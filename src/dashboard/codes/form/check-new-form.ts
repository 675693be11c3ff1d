import { createBody, toNewCode } from '#contract/codes/requests.ts';
import type { NewCode } from '#core/codes/code-request.ts';
import { canBeDynamic, type ContentType, isOnlyDynamic, leadsToUrl } from '#core/content/content.ts';
import { PAYMENT_SYMBOLS } from '#core/content/payments/payment-symbol.ts';
import { DEFAULT_ERROR_CORRECTION, DEFAULT_FORMAT, IMAGE_SIZE } from '#core/codes/limits.ts';
import { type TargetPolicy, validateNewCode } from '#service/codes/new-code.ts';
import type { Dependencies } from '#service/dependencies.ts';
import { UTM } from '../templates/utm-fields.tsx';
import { readTags } from '../tags/read-tags.ts';
import { toFieldProblem } from '../explain-problems.ts';
import { readFields } from '../../frame/forms/field-table.tsx';
import { Form } from '../../frame/forms/form.ts';
import { type FixableProblem, toProblem } from './design/fixes.ts';
import { readDomain } from './domain-field.tsx';
import { DESIGN_DEFAULTS, toLookInput } from './design/read-design.ts';
import { OWN_TEXTS } from '../own-texts.ts';
import { readTarget } from './content/read-target.ts';
import type { z } from 'zod';
import { check } from '#contract/problems/validation.ts';

/** The values of an empty form. */
export const CODE_FORM_DEFAULTS: Readonly<Record<string, string>> = {
  type: 'url',
  dynamic: 'on',
  'wifi.security': 'WPA',
  ...DESIGN_DEFAULTS,
  template: '',
  size: String(IMAGE_SIZE.default),
  // Empty: as the interface chooses it, which depends on the frame.
  margin: '',
  error_correction: DEFAULT_ERROR_CORRECTION,
  format: DEFAULT_FORMAT,
};

/** Whether the form asks for the host of codes of a type. */
export function hasDomain(type: ContentType): boolean {
  return leadsToUrl(type) || type === 'file';
}

/** The request of a filled-in form, and every problem that shows without drawing the code. */
export interface CheckedCodeForm {
  /** What to draw; null while the target cannot be composed. Wrong options have their defaults. */
  readonly newCode: NewCode | null;
  readonly problems: readonly FixableProblem[];
}

/** Checks a form by the schema of the interface, and with the rules of the use case that creates codes. */
export function checkCodeForm(
  form: Form,
  type: ContentType,
  policy: TargetPolicy & Pick<Dependencies, 'gs1Host'>,
): CheckedCodeForm {
  const target = readTarget(form, type);
  const tags = readTags(form.value('tags'));
  const isDynamic = (read: Form) =>
    type === 'url'
      ? read.isChecked('dynamic')
      : isOnlyDynamic(type) || (canBeDynamic(type) && read.isChecked('content_dynamic'));
  const { host: operatorHost } = new URL(policy.shortUrlBase);
  const toDomain = (read: Form) =>
    type === 'gs1' ? read.value('domain') || policy.gs1Host : readDomain(read, operatorHost);
  const toInput = (read: Form) => ({
    // The standard of a payment decides its look, whatever was chosen for another type.
    ...(PAYMENT_SYMBOLS[type] ? {} : toLookInput(read)),
    type,
    target: '',
    ...(target.ok ? target.value : {}),
    dynamic: isDynamic(read),
    ...readFields(read, OWN_TEXTS),
    tags: tags.ok ? tags.value : [],
    domain: hasDomain(type) && isDynamic(read) ? toDomain(read) : undefined,
    ...(type === 'url' && isDynamic(read) ? readFields(read, UTM) : {}),
    short_code: read.trimmed('short_code') || null,
    size: read.whole('size'),
    margin: read.number('margin'),
    error_correction: read.value('error_correction'),
    format: read.value('format'),
  });
  const { body, problems } = mendFields(form, type, createBody, toInput, CODE_FORM_DEFAULTS);
  const newCode = toNewCode(body);
  const validated = validateNewCode(newCode, policy);
  const refusals = validated.ok ? [] : validated.error;
  return {
    newCode: target.ok ? newCode : null,
    problems: [
      ...(target.ok ? [] : target.error),
      ...problems,
      ...(tags.ok ? [] : [toProblem(tags.error, 'tags')]),
      ...refusals
        // The fields already say why there is no target.
        .filter(({ code }) => target.ok || (code !== 'unfit_content' && code !== 'required'))
        .map((problem) => toFieldProblem(problem, form, type)),
    ],
  };
}

/**
 * Reads a form with a schema of the interface. A wrong field gets its default, so that the rest can be previewed, and is among the
 * problems.
 * @param toInput converts a form to the terms of the interface
 */
function mendFields<T extends z.ZodType>(
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
