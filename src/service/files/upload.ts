import type { Actor } from '#core/accounts/account.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { joinBytes } from '#core/bytes/join-bytes.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import type { FileId } from '#core/files/file-id.ts';
import { toFileName, toInlineDisposition } from '#core/files/file-name.ts';
import {
  FILE_EXTENSIONS,
  type FileType,
  HEAD_BYTES,
  isWhole,
  recognizeFileType,
  TAIL_BYTES,
} from '#core/files/file-type.ts';
import { MAX_FILES, type StoredFile } from '#core/files/stored-file.ts';
import { err, ok, type Result } from '#core/result.ts';
import { isBound } from '#storage/bucket.ts';
import { isQuotaRefusal } from '#storage/accounts/quota-guard.ts';
import { readUsage } from '#storage/accounts/usage.ts';
import { countFiles, leaveUpload, reserveFile, settleFile } from '#storage/files/files.ts';
import { putFile, WrongLength } from '#storage/files/objects.ts';
import type { UsualProblem } from '#contract/usual-problem.ts';
import type { Dependencies } from '../dependencies.ts';
import { discardFiles } from './sweep.ts';

export interface Upload {
  /** As it was sent; empty without one. */
  readonly name: string;
  /** The declared size: R2 takes a stream only of a known length. */
  readonly bytes: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

export type UploadProblem =
  | { readonly reason: 'unknown_type' }
  /** It ends before its end. `type` is null if its length already says so. */
  | { readonly reason: 'not_whole'; readonly type: FileType | null }
  | { readonly reason: 'no_bucket' }
  | Extract<UsualProblem, { readonly reason: 'too_many' | 'quota_exceeded' }>;

/**
 * Stores a file of an account. Its row comes first, so that its bytes count before they are there; then the bytes, as they come; and only
 * when all are stored does anybody see the file. Of an upload that fails nothing stays; of one that stops with the Worker, the sweep removes
 * what is there.
 */
export async function uploadFile(
  deps: Dependencies,
  { account }: Pick<Actor, 'account'>,
  { name: sentName, bytes, pieces }: Upload,
): Promise<Result<StoredFile, UploadProblem>> {
  const { db } = deps;
  if (!isBound(deps.files)) return err({ reason: 'no_bucket' });
  const source = pieces[Symbol.asyncIterator]();
  const head = await readHead(source);
  const contentType = recognizeFileType(head);
  if (contentType === null) {
    await source.return?.();
    return err({ reason: 'unknown_type' });
  }
  const id = createRandomId('file', deps.randomBytes(RANDOM_ID_BYTES)) as FileId;
  const file = {
    id,
    name: toFileName(sentName, FILE_EXTENSIONS[contentType]),
    contentType,
    bytes,
    createdAtMs: deps.nowMs(),
  };
  const limit = PLANS[account.plan].quotas.file_bytes;
  try {
    await reserveFile(db, { ...file, accountId: account.id }, limit);
  } catch (error) {
    if (!isQuotaRefusal(error)) throw error;
    if ((await countFiles(db, account.id)) >= MAX_FILES)
      return err({ reason: 'too_many', things: 'files', limit: MAX_FILES });
    const { file_bytes: used } = await readUsage(db, account.id, deps.nowMs());
    return err({ reason: 'quota_exceeded', quota: 'file_bytes', limit, used });
  }
  try {
    const checked = checkEnd(contentType, head, source);
    const contentDisposition = toInlineDisposition(file.name);
    await putFile(deps.files, file, checked, { contentType, contentDisposition });
    await settleFile(db, id);
    return ok({ ...file, users: [], releasedAtMs: null });
  } catch (error) {
    await discardUpload(deps, id).catch((failure: unknown) =>
      deps.reportFailure('file_not_discarded', failure),
    );
    if (error instanceof WrongLength) return err({ reason: 'not_whole', type: null });
    if (error instanceof NotWhole) return err({ reason: 'not_whole', type: contentType });
    throw error;
  }
}

/** The row first: the answer of the database may be what failed, and then the file is stored. What fails here, the sweep does. */
async function discardUpload(deps: Dependencies, id: FileId): Promise<void> {
  await leaveUpload(deps.db, id);
  await discardFiles(deps, [id]);
}

/** The first pieces of a file, until they tell its type. */
async function readHead(source: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array();
  while (head.length < HEAD_BYTES) {
    const { value, done } = await source.next();
    if (done) break;
    head = joinBytes([head, value]);
  }
  return head;
}

class NotWhole extends Error {}

/** The pieces of a file. Throws instead of ending if the last ones are not how a file of its type ends. */
async function* checkEnd(
  type: FileType,
  head: Uint8Array,
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let tail: Uint8Array = head.slice(-TAIL_BYTES);
  yield head;
  for (let next = await source.next(); !next.done; next = await source.next()) {
    tail = joinBytes([tail, next.value.subarray(-TAIL_BYTES)]).slice(-TAIL_BYTES);
    yield next.value;
  }
  if (!isWhole(type, tail)) throw new NotWhole();
}
