import * as z from 'zod';

/**
 * A text that the core reads.
 *
 * @param read null for a text that it refuses
 * @param rule what such a text must be, as the end of a sentence that begins with the field
 */
export function parsedText<T>(read: (text: string) => T | null, rule: string) {
  return z.string().transform((text, ctx): T => {
    const value = read(text);
    if (value !== null) return value;
    ctx.addIssue(rule);
    return z.NEVER;
  });
}
