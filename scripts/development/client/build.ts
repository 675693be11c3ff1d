// npm run client:build: writes the client to client/dist, as it is published. Fails if it is larger than a caller should have to load.
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bundleClient, CLIENT } from './bundle.ts';
import { writeClientSchema } from './schema.ts';

const MAX_GZIP_BYTES = 10 * 1024;

writeClientSchema();
rmSync('client/dist', { recursive: true, force: true });
await bundleClient('client/dist', 'external');
// With what `tsc -b` remembers, it would write only what changed since.
const whole = ['--incremental', 'false', '--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
execFileSync('tsc', ['-p', 'client', ...whole], { stdio: 'inherit' });
copyFileSync('client/src/schema.d.ts', 'client/dist/schema.d.ts');

// Bundled with its dependency, as a caller loads it.
const { outputFiles } = await build({ ...CLIENT, minify: true, write: false });
const size = gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).byteLength;
console.log(`client: ${size} bytes gzip with openapi-fetch (at most ${MAX_GZIP_BYTES})`);
if (size > MAX_GZIP_BYTES) process.exitCode = 1;
