import { buildDashboardAssets } from './dashboard-assets.ts';
import { buildReferenceAssets } from './reference-assets.ts';

/** Makes what the API Worker needs besides its source, and what is served beside it. */
export async function buildAssets(): Promise<void> {
  await Promise.all([buildDashboardAssets(), buildReferenceAssets()]);
}
