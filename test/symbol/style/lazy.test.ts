import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const ENTRY = 'src/api/add-operations.ts';

/** The files of the API's operations, split by whether they run with the first of them or when they are needed. */
async function splitOperations(): Promise<{ atFirst: string[]; later: string[] }> {
  const { metafile } = await build({
    entryPoints: [ENTRY],
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    metafile: true,
    logLevel: 'silent',
    outdir: '.build/lazy',
    conditions: ['workerd'],
    external: ['node:*', 'cloudflare:*'],
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    // Files that are not code: WebAssembly, texts.
    plugins: [
      {
        name: 'files',
        setup(files) {
          files.onResolve({ filter: /\.wasm|\?|\.(txt|css|html|svg|bin)$/ }, ({ path }) => ({
            path,
            external: true,
          }));
        },
      },
    ],
  });
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === ENTRY)!;
  const chunks = new Set([entry[0]]);
  for (const chunk of chunks) {
    for (const { path, kind } of metafile.outputs[chunk]!.imports)
      if (kind === 'import-statement' && metafile.outputs[path]) chunks.add(path);
  }
  const inputsOf = (names: readonly string[]) =>
    names.flatMap((name) => Object.keys(metafile.outputs[name]!.inputs));
  const others = Object.keys(metafile.outputs).filter((name) => !chunks.has(name));
  return { atFirst: inputsOf([...chunks]), later: inputsOf(others) };
}

describe('the API', () => {
  it('loads the code that draws PNGs of styles, and the reader that tests them, when a style is drawn', async () => {
    const { atFirst, later } = await splitOperations();
    expect(atFirst).toContain('src/symbol/picture/write-png.ts');
    for (const file of [
      'src/symbol/style/bad-shot.ts',
      'src/symbol/style/pass-scan.ts',
      'src/symbol/style/write-pixel-png.ts',
      'src/symbol/style/palette.ts',
    ]) {
      expect(atFirst).not.toContain(file);
      expect(later).toContain(file);
    }
    expect(atFirst.filter((file) => file.includes('/jsqr/'))).toEqual([]);
  });
});
