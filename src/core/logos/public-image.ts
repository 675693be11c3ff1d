import type { ImageId } from './image-id.ts';

/** The key of the public copy of an account's image in the bucket of symbols. Nobody can guess its 64 random bits. */
export function toPublicKey(id: ImageId): string {
  return `preview/${id}.png`;
}

/** The address of that copy. */
export function toPublicUrl(cdnUrl: string, id: ImageId): string {
  return `${cdnUrl}/${toPublicKey(id)}`;
}
