import * as z from 'zod';
import type { DigitalLink } from '#core/gs1/digital-link.ts';
import { MAX_VALUE_CHARACTERS } from '#core/gs1/element.ts';
import { toGs1Fault } from '#core/gs1/gs1-problem.ts';
import { CARRIERS, type Gs1Drawing, MOST_ELEMENTS, readElements } from '#core/gs1/identity.ts';
import { flag } from '../parsed-text.ts';
import { toIssue } from '../problems/issue.ts';

/** What a GS1 code identifies, and how a file shows it. */

const HRI = 'Whether the elements of a GS1 code are written below its symbol.';

const elements = z
  .record(z.string(), z.string())
  .transform((values, ctx): DigitalLink => {
    const refuse = (fault: Parameters<typeof toIssue>[0], path: string[] = []) => {
      ctx.addIssue({ ...toIssue(fault), path });
      return z.NEVER;
    };
    if (Object.keys(values).length > MOST_ELEMENTS)
      return refuse({ code: 'too_many', values: { most: MOST_ELEMENTS } });
    const read = readElements(values);
    if (read.ok) return read.value;
    for (const fault of read.error)
      refuse(toGs1Fault(fault), fault.reason === 'no_primary_key' ? [] : [fault.ai]);
    return z.NEVER;
  })
  .describe(
    'What the code identifies, by application identifiers: `{"01": "09506000134352", "10": "LOT7"}`. One is a primary key, such as a GTIN, which may have 8, 12, 13 or 14 digits. Its check digit must be right. A code of the type `gs1` needs it; it is printed, so it can never be changed.',
  )
  .meta({
    maxProperties: MOST_ELEMENTS,
    additionalProperties: { type: 'string', maxLength: MAX_VALUE_CHARACTERS },
  });

export const gs1 = elements.nullish();

/** In responses. */
export const shownGs1 = z
  .record(z.string(), z.string())
  .nullable()
  .describe('What a GS1 code identifies, by application identifiers. Null for other types.');

const carrierOfFile = z
  .enum(CARRIERS)
  .optional()
  .describe(
    'What the symbol of a GS1 code is: `qr`, a QR code with its URI, or `datamatrix`, a GS1 Data Matrix with its elements, which tills and machines read and phones do not open. A Data Matrix has the colours of the code and no further look. Default: `qr`.',
  );

/** The parameters for a file of a GS1 code. */
export const gs1Query = { carrier: carrierOfFile, hri: flag.prefault('false').describe(HRI) };

/** The same in a body. */
export const gs1Body = {
  carrier: carrierOfFile,
  hri: z.boolean().optional().describe(`${HRI} Default: \`false\`.`),
};

export function toGs1Drawing({
  carrier = 'qr',
  hri = false,
}: z.output<z.ZodObject<typeof gs1Body>>): Gs1Drawing {
  return { carrier, hasText: hri };
}
