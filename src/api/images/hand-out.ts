import type { Context } from 'hono';
import { listsTag } from '#core/http/entity-tag.ts';
import { SVG_POLICY } from '#core/http/svg-policy.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import { findPublicPicture, isPublicKey } from '#service/images/public-picture.ts';
import { type FoundImage, PUBLIC_CACHE_CONTROL } from '#storage/images/images.ts';
import type { AppEnv } from '../app-env.ts';
import { chargeNetwork } from '../middleware/limit-rate.ts';

const IMAGES_PATH = '/images/';

/**
 * `GET|HEAD /images/…`: the public pictures, where no host of a bucket has them (docs/decisions/without-r2.md). What is drawn stays in the
 * cache of its data centre for as long as that of a bucket keeps it; on `workers.dev` there is no such cache.
 */
export async function handOutImage(c: Context<AppEnv>): Promise<Response> {
  const { url, path } = c.req;
  const key = path.slice(IMAGES_PATH.length);
  if (!isPublicKey(key)) throw noPicture();
  const address = new URL(path, url).href;
  const kept = await caches.default.match(address).catch(() => undefined);
  // The headers of a kept one cannot be changed.
  const response = kept ? new Response(kept.body, kept) : await read(c, key, address);
  if (!listsTag(ifNoneMatchOf(c), response.headers.get('ETag') ?? '')) return response;
  await response.body?.cancel();
  return new Response(null, { status: 304, headers: response.headers });
}

async function read(c: Context<AppEnv>, key: string, address: string): Promise<Response> {
  const deps = c.get('deps');
  const image = await findPublicPicture(deps, key, {
    ifNoneMatch: ifNoneMatchOf(c),
    charge: (drawingMs) => chargeNetwork(c, 'pictures', drawingMs),
  });
  if (!image) throw noPicture();
  const response = respond(image);
  const isDrawn = image.body instanceof Uint8Array;
  if (isDrawn) deps.afterResponse(caches.default.put(address, respond(image)).catch(() => undefined));

  return response;
}

function ifNoneMatchOf(c: Context<AppEnv>): string {
  return c.req.header('If-None-Match') ?? '';
}

function respond({ body, contentType, entityTag }: FoundImage): Response {
  const headers = { 'Content-Type': contentType, 'Cache-Control': PUBLIC_CACHE_CONTROL, ETag: entityTag };
  const policy = contentType.startsWith('image/svg') ? { 'Content-Security-Policy': SVG_POLICY } : {};
  return new Response(body, { headers: { ...headers, ...policy } });
}

/** `/images/…` with another method. */
export function refuseToWriteImage(c: Context<AppEnv>): never {
  const message = `Pictures are only read, not with ${c.req.method}: this path allows GET, HEAD.`;
  throw new ApiError('method_not_allowed', message, { headers: { Allow: 'GET, HEAD' } });
}

function noPicture(): ApiError {
  return new ApiError('not_found', 'There is no such picture.');
}
