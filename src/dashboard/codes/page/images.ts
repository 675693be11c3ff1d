import { toPublicId } from '#core/codes/code-id.ts';
import type { ImageFormat } from '#core/codes/qr-code.ts';
import { findImage } from '#storage/images/images.ts';
import { toAttachment } from '../../frame/attachment.ts';
import { findCode } from '../find-code.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { found } from '../../frame/page-error.ts';

/** Browsers revalidate each time (a 304), although an image never changes: a cached one must not show after the sign-out. */
const ALWAYS_REVALIDATED = 'private, no-cache';

/** An SVG that is opened by itself is a document. It may not run, load or send anything. */
export const SVG_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** `GET /codes/{id}/image.svg` and `image.png`; with `?download`, the browser saves it as a file. */
export function readImage(format: ImageFormat) {
  return async (c: DashboardContext): Promise<Response> => {
    const code = await findCode(c);
    const image = found(await findImage(c.get('deps').images, code.codeId, format, readKnownEntityTag(c)));
    // Weak, because compression changes the bytes of the same image.
    c.header('ETag', `W/${image.entityTag}`);
    c.header('Cache-Control', ALWAYS_REVALIDATED);
    if (!image.body) return c.body(null, 304);
    if (format === 'svg') c.header('Content-Security-Policy', SVG_POLICY);
    if (c.req.query('download') !== undefined) {
      c.header('Content-Disposition', toAttachment(code.title, toPublicId(code.codeId), `.${format}`));
    }
    return c.body(image.body, 200, { 'Content-Type': image.contentType });
  };
}

/** The entity tag of the browser's copy. Of the forms of `If-None-Match` (RFC 9110 §13.1.2), browsers send only this one. */
function readKnownEntityTag(c: DashboardContext): string | null {
  return /^(?:W\/)?"([!#-~]+)"$/.exec(c.req.header('If-None-Match') ?? '')?.[1] ?? null;
}
