import { placeCatalogues } from './catalogue-assets.ts';
import { buildDashboardAssets } from './dashboard-assets.ts';
import { placeDocuments } from './document-assets.ts';
import { placeMap } from './map-asset.ts';
import { buildReferenceAssets } from './reference-assets.ts';
import { placeTypeface } from './typeface-asset.ts';

/** Makes what the API Worker needs besides its source, and the files served beside it. */
export async function buildAssets(): Promise<void> {
  placeMap();
  placeCatalogues();
  await placeTypeface();
  await Promise.all([buildDashboardAssets(), buildReferenceAssets(placeDocuments())]);
}
