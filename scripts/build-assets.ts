// What wrangler runs before it bundles the API Worker: the dashboard's stylesheet and script.
import { buildDashboardAssets } from './support/dashboard-assets.ts';

await buildDashboardAssets();
