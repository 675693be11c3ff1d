import { pickLanguage } from '#core/languages.ts';
import { readNamedPath } from '#core/links/read-path.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { HSTS } from './hsts.ts';
import { FRAME_TEXTS, type Language, LANGUAGES } from './page-texts.ts';

/** The content between head and foot of a page. */
export interface PageContent {
  readonly status: number;
  readonly heading: string;
  /** HTML. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the page may do beyond using its style: directives of its policy. */
  readonly policy?: string;
  /** Whether the page is about an existing code: then it says who is responsible for the code, and where to report it. */
  readonly isOfCode?: boolean;
}

const STYLE =
  'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto 3rem;padding:0 1.5rem;overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.25;text-wrap:balance}pre{white-space:pre-wrap;overflow-wrap:anywhere}label,input,select,textarea,button{display:block;font:inherit}input,select,textarea,button{box-sizing:border-box;width:100%;min-height:2.75rem;margin:.25rem 0 1rem;padding:.25rem .75rem}textarea{min-height:8rem}button{border:0;border-radius:.4rem;background:#00646f;color:#fff;font-weight:600}input,select,textarea{border:1px solid GrayText;border-radius:.4rem}dl{margin:1.5rem 0}dt{font-size:.9rem;color:GrayText}dd{margin:0 0 .75rem;white-space:pre-line}code{font-size:1.25rem;white-space:pre-wrap;user-select:all}dd a{display:inline-block;padding:.5rem 0;margin:-.5rem 0;color:light-dark(#00646f,#6bd0d6)}.action{display:block;min-height:2.75rem;line-height:2.75rem;border-radius:.4rem;background:#00646f;color:#fff;font-weight:600;text-align:center;text-decoration:none}[role=alert]{font-weight:600;color:light-dark(#b3261e,#ffb4ab)}small{display:block;margin:-.75rem 0 1rem}footer{margin-top:4rem;padding-top:1rem;border-top:1px solid GrayText;font-size:.9rem}footer a{display:inline-block;padding:.5rem 0;color:inherit}';

/** A whole page in the reader's language. It may load and send only what `policy` allows. */
export function renderFrame(request: Request, language: Language, content: PageContent): Response {
  const { status, heading, body, headers = {}, policy = "form-action 'none'", isOfCode = false } = content;
  const nonce = crypto.randomUUID();
  const html = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)}</title>
<style nonce="${nonce}">${STYLE}</style>
<main>
<h1>${escapeHtml(heading)}</h1>
${body}
</main>
${renderFoot(new URL(request.url), language, isOfCode)}
</html>
`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; ${policy}`,
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
function renderFoot({ host, pathname }: URL, language: Language, isOfCode: boolean): string {
  const { servedBy, notOperators, report } = FRAME_TEXTS[language];
  const served = escapeHtml(servedBy.replace('{host}', host));
  const path = pathname.slice(1);
  const code = isOfCode ? readNamedPath(path) : null;
  if (!code) return `<footer>${served}</footer>`;
  return `<footer>${served} ${escapeHtml(notOperators)}<br>
<a href="${'../'.repeat(path.split('/').length - 1)}report/${code}" rel="nofollow">${escapeHtml(report)}</a></footer>`;
}

/** The best of `LANGUAGES` that the reader accepts; English if none fits. */
export function languageOf(request: Request): Language {
  return pickLanguage(request.headers.get('Accept-Language'), LANGUAGES);
}
