import type { z } from 'zod';
import { logoImage } from '#contract/styles/logos.ts';
import { parseImageId } from '#core/logos/image-id.ts';
import { describeImageUses } from '#core/logos/image-uses.ts';
import {
  formatImageCursor,
  type LogoImage,
  MAX_UPLOAD_BYTES,
  parseImageCursor,
} from '#core/logos/logo-image.ts';
import { deleteImage as deleteLogo, type DeleteImageProblem } from '#service/logos/delete.ts';
import { readImageFile, readImages } from '#service/logos/read.ts';
import { findLogo } from '#storage/logos/logos.ts';
import { uploadImage as uploadLogo, type UploadProblem } from '#service/logos/upload.ts';
import { ApiError, invalidFields } from '#contract/problems/api-error.ts';
import { IMAGE } from '../examples.ts';
import { operation } from '../operation.ts';
import { toTaggedFile } from '../reply.ts';
import { Resource } from '../lists/resource.ts';

/** `/v1/images`: pictures for the middle of symbols. */

const images = new Resource({
  name: 'image',
  spare: 'that is not in use ("in_use": false)',
  schema: logoImage,
  example: IMAGE,
  show: toResource,
  async find({ deps, actor }, text) {
    const id = parseImageId(text);
    return id && findLogo(deps.db, actor.account.id, id);
  },
});

export const uploadImage = operation({
  method: 'post',
  path: images.path,
  summary: 'Upload an image for logos',
  description:
    'The body is a PNG or JPEG file of at most 512 KiB and 2,048 pixels a side, or an SVG of at most 256 KiB. Of a PNG or JPEG, the service keeps its pixels as a square PNG of at most 256 pixels a side, without metadata and colour profiles. It turns photos upright. Of an SVG, it keeps the outlines of its filled shapes, so the logo is sharp in any size; strokes, text, gradients, transparency and references are refused by name. `Content-Disposition` may name it. If you upload the same file again, you get the same image. An account can have at most 100 images; their bytes count towards `stored_bytes`.',
  // The bytes decide the format of a file; the header only shows that it is meant as an image.
  fileBody: ['image/png', 'image/jpeg', 'image/svg+xml'],
  requestHeaders: ['Content-Disposition'],
  response: logoImage,
  example: IMAGE,
  errors: ['quota_exceeded', 'limit_reached'],
  async handle({ deps, actor, file }) {
    const name = file.readName();
    const uploaded = await uploadLogo(deps, actor, { name, bytes: await file.read(MAX_UPLOAD_BYTES) });
    if (!uploaded.ok) throw toUploadError(uploaded.error);
    return toResource(uploaded.value);
  },
});

export const listImages = images.listPages('Newest first.', {
  ...{ parse: parseImageCursor, format: formatImageCursor },
  readPage: ({ deps, actor }, page) => readImages(deps, actor.account.id, page),
});

export const getImage = images.read(
  'The details of an image. Its pixels are at `/v1/images/{image_id}/file`.',
);

export const getImageFile = operation({
  method: 'get',
  path: `${images.onePath}/file`,
  summary: 'Read an image',
  description: 'The square PNG that appears in the middle of symbols.',
  find: (caller) => images.require(parseImageId(images.idIn(caller))),
  response: { files: ['image/png', 'image/svg+xml'] },
  responseHeaders: ['ETag'],
  async handle({ deps, actor, found: id }) {
    const file = images.require(await readImageFile(deps, actor.account.id, id));
    return toTaggedFile(file.bytes, file.type, `${id}.${file.extension}`);
  },
});

export const deleteImage = images.delete({
  description: 'Works only if no code or template uses it. Deleted codes do not count.',
  errors: ['image_in_use'],
  async remove({ deps, actor }, id) {
    const deleted = await deleteLogo(deps, actor.account.id, images.require(parseImageId(id)));
    if (!deleted.ok) throw toDeleteError(deleted.error);
  },
});

function toResource(image: LogoImage): z.output<typeof logoImage> {
  const { id, name, width, height, sha256, bytes, users, createdAtMs } = image;
  const created_at = new Date(createdAtMs).toISOString();
  return { id, name, width, height, sha256, bytes, in_use: users.length > 0, created_at };
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
    default:
      return images.toError(problem);
  }
}

function toDeleteError(problem: DeleteImageProblem): ApiError {
  if (problem.reason === 'not_found') return images.toError(problem);
  return new ApiError('image_in_use', describeImageUses(problem.uses));
}
