import { sayFileProblem, toReportedWarning } from '#contract/problems/import-phrases.ts';
import { importQuery, rowsQuery } from '#contract/imports.ts';
import { importJob, type importRow, importRows, toImportResource } from '#contract/imports-responses.ts';
import { boundResult } from '#core/imports/bound-result.ts';
import { type ImportJob, TAG_SEPARATOR } from '#core/imports/import-job.ts';
import type { FileProblem } from '#core/imports/file-problem.ts';
import type { ImportFormat } from '#core/imports/read-file.ts';
import { toRefusal } from '#contract/codes/refusals.ts';
import { cancelImport as cancel, readImport, readImports, readRowResults } from '#service/imports/read.ts';
import type { ReportedRow } from '#service/imports/report.ts';
import { startForReal, startImport as start, type StartProblem } from '#service/imports/start.ts';
import { undoImport as startUndo } from '#service/imports/undo.ts';
import { ApiError, invalidFields, toItemError } from '#contract/problems/api-error.ts';
import { sayNoBucket } from '#contract/files.ts';
import type { ErrorCode } from '#contract/problems/error-codes.ts';
import { IMPORT, IMPORT_ROW } from '../examples.ts';
import { operation } from '../operation.ts';
import { toPage } from '../lists/page.ts';
import { Resource } from '../lists/resource.ts';
import type { z } from 'zod';

/** `/v1/imports` */

const imports = new Resource({
  name: 'import',
  schema: importJob,
  example: IMPORT,
  show: (job: ImportJob, { deps }) => toImportResource(job, deps.nowMs()),
  find: ({ deps, actor }, id) => readImport(deps, actor.account.id, id),
});

export const startImport = operation({
  method: 'post',
  path: imports.path,
  summary: 'Import codes from a file',
  description:
    'The body is the file, at most 10 MiB and 10,000 rows: CSV (UTF-8, or what `encoding` says; comma, semicolon or tab) or NDJSON. Files of Bitly, Dub, Shlink, YOURLS and our own export are recognised by their columns. Each row becomes the body of `PUT /v1/qr/ext:{external_id}`, and is checked in the same way. Codes are dynamic unless the file says otherwise. A row without `external_id` gets one, made from its id or short link in the old service, or from its target. A row with the `id` of one of your codes, as in an edited export, is that code: the report has its `changes`. So importing the same file again changes nothing. The service processes the rows after the response, one import per account at a time. Rows count against the quotas of the plan, not against its requests.',
  query: importQuery,
  textBody: {
    'text/csv':
      'long url,short url,title,tags\r\nhttps://example.com/,https://links.example/spring,Spring,print|sale\r\n',
    'application/x-ndjson': '{"target":"https://example.com/","external_id":"sku-1","title":"Spring"}\n',
  },
  typeAliases: ['application/ndjson'],
  response: importJob,
  example: {
    ...IMPORT,
    status: 'queued',
    counts: { ...IMPORT.counts, done: 0, created: 0, failed: 0 },
    can_start: false,
  },
  errors: ['import_in_progress'],
  async handle({ deps, actor, query, file }) {
    const started = await start(deps, actor, {
      options: {
        format: FORMATS[file.type as keyof typeof FORMATS],
        isDryRun: query.dry_run,
        onConflict: query.on_conflict,
        source: query.source ?? null,
        encoding: query.encoding ?? null,
      },
      file: file.pieces(),
      chosenColumns: query.columns ?? new Map(),
      mappedHosts: query.domain_map ?? new Map(),
    });
    if (!started.ok) throw toStartError(started.error);
    return toImportResource(started.value, deps.nowMs());
  },
});

export const listImports = imports.list(
  'Newest first. The latest 20 are kept, each for 30 days after it is done.',
  ({ deps, actor }) => readImports(deps, actor.account.id),
);

export const getImport = imports.read(
  'Each of these requests lets an unfinished import continue; otherwise it continues every ten minutes. Ask every few seconds until it is `done`.',
  'Read the progress of an import',
);

export const listImportRows = operation({
  method: 'get',
  path: `${imports.onePath}/rows`,
  summary: 'List the results of an import row by row',
  description: 'The finished rows, in the order of the file. For a dry run: what would happen to them.',
  find: imports.findOwn,
  query: rowsQuery,
  response: importRows,
  example: { data: [IMPORT_ROW], has_more: false, next_cursor: null },
  async handle({ deps, found: job, query: { state = null, limit, cursor: after = 0 } }) {
    const { results, next } = await readRowResults(deps, job.id, { after, limit, state });
    return toPage(results.map(toRowResource), next === null ? null : String(next));
  },
});

export const runImport = operation({
  method: 'post',
  path: `${imports.onePath}/start`,
  summary: 'Start an import after its dry run',
  description:
    'Runs the same file with the same options; you need not send it again. The report starts over.',
  find: imports.findOwn,
  response: importJob,
  example: { ...IMPORT, status: 'queued', dry_run: false, can_start: false },
  errors: ['import_in_progress', 'import_not_ready'],
  async handle({ deps, actor, found: { id } }) {
    const started = await startForReal(deps, actor, id);
    if (started.ok) return toImportResource(started.value, deps.nowMs());
    throw started.error.reason === 'not_ready' ? notReady() : inProgress(started.error.id);
  },
});

export const undoImport = operation({
  method: 'post',
  path: `${imports.onePath}/undo`,
  summary: 'Undo an import',
  description:
    'Within a day, once. Deletes the codes that it created, unless they were scanned or changed since or have a `short_code` of their own, and gives those that it changed their earlier values back, unless they were changed since. It is an import of its own with the same rows: its report says of each whether the code is `deleted`, `updated`, or why it stays (`failed`).',
  find: imports.findOwn,
  response: importJob,
  example: {
    ...IMPORT,
    id: 'imp_8b1d0f5c2a7e9634',
    status: 'queued',
    dry_run: false,
    on_conflict: 'update',
    ignored_columns: [],
    counts: { ...IMPORT.counts, done: 0, created: 0, failed: 0 },
    can_start: false,
    undoes: IMPORT.id,
  },
  errors: ['import_in_progress', 'import_not_ready'],
  async handle({ deps, actor, found: job }) {
    const undo = await startUndo(deps, actor, job);
    if (undo.ok) return toImportResource(undo.value, deps.nowMs());
    throw undo.error.reason === 'not_ready' ? notUndoable() : inProgress(undo.error.id);
  },
});

export const cancelImport = operation({
  method: 'delete',
  path: imports.onePath,
  summary: 'Cancel an import',
  description: 'Codes that it has created remain. Cancelling a finished import changes nothing.',
  response: importJob,
  example: { ...IMPORT, status: 'cancelled', can_start: false },
  async handle(call) {
    const job = await cancel(call.deps, call.actor.account.id, imports.idIn(call));
    return toImportResource(imports.require(job), call.deps.nowMs());
  },
});

const FORMATS = {
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
} as const satisfies Readonly<Record<string, ImportFormat>>;

function toStartError(problem: StartProblem): ApiError {
  if (problem.reason === 'import_in_progress') return inProgress(problem.id);
  if (problem.reason === 'no_bucket')
    return invalidFields([{ field: 'body', code: 'not_available', message: sayNoBucket() }]);
  if (problem.reason === 'unknown_host') {
    const known = problem.known.map((host) => `"${host}"`).join(', ');
    const message = `"domain_map" must lead each host to one that serves your short links, not to "${problem.host}": ${known}.`;
    return invalidFields([{ field: 'domain_map', code: 'invalid_value', message }]);
  }
  const { code } = problem.problem;
  const message = sayFileProblem(problem.problem);
  if (code === 'file_too_large') return new ApiError('payload_too_large', message);
  return invalidFields([{ field: 'body', code, message, ...toQuestion(problem.problem) }]);
}

/** What a file that is not UTF-8 may be: the sender sends it again with this encoding, if the cells are right. */
function toQuestion(problem: FileProblem) {
  if (problem.code !== 'not_utf8' || problem.values.guess === null) return {};
  const { guess, sample } = problem.values;
  return { guess, sample: [...sample] };
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
    'Only a finished dry run can be started, within a day. Send the file again with "dry_run=false".',
  );
}

function notUndoable(): ApiError {
  return new ApiError(
    'import_not_ready',
    'Only an import that is over and changed codes can be undone: once, within a day, as long as it is among your 20 latest imports.',
  );
}

function toRowResource(result: ReportedRow): z.output<typeof importRow> {
  // Sentences are longer than the facts that are stored, and a page has a hundred rows.
  const said = boundResult({
    ...result,
    error: result.error && toRowError(result.error),
    warnings: result.warnings.map(toReportedWarning),
  });
  const { row, line, state, id, externalId, target, title, tags, shortUrl, changes, error, warnings } = said;
  return {
    ...{ row, line, state, id, external_id: externalId, target, title },
    tags: tags?.split(TAG_SEPARATOR) ?? [],
    short_url: shortUrl,
    changes: [...changes],
    ...(said.changesLeftOut > 0 ? { changes_left_out: said.changesLeftOut } : {}),
    error,
    warnings,
  };
}

function toRowError({ code, problems, isCut }: NonNullable<ReportedRow['error']>) {
  // The stored code is that of an error of the contract.
  return { ...toItemError(toRefusal(problems), isCut), code: code as ErrorCode };
}
