import * as z from 'zod';
import { err, ok, type Result } from '#core/result.ts';
import { toIssue } from './problems/issue.ts';
import type { Fault } from './problems/problems.ts';

/**
 * A text that the core reads.
 *
 * @param read null for a text that it refuses
 * @param refusal what is wrong with such a text: a fault, or what it must be as the end of a sentence that begins with the field
 */
export function parsedText<T>(read: (text: string) => T | null, refusal: string | Fault) {
  return checkedText((text): Result<T, string | Fault> => {
    const value = read(text);
    return value === null ? err(refusal) : ok(value);
  });
}

/** A boolean in a query. */
export const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ type: 'boolean', enum: undefined });

/** Some of the known names: a parameter that holds a list. */
export function namesAmong<Name extends string>(known: readonly Name[]) {
  return z.array(z.string().meta({ enum: [...known] })).transform((texts, ctx): readonly Name[] => {
    const names = new Set(texts);
    const found = [...names].flatMap((name) => known.find((one) => one === name) ?? []);
    if (found.length === names.size) return found;
    ctx.addIssue(`must be one or more of ${known.join(', ')}, with commas between them.`);
    return z.NEVER;
  });
}

/** Whether a parameter holds a list. Its values have commas between them, unless the operation says that it is repeated. */
export function isList(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isList(schema.unwrap());
  if (schema instanceof z.ZodPipe) return isList(schema.in);
  return schema instanceof z.ZodArray;
}

/** A text as it is, without the problems that the core finds. */
export function plainText(longest: number, findProblem: (text: string) => Fault | null) {
  return z
    .string()
    .superRefine((text, ctx) => {
      const problem = findProblem(text);
      if (problem) ctx.addIssue(toIssue(problem));
    })
    .meta({ maxLength: longest });
}

/** A text that the core reads, or says what is wrong with. */
export function checkedText<T>(read: (text: string) => Result<T, string | Fault>) {
  return z.string().transform((text, ctx): T => {
    const checked = read(text);
    if (checked.ok) return checked.value;
    ctx.addIssue(typeof checked.error === 'string' ? checked.error : toIssue(checked.error));
    return z.NEVER;
  });
}
