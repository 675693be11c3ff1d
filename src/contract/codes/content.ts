import * as z from 'zod';
import { CONTENT_FIELDS, type TypeWithFields } from '#core/content/fields/content-fields.ts';
import type { Field, Fields } from '#core/content/fields/field.ts';
import { findPlainTextProblem } from '#core/plain-text.ts';
import { toIssue } from '../problems/issue.ts';
import type { Fault } from '../problems/problems.ts';

/** `content`: what a code holds by fields, in place of `target`. The schemas are made from the descriptions of the types. */

export const TYPES_WITH_FIELDS = Object.keys(CONTENT_FIELDS) as TypeWithFields[];

function toSchema(field: Field): z.ZodType {
  const schema = toRequired(field);
  return field.isRequired ? schema : schema.nullish();
}

function toRequired(field: Field): z.ZodType {
  const { about } = field;
  switch (field.kind) {
    case 'line':
    case 'exact':
    case 'lines':
      return z
        .string()
        .superRefine((text, ctx) => {
          const problem = findTextProblem(field, text);
          if (problem) ctx.addIssue(toIssue(problem));
        })
        .describe(about)
        .meta({ maxLength: field.longest });
    case 'choice':
      return z.enum(field.options).describe(about).meta({ default: field.options[0] });
    case 'flag':
      return z.boolean().describe(about);
    case 'number':
      return z.number().min(field.least).max(field.most).describe(about);
    case 'group':
      return toObject(field.fields).describe(about);
  }
}

/** Line breaks and tabs are text where there may be several lines. CR LF, which browsers send, counts as the one character that is kept. */
const BREAKS = /\r\n|[\t\n\r]/g;

function findTextProblem(
  { kind, longest }: Extract<Field, { kind: 'line' | 'exact' | 'lines' }>,
  text: string,
): Fault | null {
  return findPlainTextProblem(kind === 'lines' ? text.replaceAll(BREAKS, ' ') : text, longest);
}

function toObject(fields: Fields): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toSchema(field)])),
  );
}

function toName(type: string): string {
  return type.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export const CONTENT_SCHEMAS = Object.fromEntries(
  TYPES_WITH_FIELDS.map((type) => {
    const { fields, example } = CONTENT_FIELDS[type];
    const schema = toObject(fields).meta({
      id: `${toName(type)}Content`,
      description: `The content of a code of the type \`${type}\`.`,
      examples: [example],
    });
    return [type, schema];
  }),
) as Readonly<Record<TypeWithFields, z.ZodObject>>;

/** Any object: its type decides, which a change does not state. */
export const content = z
  .record(z.string(), z.unknown())
  .describe('What the code contains, by fields, in place of `target`. Its `type` decides which there are.');

/** The same with the fields of each type, for the documentation. */
export const documentedContent = z
  .union(TYPES_WITH_FIELDS.map((type) => CONTENT_SCHEMAS[type]))
  .describe('What the code contains, by fields, in place of `target`. Its `type` decides which there are.')
  .meta({ id: 'Content' });

/** In responses. */
export const shownContent = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe('The target by fields. Null if its type has none, or if the target holds more than they can.');
