import { imagesQuery, logoImage, logoImageDeletion, logoImageList } from '#contract/logos.ts';
import type { Operation } from './operation.ts';

const IMAGE = {
  id: 'img_9c1e7a40b2d35f68',
  width: 800,
  height: 600,
  sha256: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
  bytes: 9120,
  in_use: false,
  created_at: '2026-11-21T12:00:00.000Z',
};

/** The operations of /v1/images. */
export const IMAGE_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/v1/images',
    operationId: 'uploadImage',
    tag: 'Images',
    summary: 'Upload an image for the middle of symbols',
    description:
      'The body is the file, PNG or JPEG as its bytes say, at most 512 KiB and 2,048 pixels a side; no SVG. Its pixels are kept, in a square PNG of at most 256 pixels a side, and nothing else: neither metadata nor colour profiles. A photo is turned upright. The same file again is the image that there is. An account keeps at most 100 images; their bytes count among `stored_bytes`.',
    fileBody: ['image/png', 'image/jpeg'],
    response: logoImage,
    example: IMAGE,
    errors: [
      'invalid_request',
      'insufficient_scope',
      'quota_exceeded',
      'limit_reached',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
  {
    method: 'get',
    path: '/v1/images',
    operationId: 'listImages',
    tag: 'Images',
    summary: 'List the images of the account',
    description: 'The newest come first.',
    query: imagesQuery,
    response: logoImageList,
    example: { data: [IMAGE], has_more: false, next_cursor: null },
    errors: ['invalid_request'],
  },
  {
    method: 'get',
    path: '/v1/images/{image_id}',
    operationId: 'getImage',
    tag: 'Images',
    summary: 'Read an image',
    description: 'What is known of it. Its pixels: `/v1/images/{image_id}/file`.',
    response: logoImage,
    example: IMAGE,
    errors: ['invalid_request', 'not_found'],
  },
  {
    method: 'get',
    path: '/v1/images/{image_id}/file',
    operationId: 'getImageFile',
    tag: 'Images',
    summary: 'Read what is kept of an image',
    description: 'A square PNG, as symbols are drawn with it.',
    response: { files: ['image/png'] },
    responseHeaders: ['ETag'],
    errors: ['invalid_request', 'not_found'],
  },
  {
    method: 'delete',
    path: '/v1/images/{image_id}',
    operationId: 'deleteImage',
    tag: 'Images',
    summary: 'Delete an image',
    description: 'Only while no code, no rendition and no template has it; deleted codes do not count.',
    response: logoImageDeletion,
    example: { id: IMAGE.id, deleted: true },
    errors: ['invalid_request', 'insufficient_scope', 'not_found', 'image_in_use'],
  },
];
