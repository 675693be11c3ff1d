// wrangler runs this before it bundles the API Worker. It makes the dashboard's stylesheet and script, and the files of the page at /docs.
import { buildAssets } from '../assets/assets.ts';

await buildAssets();
