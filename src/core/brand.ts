import { parseName } from './accounts/name.ts';

/** The name and the logo that an operator gave the product. */
export interface Brand {
  /** Null for that of the software. */
  readonly name: string | null;
  readonly logo: BrandLogo | null;
}

export interface BrandLogo {
  readonly type: LogoType;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Its address, which changes with its content. */
  readonly path: string;
}

export const NO_BRAND: Brand = { name: null, logo: null };

export const LOGO_EXTENSIONS = { 'image/svg+xml': 'svg', 'image/png': 'png' } as const;
export type LogoType = keyof typeof LOGO_EXTENSIONS;

/** In characters: more do not fit beside the logo. */
export const LONGEST_PRODUCT_NAME = 30;

/** The name without spaces around it; null if it cannot be one. */
export function parseProductName(text: string): string | null {
  const name = parseName(text);
  return name !== null && name.length <= LONGEST_PRODUCT_NAME ? name : null;
}
