import { build, type Metafile } from 'esbuild';
import { expect, it } from 'vitest';

const ENTRY = 'src/api/index.ts';
/** What an isolate that starts need not evaluate: docs/decisions/start.md. */
const LATE =
  /^src\/(dashboard|symbol|print|api\/(operations\.ts|reference|upkeep))|^node_modules\/(zod|tldts|jsqr|@simplewebauthn)\//;

it('a start of the API evaluates no pages, operations, documents and jobs', async () => {
  const { metafile } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    write: false,
    outdir: 'unused',
    metafile: true,
    format: 'esm',
    conditions: ['workerd'],
    external: ['cloudflare:*', 'node:*', 'fs', '*.wasm'],
    loader: { '.txt': 'text' },
    logLevel: 'error',
  });
  expect(Object.keys(metafile.inputs).filter((file) => LATE.test(file))).not.toEqual([]);
  expect([...listEvaluated(metafile)].filter((file) => LATE.test(file))).toEqual([]);
});

/** The modules that are imported, and not by `import()`. */
function listEvaluated({ inputs }: Metafile): ReadonlySet<string> {
  const evaluated = new Set([ENTRY]);
  for (const file of evaluated)
    for (const { path, kind } of inputs[file]?.imports ?? [])
      if (kind !== 'dynamic-import') evaluated.add(path);
  return evaluated;
}
