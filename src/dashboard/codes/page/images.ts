import { toPublicId } from '#core/codes/code-id.ts';
import type { ImageFormat } from '#core/codes/qr-code.ts';
import { listsTag } from '#core/http/entity-tag.ts';
import { SVG_POLICY } from '#core/http/svg-policy.ts';
import { findCodeImage } from '#service/images/public-picture.ts';
import { allowanceOf } from '../../accounts/sign-in/limit-attempts.ts';
import { toAttachment } from '../../frame/attachment.ts';
import { findCode } from '../find-code.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { found } from '../../frame/page-error.ts';

/** Browsers revalidate each time (a 304), although an image never changes: a cached one must not show after the sign-out. */
const ALWAYS_REVALIDATED = 'private, no-cache';

/** `GET /codes/{id}/image.svg` and `image.png`; with `?download`, the browser saves it as a file. */
export function readImage(format: ImageFormat) {
  return async (c: DashboardContext): Promise<Response> => {
    const code = await findCode(c);
    const ifNoneMatch = c.req.header('If-None-Match') ?? '';
    const { charge } = allowanceOf(c);
    const image = found(await findCodeImage(c.get('deps'), code, format, { ifNoneMatch, charge }));
    // Weak, because compression changes the bytes of the same image.
    c.header('ETag', `W/${image.entityTag}`);
    c.header('Cache-Control', ALWAYS_REVALIDATED);
    if (!image.body || listsTag(ifNoneMatch, image.entityTag)) return c.body(null, 304);
    if (format === 'svg') c.header('Content-Security-Policy', SVG_POLICY);
    if (c.req.query('download') !== undefined) {
      c.header('Content-Disposition', toAttachment(code.title, toPublicId(code.codeId), `.${format}`));
    }
    return c.body(image.body, 200, { 'Content-Type': image.contentType });
  };
}
