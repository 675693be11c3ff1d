import * as z from 'zod';
import { whole } from '../problems/decimal.ts';
import { toIssue } from '../problems/issue.ts';
import { CAPTIONS } from '#core/prints/caption.ts';
import {
  COPIES,
  LABEL_TEMPLATES,
  OFFSET_MM,
  ROLL_MM,
  rollOf,
  SHEET_COLORS,
  type SheetRequest,
  TEMPLATE_NAMES,
} from '#core/prints/label-templates.ts';

const longestName = 300;

/** The body of a request for label sheets. */
export const sheetBody = z
  .strictObject({
    ids: z
      .array(z.string().max(longestName))
      .min(1)
      .optional()
      .describe(
        'The codes, in their order: `qr_…`, or `ext:` and an external id. Leave it out to select codes with the filters in the query.',
      ),
    template: z.enum(TEMPLATE_NAMES).describe('The sheet by its number, or `roll`.'),
    width_mm: z
      .number()
      .min(ROLL_MM.min)
      .max(ROLL_MM.max)
      .optional()
      .describe('How wide a label of the roll is.'),
    height_mm: z
      .number()
      .min(ROLL_MM.min)
      .max(ROLL_MM.max)
      .optional()
      .describe('How high a label of the roll is.'),
    start: whole({ min: 1, max: 1_000 }).default(1).describe('The first unused label, counted row by row.'),
    copies: whole(COPIES).default(1).describe('How often each code is printed.'),
    offset_x_mm: z
      .number()
      .min(OFFSET_MM.min)
      .max(OFFSET_MM.max)
      .default(0)
      .describe('How far everything is moved to the right.'),
    offset_y_mm: z
      .number()
      .min(OFFSET_MM.min)
      .max(OFFSET_MM.max)
      .default(0)
      .describe('How far everything is moved down.'),
    caption: z.enum(CAPTIONS).default('none').describe('The text beside or below each code, if it has one.'),
    color: z
      .enum(SHEET_COLORS)
      .default('design')
      .describe('`design`: shapes, colours, logo and frame as in the image. `k`: all in black ink.'),
    guides: z
      .boolean()
      .default(false)
      .describe('Draws the edges of the labels, for a test print on plain paper.'),
  })
  .superRefine((body, ctx) => {
    for (const field of ['width_mm', 'height_mm'] as const) {
      if (body.template === 'roll' && body[field] === undefined) {
        ctx.addIssue({ ...toIssue({ code: 'roll_size_required', values: ROLL_MM }), path: [field] });
      }
      if (body.template !== 'roll' && body[field] !== undefined) {
        ctx.addIssue({
          code: 'custom',
          path: [field],
          message: `is for "template": "roll" only: the labels of ${body.template} have their size.`,
        });
      }
    }
  })
  .meta({ id: 'PrintSheets' });

/** The body of a request for label sheets, as the use case takes it. */
export function toSheetRequest(body: z.output<typeof sheetBody>): SheetRequest {
  const { template, start, copies, guides, caption, color } = body;
  return {
    template:
      template === 'roll' ? rollOf(body.width_mm ?? 0, body.height_mm ?? 0) : LABEL_TEMPLATES[template],
    start,
    copies,
    offsetX: body.offset_x_mm,
    offsetY: body.offset_y_mm,
    guides,
    caption,
    color,
  };
}
