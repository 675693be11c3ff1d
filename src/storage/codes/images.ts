import { type CodeId, parseCodeId } from '#core/codes/code-id.ts';
import type { ImageFormat } from '#core/codes/qr-code.ts';
import { orUnavailable } from '../unavailable.ts';

/**
 * The two images of a code in R2: `qr/<code_id>.png` and `qr/<code_id>.svg`, public behind `CDN_URL`.
 * An image never changes once written. An hour of caching is short enough for a deletion to be seen.
 */
const PREFIX = 'qr/';
/** How long the edge keeps a copy, and browsers too unless the zone tells them otherwise. */
export const IMAGE_CACHED_MS = 3_600_000;
const CACHE_CONTROL = `public, max-age=${IMAGE_CACHED_MS / 1_000}`;
const CONTENT_TYPE: Record<ImageFormat, string> = { png: 'image/png', svg: 'image/svg+xml; charset=utf-8' };

/** R2 deletes at most 1,000 keys a call: two for each code. */
export const MAX_CODES_PER_IMAGE_DELETE = 500;

export interface StoredImage {
  readonly codeId: CodeId;
  readonly uploadedAtMs: number;
}

interface FoundImage {
  readonly contentType: string;
  /** In its quotes (RFC 9110 §8.8.3). */
  readonly entityTag: string;
  readonly body: ReadableStream | null;
}

export function toImageUrl(cdnUrl: string, codeId: CodeId, format: ImageFormat): string {
  return `${cdnUrl}/${toKey(codeId, format)}`;
}

/**
 * Stores both images. False where either exists already: the id is taken, and a printed code's images must never be overwritten.
 * Then the one that may have been written here is an orphan, which the sweep removes.
 */
export async function putImages(
  bucket: R2Bucket,
  codeId: CodeId,
  images: { readonly png: Uint8Array; readonly svg: string },
): Promise<boolean> {
  const put = (format: ImageFormat, body: Uint8Array | string) =>
    bucket.put(toKey(codeId, format), body, {
      httpMetadata: { contentType: CONTENT_TYPE[format], cacheControl: CACHE_CONTROL },
      onlyIf: { etagDoesNotMatch: '*' },
    });
  const stored = await orUnavailable('R2', Promise.all([put('png', images.png), put('svg', images.svg)]));
  return stored.every((object) => object !== null);
}

/** An image; null where there is none. Without its bytes where they are those of the ETag that the caller knows (without its quotes). */
export async function findImage(
  bucket: R2Bucket,
  codeId: CodeId,
  format: ImageFormat,
  knownEtag: string | null,
): Promise<FoundImage | null> {
  const options = knownEtag === null ? {} : { onlyIf: { etagDoesNotMatch: knownEtag } };
  const object = await orUnavailable('R2', bucket.get(toKey(codeId, format), options));
  if (!object) return null;
  const body = 'body' in object ? object.body : null;
  return { contentType: CONTENT_TYPE[format], entityTag: object.httpEtag, body };
}

/** Deletes the images of at most `MAX_CODES_PER_IMAGE_DELETE` codes; images that are not there are no error. */
export async function deleteImages(bucket: R2Bucket, codeIds: readonly CodeId[]): Promise<void> {
  const keys = codeIds.flatMap((codeId) => [toKey(codeId, 'png'), toKey(codeId, 'svg')]);
  await orUnavailable('R2', bucket.delete(keys));
}

/** The images of codes whose id starts with `idPrefix`, page by page; what is not named like an image is left out. */
export async function* listImages(bucket: R2Bucket, idPrefix: string): AsyncGenerator<StoredImage[]> {
  let cursor: string | undefined;
  do {
    const page: R2Objects = await bucket.list({ prefix: PREFIX + idPrefix, ...(cursor ? { cursor } : {}) });
    yield page.objects.flatMap((object) => {
      const codeId = parseCodeId(object.key.slice(PREFIX.length).replace(/\.(png|svg)$/, ''));
      return codeId ? [{ codeId, uploadedAtMs: object.uploaded.getTime() }] : [];
    });
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}

/** The codes behind `after`, up to `last`, whose two images are both there. */
export async function listCodesWithImages(
  bucket: R2Bucket,
  after: string,
  last: CodeId,
): Promise<ReadonlySet<CodeId>> {
  const found = new Map<CodeId, number>();
  let startAfter = PREFIX + after;
  for (;;) {
    const { objects, truncated } = await orUnavailable('R2', bucket.list({ prefix: PREFIX, startAfter }));
    for (const { key } of objects) {
      const codeId = parseCodeId(key.slice(PREFIX.length).replace(/\.(png|svg)$/, ''));
      if (codeId) found.set(codeId, (found.get(codeId) ?? 0) + 1);
    }
    startAfter = objects.at(-1)?.key ?? startAfter;
    if (!truncated || startAfter > toKey(last, 'svg')) break;
  }
  return new Set([...found].filter(([, images]) => images === 2).map(([codeId]) => codeId));
}

function toKey(codeId: CodeId, format: ImageFormat): string {
  return `${PREFIX}${codeId}.${format}`;
}
