import { toHex } from '#core/bytes/hex.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import { parseImageKey, toImageKey } from '#core/codes/image-url.ts';
import type { ImageFormat } from '#core/codes/qr-code.ts';
import { orUnavailable } from '../unavailable.ts';

/**
 * The two images of a code in R2, `qr/<code_id>.png` and `qr/<code_id>.svg`, public behind `CDN_URL`. An image never changes once written.
 * Caches keep it for an hour, so that a deletion shows soon.
 */
const PREFIX = 'qr/';
/** How long the edge keeps a copy; browsers do too, unless the zone overrides it. */
export const IMAGE_CACHED_MS = 3_600_000;
export const PUBLIC_CACHE_CONTROL = `public, max-age=${IMAGE_CACHED_MS / 1_000}`;
const CONTENT_TYPE: Record<ImageFormat, string> = { png: 'image/png', svg: 'image/svg+xml; charset=utf-8' };

/** R2 deletes at most this many in a call. */
const MAX_KEYS_OF_DELETE = 1_000;

export interface StoredImage {
  readonly codeId: CodeId;
  readonly uploadedAtMs: number;
}

export interface FoundImage {
  readonly contentType: string;
  /** Including its quotes (RFC 9110 §8.8.3). */
  readonly entityTag: string;
  /** Null if the caller already has it. */
  readonly body: ReadableStream | Uint8Array<ArrayBuffer> | null;
}

/**
 * Stores both images. False if either exists already: the id is taken, and a printed code's images must never be overwritten. The one that
 * this call may have written is then an orphan, which the sweep removes.
 */
export async function putImages(
  bucket: R2Bucket,
  codeId: CodeId,
  images: { readonly png: Uint8Array; readonly svg: string },
): Promise<boolean> {
  const put = (format: ImageFormat, body: Uint8Array | string) =>
    bucket.put(toImageKey(codeId, format), body, {
      httpMetadata: { contentType: CONTENT_TYPE[format], cacheControl: PUBLIC_CACHE_CONTROL },
      onlyIf: { etagDoesNotMatch: '*' },
    });
  const stored = await orUnavailable('R2', Promise.all([put('png', images.png), put('svg', images.svg)]));
  return stored.every((object) => object !== null);
}

/**
 * The image that is stored under a key; null if there is none.
 *
 * @param ifNoneMatch the header of the request: the bucket compares it if it is a single tag, as browsers send it (RFC 9110 §13.1.2)
 */
export async function findImage(
  bucket: R2Bucket,
  key: string,
  ifNoneMatch: string,
): Promise<FoundImage | null> {
  const [, known] = /^(?:W\/)?"([!#-)+-~]+)"$/.exec(ifNoneMatch) ?? [];
  const options = known === undefined ? {} : { onlyIf: { etagDoesNotMatch: known } };
  const object = await orUnavailable('R2', bucket.get(key, options));
  if (!object) return null;
  const body = 'body' in object ? object.body : null;
  return { contentType: contentTypeOf(key), entityTag: object.httpEtag, body };
}

/** An image as the bucket would give it back: R2 tags an object with the MD5 of its bytes, so a tag stays true once the image is stored. */
export async function asStored(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<FoundImage> {
  const md5 = toHex(new Uint8Array(await crypto.subtle.digest('MD5', bytes)));
  return { contentType: contentTypeOf(key), entityTag: `"${md5}"`, body: bytes };
}

function contentTypeOf(key: string): string {
  return CONTENT_TYPE[key.endsWith('.svg') ? 'svg' : 'png'];
}

/** Deletes the images of these codes; missing images are no error. */
export async function deleteImages(bucket: R2Bucket, codeIds: readonly CodeId[]): Promise<void> {
  const keys = codeIds.flatMap((codeId) => [toImageKey(codeId, 'png'), toImageKey(codeId, 'svg')]);
  for (let i = 0; i < keys.length; i += MAX_KEYS_OF_DELETE)
    await orUnavailable('R2', bucket.delete(keys.slice(i, i + MAX_KEYS_OF_DELETE)));
}

/** The images of codes whose id starts with `idPrefix`, page by page; ignores objects that are not named like an image. */
export async function* listImages(bucket: R2Bucket, idPrefix: string): AsyncGenerator<StoredImage[]> {
  let cursor: string | undefined;
  do {
    const page: R2Objects = await bucket.list({ prefix: PREFIX + idPrefix, ...(cursor ? { cursor } : {}) });
    yield page.objects.flatMap((object) => {
      const codeId = parseKey(object.key);
      return codeId ? [{ codeId, uploadedAtMs: object.uploaded.getTime() }] : [];
    });
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}

/** The codes of which both images exist, after `after`, up to `last`. */
export async function listCodesWithImages(
  bucket: R2Bucket,
  after: string,
  last: CodeId,
): Promise<ReadonlySet<CodeId>> {
  const found = new Map<CodeId, number>();
  // After all images of that code.
  let startAfter = `${PREFIX}${after}~`;
  for (;;) {
    const { objects, truncated } = await orUnavailable('R2', bucket.list({ prefix: PREFIX, startAfter }));
    for (const { key } of objects) {
      const codeId = parseKey(key);
      if (codeId) found.set(codeId, (found.get(codeId) ?? 0) + 1);
    }
    startAfter = objects.at(-1)?.key ?? startAfter;
    if (!truncated || startAfter > `${PREFIX}${last}~`) break;
  }
  return new Set([...found].filter(([, images]) => images === 2).map(([codeId]) => codeId));
}

/** The code whose image an object is, by its key; null for other keys. */
function parseKey(key: string): CodeId | null {
  return parseImageKey(key)?.codeId ?? null;
}
