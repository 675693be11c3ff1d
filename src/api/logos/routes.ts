import type { z } from 'zod';
import {
  imagesQuery,
  type logoImage,
  type logoImageDeletion,
  type logoImageList,
} from '#contract/styles/logos.ts';
import { type ImageId, parseImageId } from '#core/logos/image-id.ts';
import { describeImageUses } from '#core/logos/image-uses.ts';
import { formatImageCursor, type LogoImage, MAX_UPLOAD_BYTES } from '#core/logos/logo-image.ts';
import { deleteImage as deleteLogo, type DeleteImageProblem } from '#service/logos/delete.ts';
import { readImage, readImageFile, readImages } from '#service/logos/read.ts';
import { uploadImage as uploadLogo, type UploadProblem } from '#service/logos/upload.ts';
import { respondWithFile } from '../codes/respond-with-file.ts';
import { ApiError, invalidFields, quotaExceeded } from '#contract/problems/api-error.ts';
import { readBytes } from '../json-body.ts';
import { readMediaType } from '../media-type.ts';
import { type ApiContext, operation } from '../operation.ts';
import { toPage } from '../page.ts';

/** `/v1/images`: pictures for the middle of symbols. */

/** The bytes decide the format of a file; the header only shows that it is meant as an image. */
const MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/svg+xml'];

export const uploadImage = operation({
  method: 'post',
  path: '/v1/images',
  async handle({ c, deps, account }) {
    readMediaType(c.req.raw, MEDIA_TYPES);
    const uploaded = await uploadLogo(deps, account, await readBytes(c.req.raw, MAX_UPLOAD_BYTES));
    if (!uploaded.ok) throw toUploadError(uploaded.error);
    return toResource(uploaded.value);
  },
});

export const listImages = operation({
  method: 'get',
  path: '/v1/images',
  query: imagesQuery,
  async handle({ deps, account, query: { limit, cursor } }): Promise<z.output<typeof logoImageList>> {
    const { images, next } = await readImages(deps, account.id, { limit, after: cursor ?? null });
    return toPage(images.map(toResource), next && formatImageCursor(next));
  },
});

export const getImage = operation({
  method: 'get',
  path: '/v1/images/{image_id}',
  async handle({ c, deps, account }) {
    const image = await readImage(deps, account.id, readId(c));
    if (!image) throw noImage();
    return toResource(image);
  },
});

export const getImageFile = operation({
  method: 'get',
  path: '/v1/images/{image_id}/file',
  async handle({ c, deps, account }) {
    const id = readId(c);
    const file = await readImageFile(deps, account.id, id);
    if (!file) throw noImage();
    const { bytes, type, extension } = file;
    return respondWithFile(c, { bytes, type, name: `${id}.${extension}` });
  },
});

export const deleteImage = operation({
  method: 'delete',
  path: '/v1/images/{image_id}',
  async handle({ c, deps, account }): Promise<z.output<typeof logoImageDeletion>> {
    const id = readId(c);
    const deleted = await deleteLogo(deps, account.id, id);
    if (!deleted.ok) throw toDeleteError(deleted.error);
    return { id, deleted: true };
  },
});

function toResource(image: LogoImage): z.output<typeof logoImage> {
  const { id, width, height, sha256, bytes, isUsed, createdAtMs } = image;
  const created_at = new Date(createdAtMs).toISOString();
  return { id, width, height, sha256, bytes, in_use: isUsed, created_at };
}

/** Throws a 404 if the path names no image. */
function readId(c: ApiContext): ImageId {
  const id = parseImageId(c.req.param('image_id') ?? '');
  if (id === null) throw noImage();
  return id;
}

function toUploadError(problem: UploadProblem): ApiError {
  switch (problem.reason) {
    case 'not_an_image':
      return new ApiError('unsupported_media_type', problem.message);
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

function noImage(): ApiError {
  return new ApiError('not_found', 'There is no image with this id in your account.');
}
