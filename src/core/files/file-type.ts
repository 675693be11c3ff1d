/** The types of files that a code can open. None of them can be a page of the service's own host. */
export const FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** The name of a file of each type ends in one of these; the first one is added. */
export const FILE_EXTENSIONS: Readonly<Record<FileType, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
};

const STARTS: Readonly<Record<FileType, readonly number[]>> = {
  // Readers look for `%PDF-` within the first kilobyte, so a page could stand in front of it; here nothing does but `BLANK`.
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
};

/** What programs put in front of a PDF by mistake: a byte order mark, and lines without text. */
const BLANK = /^(?:\xEF\xBB\xBF)?[\t\n\f\r ]*/;

/** Bytes from the start of a file that tell its type. */
export const HEAD_BYTES = 1024;

/** Bytes from its end that tell whether it is whole: PDF readers look for `%%EOF` in the last kilobyte (ISO 32000-1, H.3). */
export const TAIL_BYTES = 1024;

/** The type of a file by its first bytes; null if it is not one of `FILE_TYPES`. */
export function recognizeFileType(head: Uint8Array): FileType | null {
  const blank = BLANK.exec(String.fromCharCode(...head.subarray(0, HEAD_BYTES)))?.[0].length ?? 0;
  const isAt = (start: readonly number[], at: number) => start.every((byte, i) => head[at + i] === byte);
  return FILE_TYPES.find((type) => isAt(STARTS[type], type === 'application/pdf' ? blank : 0)) ?? null;
}

/** The chunk that ends a PNG. */
const PNG_END = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

/** Whether a file ends as one of its type does. Cameras write things of their own behind the end of a JPEG, so it may end in anything. */
export function isWhole(type: FileType, tail: Uint8Array): boolean {
  switch (type) {
    case 'application/pdf':
      return String.fromCharCode(...tail.subarray(-TAIL_BYTES)).includes('%%EOF');
    case 'image/png':
      return PNG_END.every((byte, i) => tail.at(i - PNG_END.length) === byte);
    case 'image/jpeg':
      return true;
  }
}
