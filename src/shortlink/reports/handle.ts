import { readAbuseReport, type ReportField } from '#core/abuse/report.ts';
import { parseCodeId } from '#core/codes/code-id.ts';
import { readLinkPath } from '#core/links/read-path.ts';
import type { LinkAddress, LinkHost } from '#core/links/link-address.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import { toNetworks } from '#core/http/ip-network.ts';
import { describeError, formatLogLine } from '#core/log-line.ts';
import { insertAbuseReport, type Reported, type ReportOutcome } from '#storage/abuse/reports.ts';
import { findGs1Id } from '#storage/links/gs1-links.ts';
import { findNamedId } from '#storage/links/named-links.ts';
import { readItem } from '../gs1/item.ts';
import { showPage, withoutBodyForHead } from '../responses.ts';
import { renderReportForm, renderReportThanks } from './pages.ts';
import type { ReportProblem } from './texts.ts';
import { openTurnstile, TURNSTILE_FIELD } from './turnstile.ts';

/** Room for a note of 1,000 characters, each percent-encoded to at most twelve, an address, and a Turnstile token. */
const MAX_FORM_BYTES = 16 * 1024;

const EMPTY: ReadonlyMap<string, string> = new Map();

interface ReportVisit {
  readonly request: Request;
  readonly env: ShortlinkEnv;
  /** The name as it stands in the short link. */
  readonly address: LinkAddress;
  readonly nowMs: number;
}

/** No short code: the host of an account itself, with all that it leads to. */
const WHOLE_HOST = '' as ShortCode;

/**
 * `GET|HEAD|POST /report/<code id>` or `/report/<short code>`: shows the form that lets anybody report a code, and stores the report. On the
 * host of an account, any other path below `/report/` is about the host.
 */
export function handleReport(
  request: Request,
  env: ShortlinkEnv,
  { host, path }: { readonly host: LinkHost | null; readonly path: string },
  nowMs: number,
): Response | Promise<Response> {
  const item = host !== null && readItem(path, path).ok ? (path as ShortCode) : null;
  const code = item ?? readLinkPath(path, host);
  if (!code && host === null) return showPage(request, 'not_found');
  const visit = { request, env, address: { host, path: code ?? WHOLE_HOST }, nowMs };
  // The form needs no store, so it also works while the database fails.
  return request.method === 'POST' ? takeReport(visit) : withoutBodyForHead(request, showForm(visit));
}

async function takeReport(visit: ReportVisit): Promise<Response> {
  const { request, env, address, nowMs } = visit;
  const fields = await readForm(request);
  if (!fields) return showForm(visit, 'unreadable');
  const showAgain = (problem: ReportProblem) => showForm(visit, problem, fields);
  const report = readAbuseReport((field) => fields.get(field) ?? '');
  if (!report.ok) return showAgain(report.error);
  if (!(await isAttemptAllowed(visit))) return showAgain('too_many');
  if ((await openTurnstile(env)?.isPerson(fields.get(TURNSTILE_FIELD) ?? '')) === false)
    return showAgain('machine');
  try {
    const reported = await findReported(env, address);
    const outcome = reported && (await insertAbuseReport(env.DB, reported, report.value, nowMs));
    return respondTo(outcome ?? 'unknown', request, showAgain);
  } catch (error) {
    console.error(formatLogLine('report_not_stored', { code: address.path, error: describeError(error) }));
    return showAgain('unavailable');
  }
}

async function findReported({ DB: db }: ShortlinkEnv, address: LinkAddress): Promise<Reported | null> {
  const { host, path } = address;
  const item = host === null ? null : readItem(path, path);
  const codeId =
    (host === null ? parseCodeId(path) : null) ??
    (await findNamedId(db, address)) ??
    (host !== null && item?.ok ? await findGs1Id(db, { host, paths: item.value }) : null);
  if (codeId) return { codeId };
  return host && { host };
}

function respondTo(
  outcome: ReportOutcome,
  request: Request,
  showAgain: (problem: ReportProblem) => Response,
): Response {
  switch (outcome) {
    case 'stored':
    case 'enough':
      return renderReportThanks(request, outcome);
    case 'full':
      console.error(formatLogLine('reports_full', {}));
      return showAgain('full');
    case 'unknown':
      return showPage(request, 'not_found');
  }
}

function showForm(
  { request, env, address }: ReportVisit,
  problem: ReportProblem | null = null,
  fields: ReadonlyMap<string, string> = EMPTY,
): Response {
  const valueOf = (field: ReportField) => fields.get(field) ?? '';
  const siteKey = openTurnstile(env)?.siteKey ?? null;
  return renderReportForm(request, { code: address.path, siteKey, valueOf, problem });
}

/** The fields of the form; null if the body is not our form, or another site's page sent it in a visitor's name. */
async function readForm(request: Request): Promise<ReadonlyMap<string, string> | null> {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null && site !== 'same-origin') return null;
  // Browsers always send the length of a form.
  if (!(Number(request.headers.get('Content-Length') ?? Number.NaN) <= MAX_FORM_BYTES)) return null;
  try {
    const fields = new Map<string, string>();
    for (const [name, value] of await request.formData())
      if (typeof value === 'string') fields.set(name, value);
    return fields;
  } catch {
    return null;
  }
}

/** Counts by network, IPv6 by its /48. If the limiter fails, the daily bounds still hold. */
async function isAttemptAllowed({ request, env }: ReportVisit): Promise<boolean> {
  const { narrow, wide } = toNetworks(request.headers.get('CF-Connecting-IP') ?? 'unknown');
  try {
    return (await env.REPORT_LIMIT.limit({ key: wide ?? narrow })).success;
  } catch (error) {
    console.error(formatLogLine('report_limiter_failed', { error: describeError(error) }));
    return true;
  }
}
