import * as z from 'zod';
import { ANY_IMAGE_SIZE, MARGIN } from '#core/codes/limits.ts';
import { IMAGE_FORMATS } from '#core/codes/qr-code.ts';
import { gs1Query } from '../gs1/identity.ts';
import { decimal } from '../problems/decimal.ts';

/** The resolutions of screens and printers. */
export const DPI = { min: 30, max: 2400 } as const;

/** Another look for one file. */
export const lookOfFile = z
  .string()
  .max(20)
  .optional()
  .describe(
    'The id of a template: the file shows the same content in its look, after the tests of a new code, which count against the plan as its creation does. Default: the look of the code.',
  );

/** The query for an image. Omitted parameters keep the stored values. */
export const imageQuery = z.strictObject({
  format: z.enum(IMAGE_FORMATS).optional().describe('Default: the preferred format of the code.'),
  size: decimal(ANY_IMAGE_SIZE, 0)
    .optional()
    .describe('Width and height in pixels, at least 3 for each module. Default: that of the code.'),
  margin: decimal(MARGIN, 0).optional().describe('Quiet zone, in modules. Default: that of the code.'),
  dpi: decimal(DPI, 0).optional().describe('Pixels per inch, which the PNG states for print.'),
  template: lookOfFile,
  ...gs1Query,
});
