import { defaultMargin } from '#core/styles/style.ts';
import * as z from 'zod';
import type { RenditionFields } from '#core/styles/rendition.ts';
import { pageOf, shortListQuery } from '../lists.ts';
import {
  color,
  colors,
  imageSize,
  logoCheck,
  margin,
  scanCheck,
  shownLevel,
  shownStyle,
  style,
  styleOfCreate,
  toCodeStyle,
} from './styles.ts';

/** Renditions of a code: `/v1/qr/{id}/renditions`. */

export const renditionBody = z.strictObject({
  style: style.nullable().default(null),
  color: colors,
  size: imageSize,
  margin: margin.optional(),
});

/** A body for the documentation: its fields override the look of the code. */
export const documentedRenditionBody = z
  .strictObject({
    style: styleOfCreate.nullable(),
    color: colors,
    size: imageSize.unwrap(),
    margin,
  })
  .partial()
  .meta({
    id: 'CreateRendition',
    description:
      'Fields that you leave out are those of the code, including those inside `style` and `color`.',
  });

const renditionId = z.string().regex(/^rnd_[0-9a-f]{32}$/);

export const rendition = z
  .object({
    id: renditionId,
    image_url: z.string().meta({ format: 'uri' }).describe('The PNG.'),
    svg_url: z.string().meta({ format: 'uri' }).describe('The SVG.'),
    style: shownStyle,
    color: z.object({ dark: color, light: color }),
    size: z.int(),
    margin: z.int(),
    symbol_version: z.int(),
    error_correction: shownLevel,
    scan_check: scanCheck,
    logo_check: logoCheck,
    created_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'Rendition', description: 'A code in another design: two images that never change.' });

/** Read-only, as the domain has them. */
export const shownRenditions: z.ZodType<readonly z.output<typeof rendition>[]> = z.array(rendition);

export const renditionsQuery = shortListQuery('renditions');

export const renditionList = pageOf(rendition).meta({ id: 'RenditionList' });

export const renditionDeletion = z
  .object({ id: renditionId, deleted: z.literal(true) })
  .meta({ id: 'RenditionDeletion' });

export function toRenditionFields(body: z.output<typeof renditionBody>): RenditionFields {
  return {
    style: toCodeStyle(body.style),
    color: body.color,
    size: body.size,
    margin: body.margin ?? defaultMargin(body.style),
  };
}
