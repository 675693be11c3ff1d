import type { Preview } from '#core/control/preview.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { toPublicUrl } from '#core/logos/public-image.ts';
import { HSTS } from '../hsts.ts';
import { withoutBodyForHead } from '../responses.ts';

/**
 * The page for programs that make link previews: Open Graph, and the card of Twitter, which takes the rest from there. Somebody who is
 * taken for such a program can go on to the target, unless that is content, which only a scan shows.
 *
 * @param name by which the code is scanned, behind its host unless that is the operator's
 */
export function showPreview(
  request: Request,
  name: string,
  { title, description, image, imageSide }: Preview,
  { target, cdnUrl }: { readonly target: string; readonly cdnUrl: string },
): Response {
  const { origin, host } = new URL(request.url);
  // However the link was typed or pasted, previews of it are one.
  const link = `${origin}/${name.slice(name.indexOf('/') + 1)}`;
  const heading = escapeHtml(title ?? host);
  const html = `<!doctype html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${heading}</title>
<meta property="og:type" content="website">
<meta property="og:url" content="${escapeHtml(link)}">
<meta property="og:title" content="${heading}">
${description === null ? '' : describe(escapeHtml(description))}${image ? show(toPublicUrl(cdnUrl, image), imageSide) : ''}<meta name="twitter:card" content="summary">
<p>${target === '' ? heading : `<a href="${escapeHtml(target)}" rel="nofollow">${heading}</a>`}</p>
`;
  return withoutBodyForHead(request, new Response(html, { headers: HEADERS }));
}

function describe(description: string): string {
  return `<meta name="description" content="${description}">\n<meta property="og:description" content="${description}">\n`;
}

/** The image is square, as the card `summary` has it. */
function show(url: string, side: number | undefined): string {
  const sides = ['width', 'height'].map((name) => `<meta property="og:image:${name}" content="${side}">\n`);
  return `<meta property="og:image" content="${escapeHtml(url)}">\n${side === undefined ? '' : sides.join('')}`;
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  ...HSTS,
};
