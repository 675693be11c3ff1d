import { type Context, Hono } from 'hono';
import type { ImportJob } from '#core/imports/import-job.ts';
import type { ImportFormat } from '#core/imports/read-file.ts';
import { cancelImport, readImport, readImports, readRowResults } from '#service/imports/read.ts';
import { startForReal, startImport, type StartProblem } from '#service/imports/start.ts';
import type { AppEnv } from '../app-env.ts';
import { editorOf } from '../codes/editor.ts';
import { importQuery, rowsQuery } from '#contract/imports.ts';
import { noQuery } from '#contract/requests.ts';
import { readQuery, validateQuery } from '../validation.ts';
import { ApiError, invalidFields } from '../errors.ts';
import { allowOnly } from '../middleware/allow-only.ts';
import { toImportResource, toRowResource } from './resources.ts';

/** `/v1/imports` */
export const importRoutes = new Hono<AppEnv>()
  .post('/', start)

  .get('/', async (c) => {
    validateQuery(noQuery, readQuery(c.req.url));
    const jobs = await readImports(c.get('deps'), c.get('account').id);
    return c.json({ data: jobs.map(toImportResource) });
  })

  .get('/:import_id', async (c) => {
    validateQuery(noQuery, readQuery(c.req.url));
    return c.json(toImportResource(await find(c)));
  })

  .get('/:import_id/rows', async (c) => {
    const { state = null, limit, cursor: after = 0 } = validateQuery(rowsQuery, readQuery(c.req.url));
    const job = await find(c);
    const { results, next } = await readRowResults(c.get('deps'), job.id, { after, limit, state });
    return c.json({
      data: results.map(toRowResource),
      has_more: next !== null,
      next_cursor: next === null ? null : String(next),
    });
  })

  .post('/:import_id/start', async (c) => {
    validateQuery(noQuery, readQuery(c.req.url));
    const { id } = await find(c);
    const started = await startForReal(c.get('deps'), editorOf(c), id);
    if (started.ok) return c.json(toImportResource(started.value));
    throw started.error.reason === 'not_ready' ? notReady() : inProgress(started.error.id);
  })

  .delete('/:import_id', async (c) => {
    validateQuery(noQuery, readQuery(c.req.url));
    const job = await cancelImport(c.get('deps'), c.get('account').id, c.req.param('import_id'));
    if (!job) throw noImport();
    return c.json(toImportResource(job));
  })

  .all('/', allowOnly('GET, HEAD, POST'))
  .all('/:import_id', allowOnly('GET, HEAD, DELETE'))
  .all('/:import_id/rows', allowOnly('GET, HEAD'))
  .all('/:import_id/start', allowOnly('POST'));

async function start(c: Context<AppEnv>): Promise<Response> {
  const query = validateQuery(importQuery, readQuery(c.req.url));
  const started = await startImport(c.get('deps'), editorOf(c), {
    options: {
      format: readFormat(c),
      isDryRun: query.dry_run,
      onConflict: query.on_conflict,
      source: query.source ?? null,
    },
    file: readBody(c),
    chosenColumns: query.columns ?? new Map(),
    mappedHosts: readMappedHosts(c, query.domain_map ?? new Map()),
  });
  if (!started.ok) throw toStartError(started.error);
  return c.json(toImportResource(started.value));
}

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
};

/** The body, piece by piece. Throws a 400 where the caller closes the connection before its end. */
async function* readBody(c: Context<AppEnv>): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of c.req.raw.body ?? []) yield piece as Uint8Array;
  } catch {
    throw new ApiError('malformed_json', 'The body ended early.');
  }
}

function readFormat(c: Context<AppEnv>): ImportFormat {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const format = Object.hasOwn(FORMATS, type) ? FORMATS[type] : undefined;
  if (format !== undefined && !c.req.raw.headers.has('Content-Encoding')) return format;
  throw new ApiError(
    'unsupported_media_type',
    'Send the file as it is, with the header "Content-Type: text/csv" or "application/x-ndjson".',
  );
}

/** The hosts whose short links move to ours. Throws a 400 where one is to move elsewhere: this service has one host of short links. */
function readMappedHosts(c: Context<AppEnv>, map: ReadonlyMap<string, string>): string[] {
  const { host } = new URL(c.env.SHORT_URL_BASE);
  if ([...map.values()].every((to) => to === host)) return [...map.keys()];
  const message = `"domain_map" must lead each host to "${host}", which serves our short links.`;
  throw invalidFields([{ field: 'domain_map', code: 'invalid_value', message }]);
}

async function find(c: Context<AppEnv>): Promise<ImportJob> {
  const job = await readImport(c.get('deps'), c.get('account').id, c.req.param('import_id') ?? '');
  if (!job) throw noImport();
  return job;
}

function toStartError(problem: StartProblem): ApiError {
  if (problem.reason === 'import_in_progress') return inProgress(problem.id);
  const { code, message } = problem.problem;
  if (code === 'file_too_large') return new ApiError('payload_too_large', message);
  return invalidFields([{ field: 'body', code, message }]);
}

function inProgress(id: string): ApiError {
  return new ApiError(
    'import_in_progress',
    `Your import ${id} is under way. Wait until it is done, or cancel it with DELETE.`,
  );
}

function notReady(): ApiError {
  return new ApiError(
    'import_not_ready',
    'Only a dry run that is done can be started, within a day. Send the file again with "dry_run=false".',
  );
}

function noImport(): ApiError {
  return new ApiError('not_found', 'There is no import with this id in your account.');
}
