import { toPublicId } from '#core/codes/code-id.ts';
import type { ImageFormat } from '#core/codes/qr-code.ts';
import { drawImage, type ImageFailure } from '#service/images/image.ts';
import { imageQuery } from '#contract/prints/image.ts';
import { allowanceOf } from '../middleware/limit-rate.ts';
import { operation } from '../operation.ts';
import { type ApiError, invalid, invalidFields, notFound } from '#contract/problems/api-error.ts';
import { readCodeId } from '../codes/read-code-id.ts';
import { notDrawable, respondWithFile } from '../codes/respond-with-file.ts';

const IMAGE_TYPES: Readonly<Record<ImageFormat, string>> = { png: 'image/png', svg: 'image/svg+xml' };

/** An image in any size. */
export const getImageOfQrCode = operation({
  method: 'get',
  path: '/v1/qr/{id}/image',
  find: readCodeId,
  query: imageQuery,
  async handle({ c, deps, account, found: codeId, query }) {
    const { format: wanted, size, margin, dpi } = query;
    const request = { format: wanted, size, margin, dpi };
    const drawn = await drawImage(deps, account.id, codeId, request, allowanceOf(c));
    if (!drawn.ok) throw toImageError(drawn.error);
    const { format, bytes } = drawn.value;
    return respondWithFile(c, { bytes, type: IMAGE_TYPES[format], name: `${toPublicId(codeId)}.${format}` });
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
