import * as z from 'zod';
import {
  type AccountBrand,
  LONGEST_BRAND_NAME,
  parseBrandName,
  toShownColors,
} from '#core/accounts/account-brand.ts';
import type { Account } from '#core/accounts/account.ts';
import { LONGEST_NAME, NAME_RULE, parseName } from '#core/accounts/name.ts';
import { PLAN_NAMES } from '#core/accounts/plan.ts';
import { withoutUndefined } from '#core/without-undefined.ts';
import { open } from './open.ts';
import { parsedText } from './parsed-text.ts';
import { hexColor, imageId } from './styles/styles.ts';

/** `/v1/account` */

const brandName = parsedText(parseBrandName, `must have 1 to ${LONGEST_BRAND_NAME} characters, on one line.`);

export const accountChange = z
  .strictObject({
    name: parsedText(parseName, `must have ${NAME_RULE}.`)
      .optional()
      .describe('The name of the account.')
      .meta({ minLength: 1, maxLength: LONGEST_NAME }),
    brand: z
      .strictObject({
        name: brandName.nullish().meta({ minLength: 1, maxLength: LONGEST_BRAND_NAME }),
        color: hexColor.nullish().meta({ pattern: '^#[0-9a-fA-F]{6}$' }),
        logo: imageId
          .nullish()
          .describe('One of your images that is no SVG. Everybody can see it while the brand has it.'),
      })
      .nullable()
      .optional()
      .describe('What you leave out does not change. Null takes everything away.'),
  })
  .meta({ id: 'UpdateAccount' });

/** What changes of an account. */
export interface AccountChange {
  readonly name?: string | undefined;
  readonly brand: Partial<AccountBrand>;
}

/** The fields that change, from a valid body. */
export function toAccountChange({ name, brand = {} }: z.output<typeof accountChange>): AccountChange {
  if (brand === null) return { name, brand: { name: null, color: null, logo: null } };
  return { name, brand: withoutUndefined(brand) };
}

const shownColor = z.string().regex(/^#[0-9a-fA-F]{6}$/);

export const account = z
  .object({
    id: z.string(),
    name: z.string(),
    plan: open(z.enum(PLAN_NAMES)),
    brand: z
      .object({
        name: z.string().nullable(),
        color: shownColor.nullable(),
        shown_colors: z
          .object({
            button_text: shownColor.describe('On a button of your colour.'),
            light: shownColor.describe('Your colour as text on light pages.'),
            dark: shownColor.describe('The same on dark pages.'),
          })
          .nullable()
          .describe('Your colour with a contrast of at least 4.5:1. Null without one.'),
        logo: z.string().nullable(),
      })
      .describe('What the pages of your codes show of you.'),
  })
  .meta({ id: 'Account' });

export function toAccountResource(
  { id, name, plan }: Account,
  { color, ...brand }: AccountBrand,
): z.output<typeof account> {
  const shown = color && toShownColors(color);
  return {
    id,
    name,
    plan,
    brand: {
      ...brand,
      color,
      shown_colors: shown && { button_text: shown.buttonText, light: shown.light, dark: shown.dark },
    },
  };
}
