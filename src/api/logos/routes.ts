import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { type ImageId, parseImageId } from '#core/logos/image-id.ts';
import { describeImageUses } from '#core/logos/image-uses.ts';
import { formatImageCursor, type LogoImage, MAX_UPLOAD_BYTES } from '#core/logos/logo-image.ts';
import { deleteImage, type DeleteImageProblem } from '#service/logos/delete.ts';
import { readImage, readImageFile, readImages } from '#service/logos/read.ts';
import { uploadImage, type UploadProblem } from '#service/logos/upload.ts';
import type { AppEnv } from '../app-env.ts';
import { respondWithFile } from '../codes/respond-with-file.ts';
import { readBytes } from '../json-body.ts';
import { imagesQuery, type logoImage, type logoImageDeletion, type logoImageList } from '#contract/logos.ts';
import { noQuery } from '#contract/requests.ts';
import { readQuery, validateQuery } from '../validation.ts';
import { ApiError, invalidFields, quotaExceeded } from '../errors.ts';
import { allowOnly } from '../middleware/allow-only.ts';

/** `/v1/images`: pictures for the middle of symbols. */
export const imageRoutes = new Hono<AppEnv>()
  .post('/', upload)

  .get('/', async (c) => {
    const { limit, cursor } = validateQuery(imagesQuery, readQuery(c.req.url));
    const { images, next } = await readImages(c.get('deps'), c.get('account').id, {
      limit,
      after: cursor ?? null,
    });
    const list: z.output<typeof logoImageList> = {
      data: images.map(toResource),
      has_more: next !== null,
      next_cursor: next && formatImageCursor(next),
    };
    return c.json(list);
  })

  .get('/:image_id', async (c) => {
    const id = readId(c);
    const image = await readImage(c.get('deps'), c.get('account').id, id);
    if (!image) throw noImage();
    return c.json(toResource(image));
  })

  .get('/:image_id/file', async (c) => {
    const id = readId(c);
    const bytes = await readImageFile(c.get('deps'), c.get('account').id, id);
    if (!bytes) throw noImage();
    return respondWithFile(c, { bytes, type: 'image/png', name: `${id}.png` });
  })

  .delete('/:image_id', async (c) => {
    const id = readId(c);
    const deleted = await deleteImage(c.get('deps'), c.get('account').id, id);
    if (!deleted.ok) throw toDeleteError(deleted.error);
    const body: z.output<typeof logoImageDeletion> = { id, deleted: true };
    return c.json(body);
  })

  .all('/', allowOnly('GET, HEAD, POST'))
  .all('/:image_id', allowOnly('GET, HEAD, DELETE'))
  .all('/:image_id/file', allowOnly('GET, HEAD'));

/** What a file is, its bytes say; the header only tells that it is meant as one. */
const MEDIA_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);

async function upload(c: Context<AppEnv>): Promise<Response> {
  validateQuery(noQuery, readQuery(c.req.url));
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!MEDIA_TYPES.has(type) || c.req.raw.headers.has('Content-Encoding')) {
    throw unsupported('Send the file as it is, with the header "Content-Type: image/png" or "image/jpeg".');
  }
  const file = await readBytes(c.req.raw, MAX_UPLOAD_BYTES);
  const uploaded = await uploadImage(c.get('deps'), c.get('account'), file);
  if (!uploaded.ok) throw toUploadError(uploaded.error);
  return c.json(toResource(uploaded.value));
}

function toResource(image: LogoImage): z.output<typeof logoImage> {
  const { id, width, height, sha256, bytes, isUsed, createdAtMs } = image;
  const created_at = new Date(createdAtMs).toISOString();
  return { id, width, height, sha256, bytes, in_use: isUsed, created_at };
}

/** Throws a 404 where the path names no image. */
function readId(c: Context<AppEnv>): ImageId {
  validateQuery(noQuery, readQuery(c.req.url));
  const id = parseImageId(c.req.param('image_id') ?? '');
  if (id === null) throw noImage();
  return id;
}

function toUploadError(problem: UploadProblem): ApiError {
  switch (problem.reason) {
    case 'not_an_image':
      return unsupported(problem.message);
    case 'file_too_large':
      return new ApiError('payload_too_large', `The body is larger than ${problem.limit} bytes.`);
    case 'not_drawn':
      return invalidFields([{ field: 'body', code: 'not_available', message: problem.message }]);
    case 'invalid_image':
      return invalidFields([{ field: 'body', code: problem.code, message: problem.message }]);
    case 'too_many_images':
      return new ApiError(
        'limit_reached',
        `An account keeps at most ${problem.limit} images. Delete one that is not in use ("in_use": false).`,
      );
    case 'quota_exceeded':
      return quotaExceeded(problem);
  }
}

function toDeleteError(problem: DeleteImageProblem): ApiError {
  if (problem.reason === 'not_found') return noImage();
  return new ApiError('image_in_use', describeImageUses(problem.uses));
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media_type', message);
}

function noImage(): ApiError {
  return new ApiError('not_found', 'There is no image with this id in your account.');
}
