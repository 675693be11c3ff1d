// wrangler runs this before it bundles the API Worker. It makes the dashboard's stylesheet and script, and the files of the page at /docs.
// The file in the repository names no database and no host, so it refuses to deploy that file; setup's own configurations say --installation.
import { buildAssets } from '../assets/assets.ts';

const isDeployed = ['deploy', 'versions upload'].includes(process.env['WRANGLER_COMMAND'] ?? '');
if (isDeployed && !process.argv.includes('--installation') && !process.env['ONLY_BUNDLES']) {
  console.error(
    'wrangler.toml is not deployed as it is: npm run setup makes the database, the queues and both Workers, and deploys them (npm run deploy:check only bundles).',
  );
  process.exit(1);
}
await buildAssets();
