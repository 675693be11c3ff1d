import { readBrand } from '#service/read-brand.ts';
import { findAsset } from './asset-urls.ts';
import { BRAND_PATH } from './brand-path.ts';
import type { DashboardContext } from '../dashboard-env.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';

/** `GET /assets/app-<hash>.css` and `.js` */
export function readAsset(c: DashboardContext): Response {
  const asset = findAsset(c.req.path);
  // An old page may request an old file. No browser may cache this 404.
  if (!asset) return c.text('This file does not exist.\n', 404);
  return c.body(asset.body, 200, { 'Content-Type': asset.contentType, 'Cache-Control': FOR_EVER });
}

/** `GET /assets/logo-<hash>.svg` or `.png`: the operator's logo. */
export async function readLogo(c: DashboardContext): Promise<Response> {
  const { logo } = await readBrand(c.get('deps'));
  if (!logo) return c.text('There is no logo.\n', 404);
  // Another isolate may know another logo already. Nobody keeps this one under that one's address.
  const isAsked = logo.path === c.req.path;
  return c.body(logo.bytes, 200, {
    'Content-Type': logo.type,
    'Cache-Control': isAsked ? FOR_EVER : 'no-store',
  });
}

/** `GET /assets/icon.svg` */
export function readIcon(c: DashboardContext): Response {
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 18 18"><rect x="-1" y="-1" width="18" height="18" rx="3" fill="#fff"/><path fill-rule="evenodd" d="${BRAND_PATH}"/></svg>`;
  return c.body(icon, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' });
}
