import { type ImageId, parseImageId } from './image-id.ts';

/** The key of the public copy of an account's image in the bucket of symbols. Nobody can guess its 64 random bits. */
export function toPublicKey(id: ImageId): string {
  return `preview/${id}.png`;
}

/** The image whose copy has a key; null for other texts. */
export function parsePublicKey(key: string): ImageId | null {
  return parseImageId(/^preview\/([^/.]+)\.png$/.exec(key)?.[1] ?? '');
}

/** The address of that copy. */
export function toPublicUrl(cdnUrl: string, id: ImageId): string {
  return `${cdnUrl}/${toPublicKey(id)}`;
}
