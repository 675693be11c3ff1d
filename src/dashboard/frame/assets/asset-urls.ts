import { createHash } from 'node:crypto';
import script from '../../../../.build/dashboard/app.js.txt';
import typeface from '../../../../.build/dashboard/typeface.path.txt';
import stylesheet from '../../../../.build/dashboard/app.css.txt';

/** A file that every page loads. Its name changes with its content, so that browsers may cache it for ever. */
interface Asset {
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

export const STYLESHEET = toAsset('css', 'text/css; charset=utf-8', stylesheet);
export const SCRIPT = toAsset('js', 'text/javascript; charset=utf-8', script);

/** Cloudflare serves it. */
export const TYPEFACE_PATH = typeface;

export function findAsset(path: string): Asset | null {
  return [STYLESHEET, SCRIPT].find((asset) => asset.path === path) ?? null;
}

function toAsset(extension: string, contentType: string, body: string): Asset {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { path: `/assets/app-${digest}.${extension}`, contentType, body };
}
