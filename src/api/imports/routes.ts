import { sayFileProblem, sayImportFailure, toReportedWarning } from '#contract/problems/import-phrases.ts';
import { importQuery, importsQuery, rowsQuery } from '#contract/imports.ts';
import type { importJob, importRow } from '#contract/imports-responses.ts';
import { boundResult } from '#core/imports/bound-result.ts';
import { type ImportJob, TAG_SEPARATOR } from '#core/imports/import-job.ts';
import type { ImportFormat } from '#core/imports/read-file.ts';
import { toRefusal } from '#service/codes/refusals.ts';
import { cancelImport as cancel, readImport, readImports, readRowResults } from '#service/imports/read.ts';
import type { ReportedRow } from '#service/imports/report.ts';
import { startForReal, startImport as start, type StartProblem } from '#service/imports/start.ts';
import { ApiError, invalidFields, toItemError } from '#contract/problems/api-error.ts';
import type { ErrorCode } from '#contract/problems/error-codes.ts';
import { readMediaType } from '../media-type.ts';
import { type ApiContext, operation } from '../operation.ts';
import { cutPage, toPage } from '../page.ts';
import type { z } from 'zod';

/** `/v1/imports` */

export const startImport = operation({
  method: 'post',
  path: '/v1/imports',
  query: importQuery,
  async handle({ c, deps, editor, query }) {
    const started = await start(deps, editor, {
      options: {
        format: FORMATS[readMediaType(c.req.raw, FILE_TYPES)],
        isDryRun: query.dry_run,
        onConflict: query.on_conflict,
        source: query.source ?? null,
      },
      file: readBody(c),
      chosenColumns: query.columns ?? new Map(),
      mappedHosts: readMappedHosts(c, query.domain_map ?? new Map()),
    });
    if (!started.ok) throw toStartError(started.error);
    return toImportResource(started.value);
  },
});

export const listImports = operation({
  method: 'get',
  path: '/v1/imports',
  query: importsQuery,
  async handle({ deps, account, query }) {
    return cutPage((await readImports(deps, account.id)).map(toImportResource), query);
  },
});

export const getImport = operation({
  method: 'get',
  path: '/v1/imports/{import_id}',
  handle: async ({ c }) => toImportResource(await find(c)),
});

export const listImportRows = operation({
  method: 'get',
  path: '/v1/imports/{import_id}/rows',
  query: rowsQuery,
  async handle({ c, deps, query: { state = null, limit, cursor: after = 0 } }) {
    const job = await find(c);
    const { results, next } = await readRowResults(deps, job.id, { after, limit, state });
    return toPage(results.map(toRowResource), next === null ? null : String(next));
  },
});

export const runImport = operation({
  method: 'post',
  path: '/v1/imports/{import_id}/start',
  async handle({ c, deps, editor }) {
    const { id } = await find(c);
    const started = await startForReal(deps, editor, id);
    if (started.ok) return toImportResource(started.value);
    throw started.error.reason === 'not_ready' ? notReady() : inProgress(started.error.id);
  },
});

export const cancelImport = operation({
  method: 'delete',
  path: '/v1/imports/{import_id}',
  async handle({ c, deps, account }) {
    const job = await cancel(deps, account.id, c.req.param('import_id') ?? '');
    if (!job) throw noImport();
    return toImportResource(job);
  },
});

const FORMATS = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
} as const satisfies Readonly<Record<string, ImportFormat>>;
const FILE_TYPES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

/** The body, piece by piece. Throws a 400 if the caller closes the connection before its end. */
async function* readBody(c: ApiContext): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of c.req.raw.body ?? []) yield piece as Uint8Array;
  } catch {
    throw new ApiError('malformed_json', 'The body ended early.');
  }
}

/** The hosts whose short links move to ours. Throws a 400 if one should move elsewhere: this service has a single host for short links. */
function readMappedHosts(c: ApiContext, map: ReadonlyMap<string, string>): string[] {
  const { host } = new URL(c.env.SHORT_URL_BASE);
  if ([...map.values()].every((to) => to === host)) return [...map.keys()];
  const message = `"domain_map" must lead each host to "${host}", which serves our short links.`;
  throw invalidFields([{ field: 'domain_map', code: 'invalid_value', message }]);
}

async function find(c: ApiContext): Promise<ImportJob> {
  const job = await readImport(c.get('deps'), c.get('account').id, c.req.param('import_id') ?? '');
  if (!job) throw noImport();
  return job;
}

function toStartError(problem: StartProblem): ApiError {
  if (problem.reason === 'import_in_progress') return inProgress(problem.id);
  const { code } = problem.problem;
  const message = sayFileProblem(problem.problem);
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
    'Only a finished dry run can be started, within a day, and only if it is one of your three latest imports. Send the file again with "dry_run=false".',
  );
}

function noImport(): ApiError {
  return new ApiError('not_found', 'There is no import with this id in your account.');
}

/** Imports in the JSON form of /v1. */

function toImportResource(job: ImportJob): z.output<typeof importJob> {
  return {
    id: job.id,
    status: job.status,
    dry_run: job.isDryRun,
    on_conflict: job.onConflict,
    format: job.format,
    source: job.source,
    ignored_columns: [...job.ignoredColumns],
    counts: { rows: job.rows, done: job.position, ...job.counts },
    failure: job.failure && sayImportFailure(job.failure),
    can_start: job.status === 'done' && job.isDryRun && job.hasFile,
    created_at: new Date(job.createdAtMs).toISOString(),
    updated_at: new Date(job.updatedAtMs).toISOString(),
  };
}

function toRowResource(result: ReportedRow): z.output<typeof importRow> {
  // Sentences are longer than the facts that are stored, and a page has a hundred rows.
  const said = boundResult({
    ...result,
    error: result.error && toRowError(result.error),
    warnings: result.warnings.map(toReportedWarning),
  });
  const { row, line, state, id, externalId, target, title, tags, shortUrl, error, warnings } = said;
  return {
    ...{ row, line, state, id, external_id: externalId, target, title },
    tags: tags?.split(TAG_SEPARATOR) ?? [],
    short_url: shortUrl,
    error,
    warnings,
  };
}

function toRowError({ code, problems, isCut }: NonNullable<ReportedRow['error']>) {
  // The stored code is that of an error of the contract.
  return { ...toItemError(toRefusal(problems), isCut), code: code as ErrorCode };
}
