import { sayFileProblem } from '#contract/problems/import-phrases.ts';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import { readBarePath } from '#core/imports/printed-path.ts';
import { ImportFileReader } from '#core/imports/read-file.ts';
import type { RawRow } from '#core/imports/row.ts';
import { parseLink } from '#core/imports/values.ts';

/** A path, with its leading slash, and the target where it should lead. */
export interface Expectation {
  readonly path: string;
  readonly target: string;
}

export interface Expectations {
  readonly paths: readonly Expectation[];
  /** The number of paths in the file without a target, such as a text or a code with a password. */
  readonly withoutTarget: number;
}

/**
 * Reads where paths should lead, from any file that an import accepts, and from `redirects.json`.
 * @param name its extension gives the format; everything except `.json`, `.ndjson` and `.jsonl` is CSV
 * @param basePath the path prefix of short links, such as `/s` on a laptop: the short links of an export begin with it
 */
export function readExpectations(name: string, bytes: Uint8Array, basePath: string): Expectations {
  const all = /\.json$/i.test(name) ? readTable(name, bytes) : readRows(name, bytes, basePath);
  const paths = new Map<string, string>();
  let withoutTarget = 0;
  for (const { path, target } of all) {
    if (target === '') withoutTarget++;
    else if (!paths.has(path)) paths.set(path, target);
    else if (paths.get(path) !== target) throw new Error(`${name} has two targets for the path ${path}.`);
  }
  if (paths.size === 0) throw new Error(`${name} has no path with a target.`);
  return { paths: [...paths].map(([path, target]) => ({ path, target })), withoutTarget };
}

interface Table {
  readonly redirects?: unknown;
}

function readTable(name: string, bytes: Uint8Array): Expectation[] {
  const table = JSON.parse(new TextDecoder().decode(bytes)) as Table | null;
  if (!Array.isArray(table?.redirects)) {
    throw new Error(
      `${name} is no redirects.json of /v1/exports: it has no list "redirects". A file with a line for each code ends in .ndjson.`,
    );
  }
  return table.redirects.flatMap((redirect: { paths?: unknown; target?: unknown }) =>
    (Array.isArray(redirect.paths) ? redirect.paths : []).map((path: unknown) => ({
      path: `/${readBarePath(path)}`,
      target: typeof redirect.target === 'string' ? redirect.target : '',
    })),
  );
}

function readRows(name: string, bytes: Uint8Array, basePath: string): Expectation[] {
  const format = /\.(ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'csv';
  const unlimited = { maxBytes: Infinity, maxRows: Infinity };
  const reader = new ImportFileReader({ format, ...unlimited });
  const rows = [bytes, null].flatMap((piece) => {
    const read = reader.read(piece);
    if (!read.ok) throw new Error(`${name}: ${sayFileProblem(read.error)}`);
    return read.value;
  });
  return rows.map((row) => readRow(name, row, basePath));
}

function readRow(name: string, { line, values, problem }: RawRow, basePath: string): Expectation {
  if (problem) throw new Error(`${name}: ${toFieldError(problem).message}`);
  const path = readBarePath(values.path);
  // In our own export, this may be a text or a phone number, and not where the link leads.
  const isUrl = values.type === undefined || values.type === 'url';
  const target = isUrl && typeof values.target === 'string' ? values.target.trim() : '';
  if (path !== '') return { path: `/${path}`, target };
  const link = parseLink(values.short_url, values.domain, values.path);
  if (!link) throw new Error(`${name}: line ${line} has no path and no short link.`);
  const prefix = basePath.replace(/\/$/, '');
  const isBelow = prefix !== '' && link.pathname.startsWith(`${prefix}/`);
  return { path: isBelow ? link.pathname.slice(prefix.length) : link.pathname, target };
}
