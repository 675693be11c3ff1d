// What wrangler runs before it bundles the API Worker: the dashboard's stylesheet and script, and the files of the page at /docs.
import { buildAssets } from '../assets/assets.ts';

await buildAssets();
