import * as z from 'zod';
import { toIssue } from './problems/issue.ts';
import type { Fault } from './problems/problems.ts';

/**
 * A text that the core reads.
 *
 * @param read null for a text that it refuses
 * @param refusal what is wrong with such a text: a fault, or what it must be as the end of a sentence that begins with the field
 */
export function parsedText<T>(read: (text: string) => T | null, refusal: string | Fault) {
  return z.string().transform((text, ctx): T => {
    const value = read(text);
    if (value !== null) return value;
    ctx.addIssue(typeof refusal === 'string' ? refusal : toIssue(refusal));
    return z.NEVER;
  });
}
