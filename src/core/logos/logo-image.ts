import { formatTimeCursor, parseTimeCursor, type TimePosition } from '../lists/time-cursor.ts';
import { type ImageId, parseImageId } from './image-id.ts';

/** The largest file that an account may upload, and how many images it keeps. */
export const MAX_UPLOAD_BYTES = 512 * 1024;
export const MAX_UPLOAD_SIDE = 2048;
export const MAX_IMAGES = 100;

/** An image of an account, for the middle of its symbols: what is known of it beside its pixels. */
export interface LogoImage {
  readonly id: ImageId;
  /** Of the file that was uploaded, in hex. */
  readonly sha256: string;
  /** Of that file, upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Of the PNG that is kept. */
  readonly bytes: number;
  /** Whether a code is drawn with it, or a template has it. */
  readonly isUsed: boolean;
  readonly createdAtMs: number;
}

export type ImagePosition = TimePosition<ImageId>;

/** A cursor of the list of images, opaque to callers. */
export const formatImageCursor: (position: ImagePosition) => string = formatTimeCursor;

/** Reads a cursor; null where `formatImageCursor` did not make the text. */
export function parseImageCursor(text: string): ImagePosition | null {
  const position = parseTimeCursor(text, /^img_/);
  const id = position && parseImageId(position.id);
  return id === null ? null : { timeMs: position?.timeMs ?? 0, id };
}
