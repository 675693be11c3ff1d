import type { LibraryUser } from '../library/users.ts';
import { formatTimeCursor, parseTimeCursor, type TimePosition } from '../lists/time-cursor.ts';
import { DAY_MS } from '../utc-day.ts';
import { type FileId, parseFileId } from './file-id.ts';
import type { FileType } from './file-type.ts';

/** The largest file, and the most files of an account. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_FILES = 1_000;

/** How long a file stays after the last code that opened it opens another one: so long can the change be undone. */
export const REPLACED_KEPT_DAYS = 30;

/** A file of an account, without its bytes. */
export interface StoredFile {
  readonly id: FileId;
  readonly name: string;
  readonly contentType: FileType;
  readonly bytes: number;
  /** Some of the codes that open it: none if none does, and one more than are named if there are others. */
  readonly users: readonly LibraryUser[];
  /** When a code that opened it last opened another one or was deleted; null if none ever opened it. */
  readonly releasedAtMs: number | null;
  readonly createdAtMs: number;
}

/** A list shows up to fifty files, each whole; larger ones get an icon. */
const MOST_SHOWN_BYTES = 1024 * 1024;

/** Whether a page can show the file itself in a list. */
export function isSmallPicture({ contentType, bytes }: Pick<StoredFile, 'contentType' | 'bytes'>): boolean {
  return contentType !== 'application/pdf' && bytes <= MOST_SHOWN_BYTES;
}

/** When the sweep deletes a file unless a code opens it by then; null for a file that is in use, or that no code ever opened. */
export function goesAtMs({ users, releasedAtMs }: Pick<StoredFile, 'users' | 'releasedAtMs'>): number | null {
  return users.length > 0 || releasedAtMs === null ? null : releasedAtMs + REPLACED_KEPT_DAYS * DAY_MS;
}

export type FilePosition = TimePosition<FileId>;

/** A cursor of the list of files, opaque to callers. */
export const formatFileCursor: (position: FilePosition) => string = formatTimeCursor;

/** Reads a cursor; null if `formatFileCursor` did not make the text. */
export function parseFileCursor(text: string): FilePosition | null {
  const position = parseTimeCursor(text, /^file_/);
  const id = position && parseFileId(position.id);
  return id === null ? null : { timeMs: position?.timeMs ?? 0, id };
}

/** The address of a file: its name comes last, because browsers show it. */
export function toFileUrl(shortUrlBase: string, { id, name }: Pick<StoredFile, 'id' | 'name'>): string {
  return `${shortUrlBase}/file/${id.slice('file_'.length)}/${encodeURIComponent(name)}`;
}

/** The name at the end of such an address. */
export function readNameOfUrl(url: string): string {
  const last = url.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The id in the path of such an address, whatever name follows it; null for any other path. */
export function readFilePath(path: string): FileId | null {
  const [, id = ''] = /^file\/([0-9a-f]{16})(?:\/[^/]*)?$/.exec(path) ?? [];
  return parseFileId(`file_${id}`);
}
