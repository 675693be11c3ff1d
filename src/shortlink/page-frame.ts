import { pickLanguage } from '#core/languages.ts';
import { readNamedPath } from '#core/links/read-path.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { readItem } from './gs1/item.ts';
import { HSTS } from './hsts.ts';
import { drawBrand, type PageBrand, policyOf, styleBrand } from './page-brand.ts';
import { drawSign, PAGE_STYLE, type Sign } from './page-style.ts';
import { FRAME_TEXTS, type Language, LANGUAGES } from './page-texts.ts';

/** The content between head and foot of a page. */
export interface PageContent {
  readonly status: number;
  readonly sign: Sign;
  /** What the heading names. */
  readonly kind?: string;
  readonly heading: string;
  /** HTML. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the page may do beyond using its style: directives of its policy. */
  readonly policy?: string;
  /** A script without which the page is complete. */
  readonly script?: string | undefined;
  /** Whether the page is about an existing code, which can be reported. */
  readonly isOfCode?: boolean;
  /** Of the account whose page it is. */
  readonly brand?: PageBrand | null;
}

/** A whole page in the reader's language. It may load and send only what `policy` allows. */
export function renderFrame(request: Request, language: Language, content: PageContent): Response {
  const { status, sign, kind, heading, body, script, headers = {} } = content;
  const { brand = null, policy = "form-action 'none'", isOfCode = false } = content;
  const nonce = crypto.randomUUID();
  const html = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)}</title>
<style nonce="${nonce}">${styleBrand(brand)}${PAGE_STYLE}</style>
<main>
${drawBrand(brand)}${drawSign(sign)}
${kind === undefined ? '' : `<p class="kind">${escapeHtml(kind)}</p>\n`}<h1>${escapeHtml(heading)}</h1>
${body}
</main>
${renderFoot(new URL(request.url), language, brand?.name ?? null, isOfCode)}${script === undefined ? '' : `\n<script nonce="${nonce}">${script}</script>`}
</html>
`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; ${script === undefined ? '' : `script-src 'nonce-${nonce}'; `}${policyOf(brand)}frame-ancestors 'none'; base-uri 'none'; ${policy}`,
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      ...HSTS,
      ...headers,
    },
  });
}

/** The report link is relative, because local short links stand below `/s/`. */
function renderFoot({ host, pathname }: URL, language: Language, name: string | null, isOfCode: boolean) {
  const { shownBy, shownFor, report } = FRAME_TEXTS[language];
  const text = (name === null ? shownBy : shownFor).replace('{host}', host);
  const shown = escapeHtml(text.replace('{name}', () => name ?? ''));
  const path = pathname.slice(1);
  const code = isOfCode ? (readNamedPath(path) ?? (readItem(path, path).ok ? path : null)) : null;
  const link = `<a href="${'../'.repeat(path.split('/').length - 1)}report/${escapeHtml(code ?? '')}" rel="nofollow">${escapeHtml(report)}</a>`;
  return `<footer>${shown}${code ? ` · ${link}` : ''}</footer>`;
}

/** The best of `LANGUAGES` that the reader accepts; English if none fits. */
export function languageOf(request: Request): Language {
  return pickLanguage(request.headers.get('Accept-Language'), LANGUAGES);
}
