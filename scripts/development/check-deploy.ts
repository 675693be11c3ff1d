// npm run deploy:check: bundles both Workers as `wrangler deploy` would, without sending them, and prints the size of each.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { runWrangler } from '../support/wrangler.ts';

const KIB = 1024;

/**
 * The short-link Worker starts cold all over the world, so no framework or WASM file may slip into it. The API's bound leaves room for the
 * catalogues of the whole dashboard, which are texts (docs/decisions/languages.md), has 135 KiB for assistants, their
 * access by OAuth, and company logins, which are evaluated with the first request for them (docs/decisions/assistants.md), and 52 KiB for what
 * draws Data Matrix, loaded for the first of them. Cloudflare's own is 64 MiB, uncompressed.
 */
const WORKERS = [
  { config: 'wrangler.toml', out: '.build/api', maxGzipBytes: 2175 * KIB },
  { config: 'src/shortlink/wrangler.toml', out: '.build/shortlink', maxGzipBytes: 75 * KIB },
];

for (const { config, out, maxGzipBytes } of WORKERS) {
  await runWrangler(['deploy', '--dry-run', '-c', config, '--outdir', `${process.cwd()}/${out}`]);
  const modules = readdirSync(out).filter((file) => /\.(js|wasm|txt)$/.test(file));
  const gzipBytes = modules.reduce((sum, file) => sum + gzipSync(readFileSync(`${out}/${file}`)).length, 0);
  console.log(
    `${config}: ${modules.length} modules, ${Math.ceil(gzipBytes / KIB)} KiB gzip (at most ${maxGzipBytes / KIB})`,
  );
  if (gzipBytes > maxGzipBytes) process.exitCode = 1;
}
