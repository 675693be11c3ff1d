import { say } from '#languages/say.ts';
import { type Brand, NO_BRAND } from '#core/brand.ts';
import { findBrand } from '#storage/brand.ts';
import type { Dependencies } from './dependencies.ts';
import { runAfterResponse } from './run-after-response.ts';

export type BrandDependencies = Pick<Dependencies, 'links' | 'nowMs' | 'afterResponse' | 'reportFailure'>;

const FRESH_MS = 60_000;

/** What this isolate last read of each namespace. */
const known = new WeakMap<KVNamespace, { brand: Brand; readAtMs: number }>();

/**
 * The operator's name and logo for the product. Only the first page of an isolate waits for them; later ones read them again after their
 * response. A page without them is better than none, so a failure is reported and shows those of the software.
 */
export async function readBrand(deps: BrandDependencies): Promise<Brand> {
  const last = known.get(deps.links);
  if (!last) {
    await renew(deps, NO_BRAND);
  } else if (Math.abs(deps.nowMs() - last.readAtMs) > FRESH_MS) {
    // Set now, so that one request of many reads them.
    last.readAtMs = deps.nowMs();
    runAfterResponse(deps, 'brand_not_read', renew(deps, last.brand));
  }
  return known.get(deps.links)?.brand ?? NO_BRAND;
}

async function renew(deps: BrandDependencies, otherwise: Brand): Promise<void> {
  const brand = await findBrand(deps.links).catch((error: unknown) => {
    deps.reportFailure('brand_not_read', error);
    return otherwise;
  });
  known.set(deps.links, { brand, readAtMs: deps.nowMs() });
}

/** The name of the product in the current language. */
export function nameProduct({ name }: Brand): string {
  return name ?? say('QR codes');
}
