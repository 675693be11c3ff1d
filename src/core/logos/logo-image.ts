import type { LibraryUser } from '../library/users.ts';
import { formatTimeCursor, parseTimeCursor, type TimePosition } from '../lists/time-cursor.ts';
import { type ImageId, parseImageId } from './image-id.ts';

/** The maximum size of an uploaded file, and the maximum number of images in an account. */
export const MAX_UPLOAD_BYTES = 512 * 1024;
export const MAX_UPLOAD_SIDE = 2048;
export const MAX_IMAGES = 100;

/** An image of an account, for the middle of its symbols: everything except its pixels. */
export interface LogoImage {
  readonly id: ImageId;
  /** The hash of the uploaded file, in hex. */
  readonly sha256: string;
  /** The size of that file when upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The size of the stored PNG. */
  readonly bytes: number;
  /** Of the uploaded file, with its ending. */
  readonly name: string;
  /** Some of what uses it: nothing if nothing does, and one more than are named if there is more. */
  readonly users: readonly LibraryUser[];
  readonly createdAtMs: number;
}

export type ImagePosition = TimePosition<ImageId>;

/** A cursor of the list of images, opaque to callers. */
export const formatImageCursor: (position: ImagePosition) => string = formatTimeCursor;

/** Reads a cursor; null if `formatImageCursor` did not make the text. */
export function parseImageCursor(text: string): ImagePosition | null {
  const position = parseTimeCursor(text, /^img_/);
  const id = position && parseImageId(position.id);
  return id === null ? null : { timeMs: position?.timeMs ?? 0, id };
}
