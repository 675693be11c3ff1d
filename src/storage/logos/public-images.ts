import type { ImageId } from '#core/logos/image-id.ts';
import { parsePublicKey, toPublicKey } from '#core/logos/public-image.ts';
import { PUBLIC_CACHE_CONTROL } from '../images/images.ts';
import { orUnavailable } from '../unavailable.ts';

/** The public copies of images that link previews and brands show, `preview/<image id>.png`, in the bucket of the symbols. */

/** Stores a copy, or the same one again: then it counts as new. */
export async function putPublicImage(bucket: R2Bucket, id: ImageId, png: Uint8Array): Promise<void> {
  const httpMetadata = { contentType: 'image/png', cacheControl: PUBLIC_CACHE_CONTROL };
  await orUnavailable('R2', bucket.put(toPublicKey(id), png, { httpMetadata }));
}

/** At most 1,000; missing copies are no error. */
export async function deletePublicImages(bucket: R2Bucket, ids: readonly ImageId[]): Promise<void> {
  if (ids.length > 0) await orUnavailable('R2', bucket.delete(ids.map(toPublicKey)));
}

/** The first 1,000 copies of images whose ids begin with a prefix, and when each was stored. */
export async function listPublicImages(
  bucket: R2Bucket,
  idPrefix: string,
): Promise<{ readonly id: ImageId; readonly storedAtMs: number }[]> {
  const { objects } = await orUnavailable('R2', bucket.list({ prefix: `preview/${idPrefix}` }));
  return objects.flatMap(({ key, uploaded }) => {
    const id = parsePublicKey(key);
    return id === null ? [] : [{ id, storedAtMs: uploaded.getTime() }];
  });
}
