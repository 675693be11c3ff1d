import { toPublicId } from '../../core/code-id.ts';
import type { ImageFormat } from '../../core/qr-code.ts';
import { findImage } from '../../storage/images.ts';
import { findQrCode } from '../../storage/qr-codes.ts';
import { toAttachment } from '../attachment.ts';
import { codeIdOf } from '../code-of.ts';
import type { DashboardContext } from '../dashboard-env.ts';
import { pageNotFound } from '../page-error.ts';

/** An image never changes, but is asked for again each time (a 304): what is kept is not shown after the sign-out. */
const ASKED_FOR_AGAIN = 'private, no-cache';

/** An SVG opened by itself is a document: this one runs, loads and sends nothing. */
const SVG_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** `GET /codes/{id}/image.svg` and `image.png`; with `?download` to be saved as a file. */
export function readImage(format: ImageFormat) {
  return async (c: DashboardContext): Promise<Response> => {
    const { db, images } = c.get('deps');
    const code = await findQrCode(db, c.get('person').account.id, codeIdOf(c));
    const image = code && (await findImage(images, code.codeId, format, knownEtagOf(c)));
    if (!code || !image) throw pageNotFound();
    // Weak, because compression makes other bytes of the same picture.
    c.header('ETag', `W/${image.entityTag}`);
    c.header('Cache-Control', ASKED_FOR_AGAIN);
    if (!image.body) return c.body(null, 304);
    if (format === 'svg') c.header('Content-Security-Policy', SVG_POLICY);
    if (c.req.query('download') !== undefined) {
      c.header('Content-Disposition', toAttachment(code.title, toPublicId(code.codeId), `.${format}`));
    }
    return c.body(image.body, 200, { 'Content-Type': image.contentType });
  };
}

/** The entity tag of what the browser has: of the forms of `If-None-Match` (RFC 9110 §13.1.2) the one that browsers send. */
function knownEtagOf(c: DashboardContext): string | null {
  return /^(?:W\/)?"([!#-~]+)"$/.exec(c.req.header('If-None-Match') ?? '')?.[1] ?? null;
}
