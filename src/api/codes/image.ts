import type { Context } from 'hono';
import { toPublicId } from '#core/codes/code-id.ts';
import type { ImageFormat } from '#core/codes/qr-code.ts';
import { drawImage, type ImageFailure } from '#service/codes/image.ts';
import type { AppEnv } from '../app-env.ts';
import { imageQuery } from '#contract/image.ts';
import { readQuery, validateQuery } from '../validation.ts';
import { type ApiError, invalidFields, notFound } from '../errors.ts';
import { readCodeId } from './read-code-id.ts';
import { notDrawable, respondWithFile } from './respond-with-file.ts';

const IMAGE_TYPES: Readonly<Record<ImageFormat, string>> = { png: 'image/png', svg: 'image/svg+xml' };

/** `GET /v1/qr/{id}/image`: an image in any size. */
export async function readImage(c: Context<AppEnv>): Promise<Response> {
  const codeId = await readCodeId(c);
  const { format: wanted, size, margin, dpi } = validateQuery(imageQuery, readQuery(c.req.url));
  const request = { format: wanted, size, margin, dpi };
  const drawn = await drawImage(c.get('deps'), c.get('account').id, codeId, request);
  if (!drawn.ok) throw toImageError(drawn.error);
  const { format, bytes } = drawn.value;
  return respondWithFile(c, { bytes, type: IMAGE_TYPES[format], name: `${toPublicId(codeId)}.${format}` });
}

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
      return invalidFields([{ field: 'size', code: 'too_small', message: failure.message }]);
  }
}
