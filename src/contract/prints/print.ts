import * as z from 'zod';
import { MARGIN } from '#core/codes/limits.ts';
import { CAPTIONS } from '#core/prints/caption.ts';
import { PRINT_WARNINGS } from '#core/prints/print-check.ts';
import {
  BLEED_MM,
  DEFAULT_CONDITION,
  defaultColor,
  DISTANCE_MM,
  GROWTH_MM,
  MODULE_MM,
  PAPERS,
  PDF_STANDARDS,
  PRINT_FORMATS,
  type PrintRequest,
  PRINTING_CONDITIONS,
  WIDTH_MM,
} from '#core/prints/print-request.ts';
import { gs1Query } from '../gs1/identity.ts';
import { decimal } from '../problems/decimal.ts';
import { open } from '../open.ts';
import { flag } from '../parsed-text.ts';
import { lookOfFile } from './image.ts';

/** Queries and responses for print files. */

/** The parameters for the symbol on paper. */
const symbolFields = {
  width_mm: decimal(WIDTH_MM, 2)
    .optional()
    .describe('How wide the code is printed, quiet zone included, in millimetres. This or `module_mm`.'),
  module_mm: decimal(MODULE_MM, 3)
    .optional()
    .describe('How wide one module is printed, in millimetres. This or `width_mm`.'),
  margin: decimal(MARGIN, 0).optional().describe('Quiet zone, in modules. Default: that of the code.'),
  color: z
    .string()
    .max(100)
    .optional()
    .describe(
      '`design`: shapes, colours, gradient, logo and frame as in the image, in RGB, but black, grey and white in black ink alone. `cmyk`: the same, each colour mixed of the process inks by a rule without a profile. All in one ink: `k` (black), `cmyk:c,m,y,k` in percent, `spot:NAME`, or `rgb` (the dark colour of the code). Default: `design`; `cmyk` with `x-1a`.',
    ),
  alternate: z
    .string()
    .max(100)
    .optional()
    .describe(
      'What screens and proofs show in place of a spot colour, as `c,m,y,k` in percent. Required with a spot colour.',
    ),
  cmyk_values: z
    .string()
    .max(500)
    .optional()
    .describe(
      'With `cmyk`: the process inks of colours of the design as `rrggbb:c,m,y,k` in percent, with semicolons between, like `0b3d91:100,75,0,20;e30613:0,100,95,0`. Colours that are left out are mixed by the rule; `print-check` lists all of them.',
    ),
  paper: z
    .enum(PAPERS)
    .optional()
    .describe(
      'What is painted behind the code. Default: as designed with `design` and `cmyk`, otherwise `none`, for which the paper must be white.',
    ),
  growth_mm: decimal(GROWTH_MM, 3)
    .prefault('0')
    .describe('By how much the press widens a dark line. Each edge is moved in by half of it.'),
  caption: z
    .enum(CAPTIONS)
    .default('none')
    .describe('The text below the code, drawn as outlines in its ink.'),
};

export const printQuery = z.strictObject({
  format: z.enum(PRINT_FORMATS).default('pdf').describe('The kind of file.'),
  template: lookOfFile,
  ...gs1Query,
  ...symbolFields,
  bleed_mm: decimal(BLEED_MM, 2)
    .prefault('0')
    .describe(
      'How far the painted paper reaches beyond the trim, in millimetres. A frame then keeps a tenth of its width from the trim.',
    ),
  marks: flag
    .prefault('false')
    .describe('Adds crop marks outside the bleed. A frame then keeps its distance from the trim, too.'),
  standard: z
    .enum(PDF_STANDARDS)
    .default('pdf-1.4')
    .describe('`x-1a` is PDF/X-1a:2003, in inks. `x-4` is PDF/X-4, in sRGB.'),
  condition: z
    .enum(PRINTING_CONDITIONS)
    .optional()
    .describe(
      `The printing condition of an X-1a file, as the ICC registers it. Default: \`${DEFAULT_CONDITION}\`.`,
    ),
});

/** A check takes the same query as the file that it checks. */
export const printCheckQuery = printQuery.extend({
  distance_mm: decimal(DISTANCE_MM, 0)
    .optional()
    .describe(
      'The distance from which people will scan the code, in millimetres. Without a width, the check uses the width that this distance needs.',
    ),
});

const mm = z.number().min(0);

export const printCheck = z
  .object({
    id: z.string(),
    modules: z.int().min(10).describe('Modules on a side, without the quiet zone.'),
    module_mm: mm,
    width_mm: mm.describe('How wide the code is with its quiet zone.'),
    height_mm: mm.describe('How high the code is with its quiet zone and its caption.'),
    quiet_zone_modules: z.int().min(0),
    quiet_zone_mm: mm,
    max_distance_mm: mm.describe('The distance from which a phone can read it, by a rule of thumb.'),
    min_width_mm: mm.nullable().describe('The width that `distance_mm` needs.'),
    point_of_sale: z
      .object({ min_width_mm: mm, max_width_mm: mm, fits: z.boolean() })
      .describe('The widths that GS1 allows at the point of sale.'),
    caption: z
      .object({
        lines: z.array(z.string()),
        size_pt: z.number().min(0).describe('The height of an em, in points.'),
        cut: z.boolean().describe('Whether the title is too long and ends in an ellipsis.'),
      })
      .nullable()
      .describe('The caption as it is printed.'),
    inks: z
      .array(z.string())
      .describe('The printing plates it needs. Unknown for `rgb`, and for a `design` with hues or a logo.'),
    colors: z
      .array(
        z.object({
          color: z.string().describe('As `#rrggbb`.'),
          cmyk: z.string().describe('Its inks, as `c,m,y,k` in percent.'),
          given: z.boolean().describe('Whether `cmyk_values` gives them.'),
        }),
      )
      .describe('With `cmyk`: the inks of each colour of the design, the light one first. Otherwise empty.'),
    warnings: z.array(
      z.object({
        code: open(z.enum(PRINT_WARNINGS).meta({ id: 'PrintWarningCode' })),
        message: z.string(),
      }),
    ),
    summary: z.string().describe('The same in one sentence.'),
  })
  .meta({ id: 'PrintCheck' });

/** The query for a print file, as the use case takes it. */
export function toPrintRequest(
  query: Omit<z.output<typeof printQuery>, 'template' | keyof typeof gs1Query>,
): PrintRequest {
  return {
    format: query.format,
    widthMm: query.width_mm,
    moduleMm: query.module_mm,
    margin: query.margin,
    color: query.color ?? defaultColor(query.standard),
    alternate: query.alternate,
    cmykValues: query.cmyk_values,
    paper: query.paper,
    bleedMm: query.bleed_mm,
    marks: query.marks,
    standard: query.standard,
    condition: query.condition,
    growthMm: query.growth_mm,
    caption: query.caption,
  };
}
