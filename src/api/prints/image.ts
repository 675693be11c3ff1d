import { toPublicId } from '#core/codes/code-id.ts';
import type { ImageFormat } from '#core/codes/qr-code.ts';
import { drawImage, type ImageFailure } from '#service/images/image.ts';
import { imageQuery } from '#contract/prints/image.ts';
import { operation } from '../operation.ts';
import { toTaggedFile } from '../reply.ts';
import { type ApiError, invalid, invalidFields } from '#contract/problems/api-error.ts';
import { notDrawable } from '../codes/problems.ts';
import { findCode, readLook } from './look.ts';

const IMAGE_TYPES: Readonly<Record<ImageFormat, string>> = { png: 'image/png', svg: 'image/svg+xml' };

/** An image in any size. */
export const getImageOfQrCode = operation({
  method: 'get',
  path: '/v1/qr/{id}/image',
  summary: 'Download an image of a code in any size',
  description:
    'PNG or SVG, with the modules of the stored images. Parameters that you leave out are those of the stored images; with `template`, the symbol may be larger. The same request returns the same bytes. The service stores nothing. A large PNG of a styled code counts against the plan as one request for each 300 ms that it is estimated to take.',
  requestHeaders: ['If-None-Match'],
  find: findCode,
  query: imageQuery,
  response: { files: Object.values(IMAGE_TYPES) },
  responseHeaders: ['ETag'],
  errors: ['low_contrast', 'unscannable', 'content_too_long'],
  async handle(caller) {
    const { deps, plan } = caller;
    const { format: wanted, size, margin, dpi, ...look } = caller.query;
    const request = { format: wanted, size, margin, dpi };
    const code = await readLook(caller, look);
    const drawn = await drawImage(deps, code, request, plan.allowance());
    if (!drawn.ok) throw toImageError(drawn.error);
    const { format, bytes } = drawn.value;
    return toTaggedFile(bytes, IMAGE_TYPES[format], `${toPublicId(code.codeId)}.${format}`);
  },
});

function toImageError(failure: ImageFailure): ApiError {
  switch (failure.reason) {
    case 'not_drawable':
      return notDrawable();
    case 'dpi_of_svg': {
      const message =
        '"dpi" is for "format=png" only: an SVG has no pixels. For millimetres, use "print" instead of "image".';
      return invalidFields([{ field: 'dpi', code: 'conflict', message }]);
    }
    case 'size_too_small':
      return invalid([failure.problem]);
  }
}
