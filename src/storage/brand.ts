import { fromBase64 } from '#core/bytes/base64.ts';
import { sha256Hex } from '#core/bytes/sha256.ts';
import { type Brand, type BrandLogo, LOGO_EXTENSIONS, type LogoType } from '#core/brand.ts';
import { orUnavailable } from './unavailable.ts';

/** The KV keys of the operator's name for the product, and of the logo as a `data:` address. Their slashes keep them from being code ids. */
export const BRAND_KEYS = { name: 'brand/name', logo: 'brand/logo' } as const;

/** The operator's own name and logo. */
export async function findBrand(links: KVNamespace): Promise<Brand> {
  const found = await orUnavailable('KV', links.get([BRAND_KEYS.name, BRAND_KEYS.logo]));
  return {
    name: found.get(BRAND_KEYS.name) || null,
    logo: await toLogo(found.get(BRAND_KEYS.logo) ?? ''),
  };
}

async function toLogo(text: string): Promise<BrandLogo | null> {
  const [, type, base64] = /^data:(image\/(?:png|svg\+xml));base64,(.+)$/.exec(text) ?? [];
  if (!type || !base64) return null;
  const bytes = fromBase64(base64);
  const digest = (await sha256Hex(bytes)).slice(0, 12);
  return {
    type: type as LogoType,
    bytes,
    path: `/assets/logo-${digest}.${LOGO_EXTENSIONS[type as LogoType]}`,
  };
}
