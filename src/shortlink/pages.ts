import { escapeHtml } from '#core/escape-html.ts';
import { languageOf, renderFrame } from './page-frame.ts';
import type { PageBrand } from './page-brand.ts';
import type { Sign } from './page-style.ts';
import { type Language, type PageName, PASSWORD_TEXTS, TEXTS } from './page-texts.ts';

/** The pages that people see if a short link does not redirect. They are small, need no script, and use the reader's language. */

/**
 * The status and the sign of each page. 403 if the owner or the operator holds back the code: 410 would be permanent, and a 5xx would alarm
 * monitoring.
 */
const PAGES: Readonly<Record<PageName, readonly [status: number, sign: Sign]>> = {
  not_found: [404, 'question'],
  gone: [410, 'stop'],
  unavailable: [503, 'retry'],
  paused: [403, 'pause'],
  scheduled: [403, 'time'],
  ended: [403, 'time'],
  exhausted: [403, 'time'],
  disabled: [403, 'stop'],
  // RFC 7725.
  withheld: [451, 'stop'],
};

const RETRY_AFTER_SECONDS = 5;

/** What a page says beyond its texts: whose it is; and of a scheduled code, when it opens. */
export interface PageDetails {
  readonly brand?: PageBrand | null;
  readonly opensAtMs?: number | null;
}

/** The page for a short link that leads nowhere, with its status. */
export function renderPage(
  request: Request,
  page: PageName,
  { brand = null, opensAtMs = null }: PageDetails = {},
): Response {
  const language = languageOf(request);
  const [heading, explanation] = TEXTS[page][language];
  const [status, sign] = PAGES[page];
  const text =
    opensAtMs === null
      ? explanation
      : explanation.replace('{time}', formatTime(request, language, opensAtMs));
  const retry: Record<string, string> =
    page === 'unavailable' ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {};
  return renderFrame(request, language, {
    status,
    sign,
    heading,
    body: `<p>${escapeHtml(text)}</p>`,
    headers: retry,
    brand,
    isOfCode: page !== 'not_found',
  });
}

/** Why the visitor sees the form: `first` on the first visit, `wrong` after a wrong password, `tooMany` after too many. */
export type PasswordAttempt = 'first' | 'wrong' | 'tooMany';

const ATTEMPT_STATUS = { first: 200, wrong: 403, tooMany: 429 } as const;
const ATTEMPTS_RETRY_AFTER_SECONDS = 60;

/**
 * The form that asks for a code's password. It has no `action`: the password goes to the short link itself, with the query that rules may
 * ask about.
 */
export function renderPasswordPage(
  request: Request,
  attempt: PasswordAttempt,
  brand: PageBrand | null,
): Response {
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
  return renderFrame(request, language, {
    status: ATTEMPT_STATUS[attempt],
    sign: 'lock',
    heading,
    body: form,
    headers: retry,
    policy: FORM_ACTION,
    brand,
    isOfCode: true,
  });
}

/** The form's response redirects to the target, and browsers apply this directive to that too. */
const FORM_ACTION = "form-action 'self' http: https:";

const TO_THE_MINUTE = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** In the visitor's time zone if the edge knows it. The text names the zone, because the edge may not know it. */
export function formatTime(
  request: Request,
  language: Language,
  timeMs: number,
  options: Intl.DateTimeFormatOptions = TO_THE_MINUTE,
): string {
  const zone = request.cf?.timezone;
  try {
    const timeZone = typeof zone === 'string' ? zone : 'UTC';
    return new Intl.DateTimeFormat(language, { ...options, timeZone }).format(timeMs);
  } catch {
    return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(timeMs);
  }
}
