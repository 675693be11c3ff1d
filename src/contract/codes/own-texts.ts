import * as z from 'zod';
import { EXTERNAL_ID_PATTERN } from '#core/codes/external-id.ts';
import { LONGEST_TITLE } from '#core/codes/limits.ts';
import { OWN_TEXT_FIELDS, type OwnTextField } from '#core/codes/own-texts.ts';
import { findPlainTextProblem } from '#core/plain-text.ts';
import { plainText } from '../parsed-text.ts';
import { toIssue } from '../problems/issue.ts';

/** The own texts of a code in their JSON form. */

export const externalId = z
  .string()
  .superRefine((text, ctx) => {
    if (!EXTERNAL_ID_PATTERN.test(text)) ctx.addIssue(toIssue({ code: 'external_id_malformed', values: {} }));
  })
  .meta({ pattern: EXTERNAL_ID_PATTERN.source })
  .describe('Your own id for the code. It is unique among your codes.');

const shown = z.string().nullable();

/** Of each text, what a request may say, and what a response says. */
const SCHEMAS = {
  title: {
    sent: plainText(LONGEST_TITLE, (text) => findPlainTextProblem(text, LONGEST_TITLE))
      .nullable()
      .describe('A label for your own use.'),
    shown,
  },
  external_id: { sent: externalId.nullable(), shown: shown.describe('Your own id for the code.') },
} as const satisfies Record<OwnTextField, Record<'sent' | 'shown', z.ZodNullable<z.ZodString>>>;

function eachText<T extends z.ZodType>(make: (of: (typeof SCHEMAS)[OwnTextField]) => T) {
  const made = OWN_TEXT_FIELDS.map((field) => [field, make(SCHEMAS[field])]);
  return Object.fromEntries(made) as { readonly [Field in OwnTextField]: T };
}

export const textsOfCreate = eachText(({ sent }) => sent.default(null));
export const textsOfEdit = eachText(({ sent }) => sent.optional());
export const shownTexts = eachText((of) => of.shown);
