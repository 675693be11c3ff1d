/** The id of an image of an account: `img_` and 64 random bits in hex. */
export type ImageId = string & { readonly __brand: 'ImageId' };

const PATTERN = /^img_[0-9a-f]{16}$/;

/** Null if the text is not an image id. */
export function parseImageId(text: string): ImageId | null {
  return PATTERN.test(text) ? (text as ImageId) : null;
}
