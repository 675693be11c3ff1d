import * as z from 'zod';
import { gs1Body, toGs1Drawing } from '../gs1/identity.ts';
import { whole } from '../problems/decimal.ts';
import { toIssue } from '../problems/issue.ts';
import type { Fault } from '../problems/problems.ts';
import { checkedText } from '../parsed-text.ts';
import { CAPTIONS } from '#core/prints/caption.ts';
import {
  COPIES,
  type LabelRequest,
  LABEL_TEMPLATES,
  OFFSET_MM,
  ROLL_MM,
  rollOf,
  SHEET_COLORS,
  TEMPLATE_NAMES,
} from '#core/prints/label-templates.ts';
import {
  DEFAULT_LAYOUT_BLEED_MM,
  LAYOUT_NAMES,
  type LayoutName,
  type LayoutRequest,
  LAYOUTS,
  LONGEST_HEADLINE,
  LONGEST_LAYOUT_TEXT,
} from '#core/prints/layouts.ts';
import { BLEED_MM } from '#core/prints/print-request.ts';
import { parseDrawnText } from '#core/typeface/drawn-text.ts';

const longestName = 300;

/** The body of a request for label sheets or for prints in a layout. */
export const sheetBody = z
  .strictObject({
    ids: z
      .array(z.string().max(longestName))
      .min(1)
      .optional()
      .describe(
        'The codes, in their order: `qr_…`, or `ext:` and an external id. Leave it out to select codes with the filters in the query.',
      ),
    template: z
      .enum([...TEMPLATE_NAMES, ...LAYOUT_NAMES])
      .describe(
        'A label sheet by its number, or `roll`; or a layout, which gives each code a page of its own.',
      ),
    headline: checkedText((text) => parseDrawnText(text, LONGEST_HEADLINE, 'layouts'))
      .optional()
      .meta({ maxLength: LONGEST_HEADLINE })
      .describe('Layouts only: the large text, in bold.'),
    text: checkedText((text) => parseDrawnText(text, LONGEST_LAYOUT_TEXT, 'layouts'))
      .optional()
      .meta({ maxLength: LONGEST_LAYOUT_TEXT })
      .describe('Layouts only: the smaller text.'),
    marks: z
      .boolean()
      .optional()
      .describe('Layouts only: marks that show where the print is cut and folded; `true` if left out.'),
    bleed_mm: z
      .number()
      .min(BLEED_MM.min)
      .max(BLEED_MM.max)
      .optional()
      .describe(
        `Layouts only: how far the colour of the paper extends beyond the cut; ${DEFAULT_LAYOUT_BLEED_MM} if left out.`,
      ),
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
    start: whole({ min: 1, max: 1_000 })
      .default(1)
      .describe('Labels only: the first unused label, counted row by row.'),
    copies: whole(COPIES).default(1).describe('How often each code is printed.'),
    offset_x_mm: z
      .number()
      .min(OFFSET_MM.min)
      .max(OFFSET_MM.max)
      .default(0)
      .describe('Labels only: how far everything is moved to the right.'),
    offset_y_mm: z
      .number()
      .min(OFFSET_MM.min)
      .max(OFFSET_MM.max)
      .default(0)
      .describe('Labels only: how far everything is moved down.'),
    caption: z
      .enum(CAPTIONS)
      .default('none')
      .describe('Labels only: the text beside or below each code, if it has one.'),
    color: z
      .enum(SHEET_COLORS)
      .default('design')
      .describe('`design`: shapes, colours, logo and frame as in the image. `k`: all in black ink.'),
    guides: z
      .boolean()
      .default(false)
      .describe('Labels only: draws their edges, for a test print on plain paper.'),
    ...gs1Body,
  })
  .superRefine((body, ctx) => {
    const refuse = (field: keyof typeof body, fault: Fault) => {
      ctx.addIssue({ ...toIssue(fault), path: [field] });
    };
    const { template } = body;
    const isRoll = template === 'roll';
    for (const field of ['width_mm', 'height_mm'] as const) {
      if (isRoll && body[field] === undefined) refuse(field, { code: 'roll_size_required', values: ROLL_MM });
      if (!isRoll && body[field] !== undefined) refuse(field, { code: 'size_needs_roll', values: {} });
    }
    if (isLayout(template)) {
      for (const [field, none] of OF_LABELS) {
        if (body[field] !== none) refuse(field, { code: 'field_needs_labels', values: {} });
      }
    } else {
      for (const field of OF_LAYOUTS) {
        if ((body[field] ?? null) !== null) refuse(field, { code: 'field_needs_layout', values: {} });
      }
    }
  })
  .meta({ id: 'PrintSheets' });

/**
 * The fields that only labels have, with the value that asks for nothing. Each page of a layout is for one code and cut along its marks,
 * wherever a printer puts them; its words are in `headline` and `text`.
 */
const OF_LABELS = [
  ['start', 1],
  ['offset_x_mm', 0],
  ['offset_y_mm', 0],
  ['guides', false],
  ['caption', 'none'],
] as const;

const OF_LAYOUTS = ['headline', 'text', 'marks', 'bleed_mm'] as const;

function isLayout(template: string): template is LayoutName {
  return Object.hasOwn(LAYOUTS, template);
}

/** The body of a request for sheets, as the use case takes it. */
export function toSheetRequest(body: z.output<typeof sheetBody>): LabelRequest | LayoutRequest {
  const { template, copies, color } = body;
  if (isLayout(template)) {
    const { headline = null, text = null, marks = true, bleed_mm: bleedMm = DEFAULT_LAYOUT_BLEED_MM } = body;
    return {
      kind: 'layout',
      layout: template,
      headline,
      text,
      marks,
      bleedMm,
      copies,
      color,
      gs1: toGs1Drawing(body),
    };
  }
  const { start, guides, caption } = body;
  return {
    kind: 'labels',
    template:
      template === 'roll' ? rollOf(body.width_mm ?? 0, body.height_mm ?? 0) : LABEL_TEMPLATES[template],
    start,
    copies,
    offsetX: body.offset_x_mm,
    offsetY: body.offset_y_mm,
    guides,
    caption,
    color,
    gs1: toGs1Drawing(body),
  };
}
