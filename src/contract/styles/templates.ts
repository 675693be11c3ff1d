import { checkUtm } from '#core/control/checks/check-utm.ts';
import type { Utm } from '#core/control/utm.ts';
import { defaultMargin } from '#core/styles/style.ts';
import * as z from 'zod';
import { LONGEST_NAME } from '#core/accounts/name.ts';
import { utmFields } from '../codes/control.ts';
import type { Problem } from '../problems/problems.ts';
import { DEFAULT_TEMPLATE, overlayStyle, type Template, type TemplateFields } from '#core/styles/template.ts';
import { isObject } from '#core/is-object.ts';
import { err, ok, type Result } from '#core/result.ts';
import { name } from '../accounts.ts';
import type { template } from './template-responses.ts';
import { colors, errorCorrection, margin, style, toCodeStyle, toShownStyle } from './styles.ts';

/** `/v1/templates`, and how a template completes the body of a create. */

export const templateBody = z
  .strictObject({
    name: name.meta({ minLength: 1, maxLength: LONGEST_NAME }),
    style: style.nullable().default(null),
    color: colors,
    margin: margin.optional(),
    error_correction: errorCorrection,
    utm: utmFields
      .nullable()
      .default(null)
      .describe(
        'Campaign parameters of the dynamic codes that are made from it; static codes leave them out.',
      ),
    default: z
      .boolean()
      .default(false)
      .describe(
        'With `true`, `"template": "default"` stands for this template, and no longer for another one.',
      ),
  })
  .meta({ id: 'CreateTemplate' });

/** A change for the documentation: its fields override the template's, and the result is checked as a template. */
export const documentedTemplateChange = templateBody
  .extend({ error_correction: errorCorrection.unwrap(), default: z.boolean() })
  .partial()
  .meta({
    id: 'UpdateTemplate',
    minProperties: 1,
    description:
      'Fields that you leave out do not change, including those inside `style`, `color` and `utm`.',
  });

export function toTemplateFields(body: z.output<typeof templateBody>): TemplateFields {
  return {
    name: body.name,
    style: toCodeStyle(body.style),
    color: body.color,
    margin: body.margin ?? defaultMargin(body.style),
    errorCorrection: body.error_correction,
    utm: toTemplateUtm(body.utm),
    isDefault: body.default,
  };
}

/** Campaign parameters in their normal form, null for none. The use case names what is wrong with them. */
export function toTemplateUtm(sent: z.output<typeof utmFields> | null): Utm | null {
  return checkUtm(undefined, sent, []) ?? null;
}

export function toTemplateResource(of: Template): z.output<typeof template> {
  const { createdAtMs, updatedAtMs } = of;
  return {
    id: of.id,
    name: of.name,
    ...toStyleFields(of),
    utm: of.utm,
    default: of.isDefault,
    created_at: new Date(createdAtMs).toISOString(),
    updated_at: new Date(updatedAtMs).toISOString(),
  };
}

/** A template with a change applied, as the body of a new template, not yet validated. */
export function overlayTemplate(of: Template, change: unknown): unknown {
  const { name: current, utm, isDefault } = of;
  return isObject(change)
    ? overlayStyle({ name: current, ...toStyleFields(of), utm, default: isDefault }, change)
    : change;
}

/** The fields that a code takes from a template, as a request has them. */
function toStyleFields({ style: stored, color: pair, margin: modules, errorCorrection: level }: Template) {
  return { style: stored && toShownStyle(stored), color: pair, margin: modules, error_correction: level };
}

/** Templates by their names in requests: their ids, or `default`. */
export type TemplateBook = ReadonlyMap<string, Template>;

/** The template that the body of a create names; null if it names none, or an invalid one. */
export function namedTemplate(json: unknown): string | null {
  const named = isObject(json) && isObject(json['style']) ? json['style']['template'] : null;
  return typeof named === 'string' ? named : null;
}

/** The body of a create, completed from its template; unchanged if it names none. The result is not yet validated. */
export function applyTemplate(json: unknown, book: TemplateBook): Result<unknown, Problem[]> {
  const named = namedTemplate(json);
  if (named === null) return ok(json);
  const found = book.get(named);
  if (!found) {
    const code = named === DEFAULT_TEMPLATE ? 'no_default_template' : 'no_template';
    return err([{ code, field: 'style.template', values: {} }]);
  }
  const body = withoutTemplate(json as Record<string, unknown>);
  const { utm } = found;
  // A static code cannot have them.
  const ofScans = body['dynamic'] === true && utm ? { utm } : {};
  return ok(overlayStyle({ ...toStyleFields(found), ...ofScans }, body));
}

/** A body that names a template, without the name. */
function withoutTemplate({ style: sent, ...body }: Record<string, unknown>): Record<string, unknown> {
  const { template: _, ...fields } = sent as Record<string, unknown>;
  return { ...body, style: fields };
}

/** The style fields that a body contains besides its template, as paths: `style.eyes.shape`. */
export function listStyleFields(json: Record<string, unknown>): string[] {
  const walk = (value: unknown, path: string): string[] =>
    isObject(value) ? Object.entries(value).flatMap(([key, part]) => walk(part, `${path}.${key}`)) : [path];
  return walk(json['style'], 'style').filter((path) => path !== 'style.template');
}
