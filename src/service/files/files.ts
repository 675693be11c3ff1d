import type { FileId } from '#core/files/file-id.ts';
import { type FilePosition, isSmallPicture, type StoredFile } from '#core/files/stored-file.ts';
import { type Page, takePage } from '#core/lists/take-page.ts';
import { err, ok, type Result } from '#core/result.ts';
import { countFileUses, findFile, leaveFile, listFiles } from '#storage/files/files.ts';
import { openObject } from '#storage/files/objects.ts';
import type { Dependencies } from '../dependencies.ts';
import { runAfterResponse } from '../run-after-response.ts';
import { discardFiles } from './sweep.ts';

/** One page of an account's files, newest first, and the start of the next page; null on the last one. */
export async function readFiles(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  { limit, after }: { readonly limit: number; readonly after: FilePosition | null },
): Promise<Page<StoredFile, FilePosition>> {
  const found = await listFiles(db, accountId, { limit: limit + 1, after });
  return takePage(found, limit, ({ createdAtMs, id }) => ({ timeMs: createdAtMs, id }));
}

/** A file of the account that is a small picture, with its bytes; null for any other. */
export async function readSmallPicture(
  { db, files }: Pick<Dependencies, 'db' | 'files'>,
  accountId: string,
  id: FileId,
) {
  const file = await findFile(db, accountId, id);
  const bytes = file && isSmallPicture(file) ? await openObject(files, id) : null;
  return bytes && file && { bytes, type: file.contentType };
}

export type DeleteFileProblem =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'in_use'; readonly codes: number };

/** Deletes a file that no code opens. Deleted codes do not count. Its bytes go after the response; what stays then, the sweep deletes. */
export async function deleteFile(
  deps: Pick<Dependencies, 'db' | 'files' | 'afterResponse' | 'reportFailure'>,
  accountId: string,
  id: FileId,
): Promise<Result<void, DeleteFileProblem>> {
  if (await leaveFile(deps.db, accountId, id)) {
    runAfterResponse(deps, 'file_delete_failed', discardFiles(deps, [id]));
    return ok(undefined);
  }
  if (!(await findFile(deps.db, accountId, id))) return err({ reason: 'not_found' });
  return err({ reason: 'in_use', codes: await countFileUses(deps.db, accountId, id) });
}
