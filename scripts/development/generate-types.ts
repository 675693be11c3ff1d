// npm run types: generates the type of each Worker's env from its wrangler.toml. --check only tells whether the types are current.
import { runWrangler } from '../support/wrangler.ts';

const WORKERS = [
  { config: 'wrangler.toml', folder: 'src/api', env: 'ApiEnv' },
  { config: 'src/shortlink/wrangler.toml', folder: 'src/shortlink', env: 'ShortlinkEnv' },
  { config: 'src/local/wrangler.toml', folder: 'src/local', env: 'LocalEnv' },
];

for (const { config, folder, env } of WORKERS) {
  const options = ['--env-interface', env, '--include-runtime=false', '--strict-vars=false'];
  await runWrangler([
    'types',
    `${folder}/worker-env.d.ts`,
    '-c',
    config,
    ...options,
    ...process.argv.slice(2),
  ]);
}
