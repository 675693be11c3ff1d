import type { ChosenColumns } from '#core/imports/columns.ts';
import { type FileProblem, MAX_STORED_BYTES } from '#core/imports/file-problem.ts';
import type { ImportJob, ImportOptions } from '#core/imports/import-job.ts';
import { ImportFileReader } from '#core/imports/read-file.ts';
import type { Origins } from '#core/imports/printed-path.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { findPrintableHosts } from '#storage/domains/domains.ts';
import { type ImportRow, RowNamer } from '#core/imports/row.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Actor } from '#core/accounts/account.ts';
import { isBound } from '#storage/bucket.ts';
import { createFileKey, putPart } from '#storage/imports/files.ts';
import {
  insertImport,
  isOneUnderWay,
  listOldImports,
  queueImport,
  restartForReal,
} from '#storage/imports/imports.ts';
import { recordActivity } from '../accounts/activity.ts';
import type { Dependencies } from '../dependencies.ts';
import { advanceAfterResponse } from './advance.ts';
import { discardImport } from './expire.ts';
import { findOpenImport } from './read.ts';

export interface StartRequest {
  readonly options: ImportOptions;
  /** The file, chunk by chunk. */
  readonly file: AsyncIterable<Uint8Array>;
  readonly chosenColumns: ChosenColumns;
  /** Hosts that their owner will point to this service, each with the host of ours or of the account that its links get. */
  readonly mappedHosts: ReadonlyMap<string, string>;
}

export type StartProblem =
  | { readonly reason: 'no_bucket' }
  | { readonly reason: 'import_in_progress'; readonly id: string }
  /** A host is mapped to one that the account does not have. `known` are the hosts that it may lead to. */
  | { readonly reason: 'unknown_host'; readonly host: string; readonly known: readonly string[] }
  | {
      readonly reason: 'invalid_file';
      readonly problem: FileProblem;
      /** The columns of a CSV file, as far as they were read. */
      readonly columns: readonly string[];
    };

/** Each account keeps this many of its latest imports, with their reports, and for a day with their files: no quota counts those. */
const KEPT_IMPORTS = 20;

/** Only one part of a file is in memory at a time. */
const ROWS_PER_PART = 500;
const CHARACTERS_PER_PART = 256 * 1024;

/**
 * Reads a file and starts its import after the response. A file that cannot be read is refused as a whole, with the line at fault, and
 * nothing of it is kept. An account has at most one import in progress, so that none overtakes another.
 */
export async function startImport(
  deps: Dependencies,
  actor: Actor,
  request: StartRequest,
): Promise<Result<ImportJob, StartProblem>> {
  if (!isBound(deps.images)) return err({ reason: 'no_bucket' });
  const { id: editorId, account } = actor;
  const accountId = account.id;
  const [origins, open, oldImports] = await Promise.all([
    readHosts(deps, accountId, request.mappedHosts),
    findOpenImport(deps, accountId),
    listOldImports(deps.db, { accountId, kept: KEPT_IMPORTS - 1 }),
  ]);
  if (!origins.ok) return origins;
  if (open && !isAbandoned(open, deps.nowMs())) return err({ reason: 'import_in_progress', id: open.id });
  for (const id of open ? [open.id, ...oldImports] : oldImports) await discardImport(deps, id);
  const { format, isDryRun, onConflict } = request.options;
  const id = createRandomId('imp', deps.randomBytes(RANDOM_ID_BYTES));
  const fileKey = createFileKey((count) => deps.randomBytes(count));
  const nowMs = deps.nowMs();
  let job: ImportJob | null;
  try {
    await insertImport(deps.db, {
      ...{ id, accountId, editorId, status: 'reading', format, isDryRun, onConflict, fileKey },
      ...{ source: '', ignoredColumns: [], parts: [], rows: 0, createdAtMs: nowMs, updatedAtMs: nowMs },
    });
    const stored = await storeFile(deps, { importId: id, fileKey }, request, origins.value);
    if (!stored.ok) {
      await discardImport(deps, id);
      return stored;
    }
    job = await queueImport(deps.db, id, stored.value, deps.nowMs());
  } catch (error) {
    if (isOneUnderWay(error)) return refuseSecond(deps, accountId);
    await discardImport(deps, id).catch((failure: unknown) =>
      deps.reportFailure('import_not_discarded', failure),
    );
    throw error;
  }
  if (!job) throw new Error(`import ${id} is gone`);
  // A dry run changes nothing that the audit log would record.
  if (!isDryRun) await recordActivity(deps, actor, { action: 'codes.imported', note: job.source });
  advanceAfterResponse(deps, id);
  return ok(job);
}

type Restarted = Result<
  ImportJob,
  { readonly reason: 'not_ready' | 'import_in_progress'; readonly id: string }
>;

/** Restarts a finished dry run for real, if its file still exists. */
export async function startForReal(
  deps: Dependencies,
  actor: Actor,
  id: string,
  options: Partial<Pick<ImportJob, 'onConflict'>> = {},
): Promise<Restarted> {
  const { id: editorId, account } = actor;
  const accountId = account.id;
  let job: ImportJob | null;
  try {
    job = await restartForReal(deps.db, { accountId, editorId, id }, options, deps.nowMs());
  } catch (error) {
    if (isOneUnderWay(error)) return refuseSecond(deps, accountId);
    throw error;
  }
  if (!job) {
    const open = await findOpenImport(deps, accountId);
    return err(open ? { reason: 'import_in_progress', id: open.id } : { reason: 'not_ready', id });
  }
  advanceAfterResponse(deps, id);
  await recordActivity(deps, actor, { action: 'codes.imported', note: job.source });
  return ok(job);
}

/** Where the short links of a file's hosts will be. The account's own domains are theirs already. */
async function readHosts(
  { db, shortUrlBase, gs1Host }: Dependencies,
  accountId: string,
  mapped: StartRequest['mappedHosts'],
): Promise<Result<Omit<Origins, 'source'>, StartProblem>> {
  const own = await findPrintableHosts(db, accountId);
  const { host: operators } = new URL(shortUrlBase);
  const known = new Map<string, LinkHost | null>([
    [operators, null],
    ...[...own.all, ...(gs1Host ? [gs1Host] : [])].map((host) => [host, host] as const),
  ]);
  const hosts = new Map(known);
  for (const [from, to] of mapped) {
    const host = known.get(to);
    if (host === undefined) return err({ reason: 'unknown_host', host: to, known: [...known.keys()] });
    if (!known.has(from)) hosts.set(from, host);
  }
  return ok({ hosts, defaultHost: own.byDefault });
}

async function refuseSecond(deps: Dependencies, accountId: string) {
  const open = await findOpenImport(deps, accountId);
  return err({ reason: 'import_in_progress', id: open?.id ?? '' } as const);
}

/** A request reads its whole file. A file that is still unread after this long belongs to a Worker that died. */
const READING_MS = 5 * 60_000;

function isAbandoned({ status, updatedAtMs }: ImportJob, nowMs: number): boolean {
  return status === 'reading' && nowMs - updatedAtMs > READING_MS;
}

type StoredFile = Parameters<typeof queueImport>[2];

/** Reads the file and stores its rows in parts, one of which is in memory. */
async function storeFile(
  deps: Dependencies,
  at: { readonly importId: string; readonly fileKey: string },
  { options, file, chosenColumns }: StartRequest,
  hosts: Omit<Origins, 'source'>,
): Promise<Result<StoredFile, StartProblem>> {
  const { format, encoding = null } = options;
  const reader = new ImportFileReader({
    format,
    encoding,
    maxBytes: deps.budget.imports.bytes,
    chosen: chosenColumns,
  });
  const parts: number[] = [];
  let stored = 0;
  let namer: RowNamer | null = null;
  let part: ImportRow[] = [];
  let characters = 0;
  const flush = async () => {
    if (part.length === 0) return;
    stored += await putPart(deps.images, at, parts.length, part);
    parts.push(part.length);
    part = [];
    characters = 0;
  };
  for await (const bytes of toPieces(file)) {
    const raw = reader.read(bytes);
    if (!raw.ok) return err({ reason: 'invalid_file', problem: raw.error, columns: reader.names });
    for (const row of raw.value) {
      namer ??= new RowNamer({ source: options.source ?? reader.source ?? 'spreadsheet', ...hosts });
      const named = await namer.name(row);
      part.push(named);
      characters += JSON.stringify(named).length;
      if (part.length >= ROWS_PER_PART || characters >= CHARACTERS_PER_PART) await flush();
      if (stored > MAX_STORED_BYTES) {
        const problem = {
          row: row.row,
          code: 'rows_too_large',
          values: { most: MAX_STORED_BYTES },
        } as const;
        return err({ reason: 'invalid_file', problem, columns: reader.names });
      }
    }
  }
  await flush();
  const rows = parts.reduce((sum, count) => sum + count, 0);
  const source = options.source ?? reader.source ?? 'spreadsheet';
  return ok({ source, ignoredColumns: [...reader.ignored], parts, rows });
}

async function* toPieces(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | null> {
  yield* file;
  yield null;
}
