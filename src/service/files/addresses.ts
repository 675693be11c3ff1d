import type { NewCode } from '#core/codes/code-request.ts';
import { type FileId, parseFileId } from '#core/files/file-id.ts';
import { toFileUrl } from '#core/files/stored-file.ts';
import { findFiles } from '#storage/files/files.ts';
import type { Dependencies } from '../dependencies.ts';

/** The addresses of an account's files by their ids. */
export type FileAddresses = ReadonlyMap<string, string>;

interface Opening {
  readonly type: NewCode['type'];
  readonly target?: string | undefined;
}

/** The file that a code opens; null if it opens none. */
export function fileOf({ type, target = '' }: Opening): FileId | null {
  return type === 'file' ? parseFileId(target) : null;
}

/** The distinct files that codes open. */
export function listFileIds(codes: readonly Opening[]): FileId[] {
  return [...new Set(codes.flatMap((code) => fileOf(code) ?? []))];
}

/** The addresses of the files that codes open, without those that the account does not have. Queries nothing if no code opens one. */
export async function findFileAddresses(
  { db, shortUrlBase }: Pick<Dependencies, 'db' | 'shortUrlBase'>,
  accountId: string,
  codes: readonly Opening[],
): Promise<FileAddresses> {
  const found = await findFiles(db, accountId, listFileIds(codes));
  return new Map(found.map((file) => [file.id, toFileUrl(shortUrlBase, file)]));
}
