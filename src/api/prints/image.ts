import { toPublicId } from '#core/codes/code-id.ts';
import type { ImageFormat } from '#core/codes/qr-code.ts';
import { drawImage, type ImageFailure } from '#service/images/image.ts';
import { imageQuery } from '#contract/prints/image.ts';
import { operation } from '../operation.ts';
import { toTaggedFile } from '../reply.ts';
import { type ApiError, invalid, invalidFields, notFound } from '#contract/problems/api-error.ts';
import { readCodeId } from '../codes/read-code-id.ts';
import { notDrawable } from '../codes/problems.ts';

const IMAGE_TYPES: Readonly<Record<ImageFormat, string>> = { png: 'image/png', svg: 'image/svg+xml' };

/** An image in any size. */
export const getImageOfQrCode = operation({
  method: 'get',
  path: '/v1/qr/{id}/image',
  summary: 'Download an image of a code in any size',
  description:
    'PNG or SVG, with the modules of the stored images. Parameters that you leave out are those of the stored images. The same request returns the same bytes. The service stores nothing. A large PNG of a styled code counts against the plan as one request for each 300 ms that it is estimated to take.',
  requestHeaders: ['If-None-Match'],
  find: readCodeId,
  query: imageQuery,
  response: { files: Object.values(IMAGE_TYPES) },
  responseHeaders: ['ETag'],
  errors: ['content_too_long', 'not_found'],
  async handle({ deps, actor, plan, found: codeId, query }) {
    const { format: wanted, size, margin, dpi } = query;
    const request = { format: wanted, size, margin, dpi };
    const drawn = await drawImage(deps, actor.account.id, codeId, request, plan.allowance());
    if (!drawn.ok) throw toImageError(drawn.error);
    const { format, bytes } = drawn.value;
    return toTaggedFile(bytes, IMAGE_TYPES[format], `${toPublicId(codeId)}.${format}`);
  },
});

function toImageError(failure: ImageFailure): ApiError {
  switch (failure.reason) {
    case 'not_found':
      return notFound();
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
