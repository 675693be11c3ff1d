import { parseAcceptHeader } from '#core/accept-header.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { HSTS } from './hsts.ts';
import {
  CONTENT_HEADING,
  type Language,
  LANGUAGES,
  type PageName,
  PASSWORD_TEXTS,
  TEXTS,
} from './page-texts.ts';

/** The pages that people see where a short link does not lead on. Small, without a script, and in the reader's language. */

/** 403 of a code that its owner or the operator holds back: 410 is for good, and a 5xx would alarm whoever watches the link. */
const PAGE_STATUS: Readonly<Record<PageName, number>> = {
  not_found: 404,
  gone: 410,
  unavailable: 503,
  paused: 403,
  scheduled: 403,
  ended: 403,
  exhausted: 403,
  disabled: 403,
  // RFC 7725.
  withheld: 451,
};

const RETRY_AFTER_SECONDS = 5;

/** The page for a short link that leads nowhere, with its status. `opensAtMs` is for codes that are scheduled. */
export function renderPage(request: Request, page: PageName, opensAtMs: number | null = null): Response {
  const language = languageOf(request);
  const [heading, explanation] = TEXTS[page][language];
  const text =
    opensAtMs === null
      ? explanation
      : explanation.replace('{time}', formatTime(request, language, opensAtMs));
  const retry: Record<string, string> =
    page === 'unavailable' ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {};
  return respond(language, PAGE_STATUS[page], heading, `<p>${escapeHtml(text)}</p>`, retry);
}

/** The page of a static code whose content is no address: it shows the content as text. */
export function renderContentPage(request: Request, content: string): Response {
  const language = languageOf(request);
  return respond(language, 200, CONTENT_HEADING[language], `<pre>${escapeHtml(content)}</pre>`);
}

/** How the visitor comes to see the form: `first` to be asked, `wrong` after another password, `tooMany` after many. */
export type PasswordAttempt = 'first' | 'wrong' | 'tooMany';

const ATTEMPT_STATUS = { first: 200, wrong: 403, tooMany: 429 } as const;
const ATTEMPTS_RETRY_AFTER_SECONDS = 60;

/**
 * The form that asks for a code's password. It has no `action`: the password goes to the short link itself, with the query that rules may
 * ask about.
 */
export function renderPasswordPage(request: Request, attempt: PasswordAttempt): Response {
  const language = languageOf(request);
  const { heading, explanation, label, button, ...problems } = PASSWORD_TEXTS[language];
  const problem =
    attempt === 'first' ? '' : `<p id="problem" role="alert">${escapeHtml(problems[attempt])}</p>\n`;
  const described = attempt === 'first' ? '' : ' aria-invalid="true" aria-describedby="problem"';
  const form = `<p>${escapeHtml(explanation)}</p>
<form method="post">
${problem}<label for="password">${escapeHtml(label)}</label>
<input id="password" name="password" type="password" required autofocus autocomplete="off" maxlength="128"${described}>
<button>${escapeHtml(button)}</button>
</form>`;
  const retry: Record<string, string> =
    attempt === 'tooMany' ? { 'Retry-After': String(ATTEMPTS_RETRY_AFTER_SECONDS) } : {};
  return respond(language, ATTEMPT_STATUS[attempt], heading, form, retry, FORM_ACTION);
}

/** The form's response leads on to the target, and browsers hold that to this directive as well. */
const FORM_ACTION = "form-action 'self' http: https:";

/** In the time zone that the edge knows of the visitor, named, because it may know none. */
function formatTime(request: Request, language: Language, timeMs: number): string {
  const zone = request.cf?.timezone;
  const options = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  } as const;
  try {
    const timeZone = typeof zone === 'string' ? zone : 'UTC';
    return new Intl.DateTimeFormat(language, { ...options, timeZone }).format(timeMs);
  } catch {
    return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(timeMs);
  }
}

function languageOf(request: Request): Language {
  return pickLanguage(request.headers.get('Accept-Language') ?? '');
}

function respond(
  language: Language,
  status: number,
  heading: string,
  body: string,
  headers: Record<string, string> = {},
  formAction = "form-action 'none'",
): Response {
  const nonce = crypto.randomUUID();
  const html = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)}</title>
<style nonce="${nonce}">body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}h1{font-size:1.5rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}label,input,button{display:block;font:inherit}input,button{box-sizing:border-box;width:100%;min-height:2.75rem;margin:.25rem 0 1rem;padding:.25rem .75rem}[role=alert]{font-weight:600}</style>
<main>
<h1>${escapeHtml(heading)}</h1>
${body}
</main>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; ${formAction}`,
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      ...HSTS,
      ...headers,
    },
  });
}

/** The best of `LANGUAGES` that the reader accepts, by weight, then by order (RFC 9110 §12.5.4); English where none fits. */
function pickLanguage(acceptLanguage: string): Language {
  for (const tag of parseAcceptHeader(acceptLanguage)) {
    const language = LANGUAGES.find((known) => tag === known || tag.startsWith(`${known}-`));
    if (language) return language;
  }
  return 'en';
}
