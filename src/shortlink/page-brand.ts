import {
  type AccountBrand,
  DARK_PAGE,
  LIGHT_PAGE,
  OWN_COLOR,
  toShownColors,
} from '#core/accounts/account-brand.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { toPublicUrl } from '#core/logos/public-image.ts';

/** An account's brand, with the address of its logo. */
export interface PageBrand extends Pick<AccountBrand, 'name' | 'color'> {
  readonly logoUrl: string | null;
}

/** The brand of a page; null for the look of the service. */
export function toPageBrand(
  brand: AccountBrand | null | undefined,
  { CDN_URL }: Pick<ShortlinkEnv, 'CDN_URL'>,
): PageBrand | null {
  if (!brand) return null;
  const { name, color, logo } = brand;
  return { name, color, logoUrl: logo === null ? null : toPublicUrl(CDN_URL, logo) };
}

/** The colours of a page, for its style. */
export function styleBrand(brand: PageBrand | null): string {
  const color = brand?.color ?? OWN_COLOR;
  const { buttonText, light, dark } = toShownColors(color);
  return `:root{--page:${LIGHT_PAGE};--brand:${color};--on:${buttonText};--accent:${light}}@media(prefers-color-scheme:dark){:root{--page:${DARK_PAGE};--accent:${dark}}}`;
}

/** HTML; empty without a name and a logo. The name stands in the foot again, so the logo needs no words. */
export function drawBrand(brand: PageBrand | null): string {
  if (!brand || (brand.name ?? brand.logoUrl) === null) return '';
  const logo =
    brand.logoUrl === null ? '' : `<img src="${escapeHtml(brand.logoUrl)}" width="48" height="48" alt="">`;
  return `<header>${logo}${escapeHtml(brand.name ?? '')}</header>\n`;
}

/** What the page may load for it. */
export function policyOf(brand: PageBrand | null): string {
  return brand?.logoUrl ? `img-src ${new URL(brand.logoUrl).origin}; ` : '';
}
