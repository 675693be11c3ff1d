import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

interface Import {
  readonly file: string;
  /** As it is written: `../result.ts`, `#core/result.ts`, `hono/jsx`. */
  readonly from: string;
  /** Where it leads: a path in this repository, or the name of a package. */
  readonly to: string;
  readonly names: readonly string[];
}

/** A row of the table in docs/architecture.md: what files of a folder may import besides the folder itself. */
interface Row {
  readonly folder: string;
  readonly mayImport: readonly string[];
}

const ANY_PACKAGE = 'any package';
/** What the names that begin with `#` lead to: a folder, or one module in Node and another in Workers. */
const { imports: NAMES } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Readonly<Record<string, string | { readonly default: string }>>;
};
/** `#core/` and all other names of layers, with their folders. */
const LAYERS = Object.entries(NAMES).flatMap(([name, folder]) =>
  typeof folder === 'string'
    ? [{ name: name.slice(0, -1), folder: path.normalize(folder).slice(0, -2) }]
    : [],
);
const IMPORTS = globSync('{src,scripts,harness}/**/*.{ts,tsx}', {
  exclude: (name) => name === 'node_modules',
}).flatMap(listImports);
const ROWS = readRows();

it('a file imports only what docs/architecture.md allows to its folder', () => {
  const refused = IMPORTS.map((one) => ({ ...one, row: findRow(one.file) }))
    .filter((one) => !isAllowed(one, one.row))
    .map(
      ({ file, from, row }) =>
        `${file} imports ${from}; ${row.folder} may import ${row.mayImport.join(', ') || 'nothing'}`,
    );
  expect(refused).toEqual([]);
});

it('another layer is imported by its name, and the own one by a relative path', () => {
  const refused = IMPORTS.flatMap(({ file, from, to }) => {
    const layer = LAYERS.find(({ folder }) => isIn(folder, to));
    if (!layer || from in NAMES || isIn(layer.folder, file) === from.startsWith('.')) return [];
    const right = isIn(layer.folder, file)
      ? path.relative(path.dirname(file), to)
      : to.replace(`${layer.folder}/`, layer.name);
    return [`${file} imports ${from}: write ${right}`];
  });
  expect(refused).toEqual([]);
});

it('the dashboard only reads from storage: what changes something is a use case of src/service', () => {
  const isRead = (name: string) => /^(find|list|read|is)[A-Z]|^[A-Z][a-z]/.test(name);
  const refused = IMPORTS.filter(({ file, to }) => isIn('src/dashboard', file) && isIn('src/storage', to))
    .filter(({ to, names }) => to !== 'src/storage/rate-limiter.ts' && !names.every(isRead))
    .map(({ file, from, names }) => `${file} imports ${names.join(', ')} from ${from}`);
  expect(refused).toEqual([]);
});

it('docs/architecture.md names only what exists, and what somebody imports', () => {
  const missing = ROWS.map(({ folder }) => folder).filter((folder) => !existsSync(folder));
  const unused = ROWS.flatMap(({ mayImport }) => mayImport)
    .map((name) => name.replace('but ', ''))
    .filter((name) => name !== ANY_PACKAGE && !IMPORTS.some(({ to }) => isIn(name, to)));
  expect([...missing, ...unused]).toEqual([]);
});

function listImports(file: string): Import[] {
  const source = readFileSync(file, 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const found: (readonly [from: string, names: readonly string[]])[] = [
    ...staticImports.map(
      ({ moduleRequest, entries }) =>
        [moduleRequest.value, entries.map(({ importName }) => importName.name ?? '*')] as const,
    ),
    ...staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, importName }) =>
        moduleRequest ? [[moduleRequest.value, [importName.name ?? '*']] as const] : [],
      ),
    // What is computed leads to what a build made.
    ...dynamicImports
      .map(({ moduleRequest }) => /^'(.+)'$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1])
      .flatMap((from) => (from === undefined ? [] : [[from, ['*']] as const])),
  ];
  return found.map(([from, names]) => ({ file, from, to: resolve(file, from), names }));
}

function resolve(file: string, from: string): string {
  if (from.startsWith('.')) return path.join(path.dirname(file), from);
  const one = NAMES[from];
  if (typeof one === 'object') return path.normalize(one.default);
  const layer = LAYERS.find(({ name }) => from.startsWith(name));
  return layer ? from.replace(layer.name, `${layer.folder}/`) : from;
}

/** "The above" is the row above it. */
function readRows(): Row[] {
  const table = readFileSync('docs/architecture.md', 'utf8').split('| folder | may import |')[1] ?? '';
  let above: readonly string[] = [];
  return (table.split('\n\n')[0] ?? '')
    .trim()
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, folders = '', cell = ''] = line.split('|');
      const names = [...cell.matchAll(/(but )?`(.+?)`|any package/g)].map(([all, but = '', name]) =>
        name === undefined ? all : but + toPath(name),
      );
      above = cell.includes('the above') ? [...above, ...names] : names;
      return [...folders.matchAll(/`(.+?)`/g)].map(([, name = '']) => ({
        folder: toPath(name),
        mayImport: above,
      }));
    });
}

/** The table leaves out `src/`. */
function toPath(name: string): string {
  return existsSync(`src/${name}`) ? `src/${name}` : name;
}

/** The row of the innermost folder that has one. */
function findRow(file: string): Row {
  const [row] = ROWS.filter(({ folder }) => isIn(folder, file)).toSorted(
    (a, b) => b.folder.length - a.folder.length,
  );
  if (!row) throw new Error(`${file} is in no folder that docs/architecture.md names.`);
  return row;
}

function isAllowed({ from, to }: Import, { folder, mayImport }: Row): boolean {
  if (mayImport.some((name) => name.startsWith('but ') && isIn(name.slice(4), to))) return false;
  const isPackage = !/^[.#]/.test(from);
  return isIn(folder, to) || mayImport.some((name) => (name === ANY_PACKAGE ? isPackage : isIn(name, to)));
}

function isIn(folder: string, file: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}
