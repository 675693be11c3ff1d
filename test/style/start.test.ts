import { build } from 'esbuild';
import { expect, it } from 'vitest';

const ENTRY = 'src/api/index.ts';
/** What an isolate that starts need not evaluate: docs/decisions/start.md. */
const LATE =
  /^src\/(dashboard|symbol|print|api\/(operations\.ts|assistants|reference|upkeep))|^node_modules\/(zod|tldts|jsqr|bwip-js|@modelcontextprotocol|@simplewebauthn|@cloudflare\/workers-oauth-provider|openid-client|oauth4webapi|jose)\//;

/** What `app.open()` loads. */
const OPENED = [
  'src/api/add-operations.ts',
  'src/api/assistants/add-assistants.ts',
  'src/dashboard/dashboard.ts',
];

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

it('a start of the API evaluates no pages, operations, documents and jobs', () => {
  expect(Object.keys(metafile.inputs).filter((file) => LATE.test(file))).not.toEqual([]);
  expect([...listEvaluated([ENTRY])].filter((file) => LATE.test(file))).toEqual([]);
});

it('a start on Workers Free evaluates all rooms, because a request there may end while it loads one', () => {
  const evaluated = listEvaluated([ENTRY, ...OPENED, ...listLoaded(ENTRY)]);
  expect(listLoaded('src/api/app.ts').length).toBeGreaterThan(5);
  expect(listLoaded('src/api/app.ts').filter((file) => !evaluated.has(file))).toEqual([]);
  expect([...evaluated].filter((file) => file.startsWith('node_modules/bwip-js/'))).not.toEqual([]);
});

/** The modules that a module imports by `import()`. */
function listLoaded(file: string): string[] {
  const imports = metafile.inputs[file]?.imports ?? [];
  return imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path);
}

/** Some modules and those that they import, but not by `import()`. */
function listEvaluated(files: readonly string[]): ReadonlySet<string> {
  const evaluated = new Set(files);
  for (const file of evaluated)
    for (const { path, kind } of metafile.inputs[file]?.imports ?? [])
      if (kind !== 'dynamic-import') evaluated.add(path);
  return evaluated;
}
