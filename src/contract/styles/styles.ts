import * as z from 'zod';
import { whole } from '../problems/decimal.ts';
import { type HexColor, parseHexColor } from '#core/styles/hex-color.ts';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import { FRAME_KINDS, LONGEST_FRAME_TEXT, parseFrameText } from '#core/styles/frame.ts';
import { DEFAULT_COLOR, DEFAULT_ERROR_CORRECTION, IMAGE_SIZE, MARGIN } from '#core/codes/limits.ts';
import {
  type CodeStyle,
  EYE_SHAPES,
  GRADIENT_TYPES,
  MODULE_SHAPES,
  withoutPlain,
} from '#core/styles/style.ts';
import { type Logo, LOGO_SIZE } from '#core/styles/logo.ts';
import { parseImageId } from '#core/logos/image-id.ts';
import { open } from '../open.ts';
import { checkedText, parsedText } from '../parsed-text.ts';

/** Colours and styles, in requests and in responses. */

export const hexColor = parsedText(parseHexColor, { code: 'no_color', values: {} });

const frameText = checkedText(parseFrameText).meta({ maxLength: LONGEST_FRAME_TEXT });

export const imageId = parsedText(parseImageId, { code: 'no_image_id', values: {} }).meta({
  pattern: '^img_[0-9a-f]{16}$',
});

const logoOfStyle = z
  .strictObject({
    image: imageId,
    size: z
      .union([z.literal('auto'), z.number().min(LOGO_SIZE.min).max(LOGO_SIZE.max)], {
        error: `must be "auto", or a number from ${LOGO_SIZE.min} to ${LOGO_SIZE.max}.`,
      })
      .default('auto')
      .describe(
        'Its share of the side of the symbol. With `auto`, the symbol grows by up to three versions until the share is a fifth.',
      ),
  })
  .transform((sent): Logo => ({ ...sent, fit: null }));

export const style = z
  .strictObject({
    modules: z.enum(MODULE_SHAPES).default('square').describe('The shape of the dark modules of the data.'),
    eyes: z
      .strictObject({
        shape: z.enum(EYE_SHAPES).default('square').describe('The shape of the three finder patterns.'),
        color: hexColor.nullable().default(null).meta({
          pattern: '^#[0-9a-fA-F]{6}$',
          description:
            'Must not be lighter than the other modules. Null: the same colour, or the darker end of the gradient.',
        }),
      })
      .prefault({}),
    gradient: z
      .strictObject({
        type: z.enum(GRADIENT_TYPES).default('linear'),
        angle: whole({ min: 0, max: 359 })
          .default(0)
          .describe('For a linear gradient, in degrees clockwise: 0 runs from left to right.'),
        from: hexColor.meta({ pattern: '^#[0-9a-fA-F]{6}$' }),
        to: hexColor.meta({ pattern: '^#[0-9a-fA-F]{6}$' }),
      })
      .nullable()
      .default(null)
      .describe('The colour of the dark modules, instead of `color.dark`. It never runs through the eyes.'),
    background: z
      .enum(['solid', 'transparent'])
      .default('solid')
      .describe('With `transparent`, `color.light` is the paper that you put the picture on.'),
    logo: logoOfStyle
      .nullable()
      .default(null)
      .describe(
        'One of your images in the middle, on the light colour. It never covers a function pattern, or more than half of what the symbol can repair. For that, the error correction level is raised to Q or H.',
      ),
    frame: z
      .strictObject({
        kind: z.enum(FRAME_KINDS),
        text: frameText
          .nullable()
          .default(null)
          .describe(
            'Refused for a border, optional for a card, a phone, a bag and a circle, and required for the others. May contain Latin, Greek and Cyrillic letters, digits, punctuation and currency signs. Drawn as outlines in bold, in the light colour, and for `underline` in the colour of the frame.',
          ),
        color: hexColor.nullable().default(null).meta({
          pattern: '^#[0-9a-fA-F]{6}$',
          description: 'Its luma is at most 0.1. Null: the colour of the modules, darkened if necessary.',
        }),
      })
      .nullable()
      .default(null)
      .describe(
        'A frame around the symbol and its quiet zone. `size` stays the width of the picture, and its height grows where the frame needs it, at most to 1.5 times.',
      ),
  })
  .describe(
    'The style of the symbol. Before a code is created, its symbol is tested with a simulated bad photo.',
  );

/** A style, as the use cases take it; null for plain squares. */
export function toCodeStyle(sent: z.output<typeof style> | null): CodeStyle | null {
  return sent && withoutPlain(sent);
}

/** The style in a create: a template may supply omitted fields. */
export const styleOfCreate = style
  .extend({
    template: z
      .string()
      .optional()
      .describe(
        'The id of a template, or `default`: the code copies its style, color, margin and error_correction, and utm if it is dynamic, except those in the request.',
      ),
  })
  .describe(
    'The style of the symbol. Before a code is created, its symbol is tested with a simulated bad photo.',
  );

function colorOf(standard: HexColor) {
  return hexColor
    .default(standard)
    .meta({ pattern: '^#[0-9a-fA-F]{6}$', description: `Default: \`${standard}\`.` });
}

export const colors = z
  .strictObject({ dark: colorOf(DEFAULT_COLOR.dark), light: colorOf(DEFAULT_COLOR.light) })
  .prefault({})
  .describe('The luma of `dark` must be at least 0.45 below that of `light`, and at most 0.49 of it.');

export const imageSize = whole(IMAGE_SIZE)
  .default(IMAGE_SIZE.default)
  .describe(
    'Width of the images in pixels, and their height; with a frame, they may be up to 1.5 times as high.',
  );

export const margin = whole(MARGIN).describe(
  `Quiet zone, in modules. Default: ${MARGIN.default}, or ${MARGIN.inFrame} with a frame.`,
);

export const errorCorrection = z
  .enum(ERROR_CORRECTION_LEVELS)
  .default(DEFAULT_ERROR_CORRECTION)
  .describe('The service raises the level if that needs no larger symbol.');

/** The level of a symbol in a response. */
export const shownLevel = open(z.enum(ERROR_CORRECTION_LEVELS).meta({ id: 'ErrorCorrection' }));

export const color = z.string().regex(/^#[0-9a-fA-F]{6}$/);

/** A style in a response; null for plain squares. */
export const shownStyle = z
  .object({
    modules: open(z.enum(MODULE_SHAPES)),
    eyes: z.object({ shape: open(z.enum(EYE_SHAPES)), color: color.nullable() }),
    gradient: z
      .object({ type: open(z.enum(GRADIENT_TYPES)), angle: z.int(), from: color, to: color })
      .nullable(),
    background: open(z.enum(['solid', 'transparent'])),
    logo: z.object({ image: z.string(), size: z.union([z.literal('auto'), z.number()]) }).nullable(),
    frame: z
      .object({ kind: open(z.enum(FRAME_KINDS)), text: z.string().nullable(), color: color.nullable() })
      .nullable(),
  })
  .nullable();

/** Without the results for the logo, so that the same style can create another code. */
export function toShownStyle({ logo, ...others }: CodeStyle): NonNullable<z.output<typeof shownStyle>> {
  return { ...others, logo: logo && { image: logo.image, size: logo.size } };
}

const scanCheck = z
  .object({
    passed: z.boolean(),
    reader: z.string().describe('Who read the symbol from a bad photo before the code was created.'),
    module_px: z.int().describe('Pixels of a module in that photo.'),
    min_width_mm: z
      .number()
      .describe(
        'The smallest width at which to print the code, on the safe side, including the quiet zone and the frame.',
      ),
  })
  .nullable();

const logoCheck = z
  .object({
    level: open(z.enum(ERROR_CORRECTION_LEVELS)),
    version: z.int().describe('The version of the symbol, 1 to 40.'),
    modules: z.int().describe('The side of the square left out for the logo.'),
    share: z.number().describe('The same, as a share of the side of the symbol.'),
    damage: z
      .number()
      .describe(
        'Codewords below the logo, in the block that loses most, as a share of those that it repairs: at most 0.5, where readers lose nothing.',
      ),
  })
  .nullable();

/** What GET returns about the look of a symbol. */
export const styleDetails = {
  style: shownStyle.describe('The style of its symbol. Null for plain squares.'),
  scan_check: scanCheck.describe('How a styled symbol was tested. Null for a plain one.'),
  logo_check: logoCheck.describe('How much of the error correction the logo uses up. Null without a logo.'),
};
