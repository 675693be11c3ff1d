import { LONGEST_REPORT_NOTE, REPORT_REASONS, type ReportField } from '#core/abuse/report.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { languageOf, renderFrame } from '../page-frame.ts';
import { REPORT_TEXTS, type ReportProblem, type ReportTexts } from './texts.ts';
import { renderWidget, TURNSTILE_POLICY } from './turnstile.ts';

const PROBLEM_STATUS: Readonly<Record<ReportProblem, number>> = {
  reason: 422,
  note: 422,
  email: 422,
  unreadable: 400,
  machine: 422,
  too_many: 429,
  unavailable: 503,
  full: 503,
};

const RETRY_AFTER_SECONDS: Partial<Readonly<Record<ReportProblem, number>>> = {
  too_many: 60,
  unavailable: 5,
  full: 3_600,
};

interface ReportForm {
  /** The name as it stands in the short link; empty for the host itself. */
  readonly code: string;
  /** The public key of Turnstile, if it is on. */
  readonly siteKey: string | null;
  /** Earlier input, shown again. */
  readonly valueOf: (field: ReportField) => string;
  readonly problem: ReportProblem | null;
}

/** The form for reporting a code. It has no `action`: it is sent to its own address. */
export function renderReportForm(
  request: Request,
  { code, siteKey, valueOf, problem }: ReportForm,
): Response {
  const language = languageOf(request);
  const texts = REPORT_TEXTS[language];
  const field = (name: ReportField) => `id="${name}" name="${name}"${describeProblem(name, problem)}`;
  const [heading, explanation] = code === '' ? texts.ofHost : [texts.heading, texts.explanation];
  const body = `<p>${escapeHtml(explain(explanation, request, code))}</p>
<form method="post">
${problem === null ? '' : `<p id="problem" role="alert">${escapeHtml(texts.problems[problem])}</p>\n`}<label for="reason">${escapeHtml(texts.reason)}</label>
<select ${field('reason')} required>${renderReasons(texts, valueOf('reason'))}</select>
<label for="note">${escapeHtml(texts.note)}</label>
<textarea ${field('note')} maxlength="${LONGEST_REPORT_NOTE}">
${escapeHtml(valueOf('note'))}</textarea>
<label for="email">${escapeHtml(texts.email)}</label>
<input ${field('email')} type="email" autocomplete="email" maxlength="254" value="${escapeHtml(valueOf('email'))}">
<small>${escapeHtml(texts.emailHint)}</small>
${siteKey === null ? '' : `${renderWidget(escapeHtml(siteKey))}\n`}<button>${escapeHtml(texts.button)}</button>
</form>`;
  const retryAfter = problem === null ? undefined : RETRY_AFTER_SECONDS[problem];
  return renderFrame(request, language, {
    status: problem === null ? 200 : PROBLEM_STATUS[problem],
    sign: 'flag',
    heading,
    body,
    headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
    policy: `form-action 'self'${siteKey === null ? '' : `; ${TURNSTILE_POLICY}`}`,
  });
}

/** The page after a report. `enough`: the code already has its daily number of reports. */
export function renderReportThanks(request: Request, outcome: 'stored' | 'enough'): Response {
  const language = languageOf(request);
  const texts = REPORT_TEXTS[language];
  const [heading, explanation] = outcome === 'stored' ? texts.thanks : texts.enough;
  return renderFrame(request, language, {
    status: 200,
    sign: 'done',
    heading,
    body: `<p>${escapeHtml(explanation)}</p>`,
  });
}

/** The short link stands beside the report page, also below `/s/` in local development. */
function explain(explanation: string, { url }: Request, code: string): string {
  const { host } = new URL(url);
  return explanation.replace('{code}', () => `${host}/${code}`).replace('{host}', () => host);
}

function renderReasons({ choose, reasons }: ReportTexts, chosen: string): string {
  const options = REPORT_REASONS.map(
    (reason) =>
      `<option value="${reason}"${reason === chosen ? ' selected' : ''}>${escapeHtml(reasons[reason])}</option>`,
  );
  return `<option value="">${escapeHtml(choose)}</option>${options.join('')}`;
}

function describeProblem(field: ReportField, problem: ReportProblem | null): string {
  return field === problem ? ' aria-invalid="true" aria-describedby="problem" autofocus' : '';
}
