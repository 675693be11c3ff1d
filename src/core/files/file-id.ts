/** The id of a file of an account: `file_` and 64 random bits in hex. */
export type FileId = string & { readonly __brand: 'FileId' };

const PATTERN = /^file_[0-9a-f]{16}$/;

/** Null if the text is not a file id. */
export function parseFileId(text: string): FileId | null {
  return PATTERN.test(text) ? (text as FileId) : null;
}
