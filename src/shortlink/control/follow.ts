import { type ControlledCode, decide, exhaust, type Decision } from '#core/control/decide.ts';
import { takeTry } from '#core/control/password-tries.ts';
import { isPassword, ADMISSION_SECONDS, isAdmission, signAdmission } from '#core/control/password.ts';
import type { RuledLink } from '#storage/links/short-links.ts';
import { asksForFile, showContent } from '../content/show.ts';
import { type PageBrand, toPageBrand } from '../page-brand.ts';
import { renderPasswordPage } from '../pages.ts';
import { createRedirection, redirectTo, refuseMethod, showPage, withoutBodyForHead } from '../responses.ts';
import { asksForPreview } from '../scans/asks-for-preview.ts';
import { isScanOfPerson } from '../scans/is-of-person.ts';
import { recordScan } from '../scans/record.ts';
import { Visitor } from '../scans/visitor.ts';
import { reportOutcome } from '../targets/report-outcome.ts';
import { type CodeVisit, openStores } from '../visit.ts';
import { showPreview } from './preview-page.ts';
import { RequestVisit } from './visit.ts';
import type { PasswordHash } from '#core/control/control.ts';

interface RuledScan extends CodeVisit {
  readonly link: RuledLink;
  readonly atMs: number;
}

type Led = Extract<Decision, { kind: 'led' }>;

/** Responds to a scan of a code with control, and records it. A POST carries the code's password. */
export function followControl(scan: RuledScan): Response | Promise<Response> {
  const { request, env } = scan;
  const visitor = new Visitor(request, env.VISITOR_KEY_SECRET, scan.codeId);
  const decision = decide(
    toCode(scan.link),
    new RequestVisit(visitor, scan, () => isAdmitted(scan)),
    scan.atMs,
  );
  if (request.method === 'POST') {
    return decision.kind === 'locked' ? tryPassword(scan, visitor) : refuseMethod();
  }
  return toResponse(scan, visitor, decision);
}

function toCode({ location, control, isExhausted }: RuledLink): ControlledCode {
  return { isDeleted: false, isDisabled: false, isExhausted, target: location, control };
}

function toResponse(scan: RuledScan, visitor: Visitor, decision: Decision): Response | Promise<Response> {
  switch (decision.kind) {
    case 'deleted':
      return showPage(scan.request, 'gone');
    case 'blocked':
      // The last visitor whom the limit let in may still save what the page showed.
      return (decision.status === 'exhausted' && isOfLetIn(scan) && showShown(scan)) || block(scan, decision);
    case 'locked':
      return withoutBodyForHead(scan.request, renderPasswordPage(scan.request, 'first', brandOf(scan)));
    case 'led':
      return decision.isLimited && isCounted(visitor) && !isOfPage(scan, decision)
        ? leadIfLeft(scan, visitor, decision)
        : lead(scan, visitor, decision);
  }
}

/** Bots and previews are no scans, so they take nothing from a limit. */
function isCounted(visitor: Visitor): boolean {
  return isScanOfPerson(visitor, visitor.userAgent);
}

/** A file that the page of content offers takes nothing from a limit: the scan that showed the page did. */
function isOfPage(scan: RuledScan, { target, isLimited }: Led): boolean {
  return target === '' && asksForFile(scan.request) && (!isLimited || isOfLetIn(scan));
}

/** Whether a request for a file carries the proof that the page of a limited code was shown, and the password's. */
function isOfLetIn(scan: RuledScan): boolean {
  const { request, codeId, env, atMs } = scan;
  const proof = new URL(request.url).searchParams.get('save') ?? '';
  return isAdmission(env.PASSWORD_PEPPER, { codeId, password: LET_IN }, proof, atMs) && isAdmitted(scan);
}

/** In place of a password's salt, which is never this. */
const LET_IN = { salt: 'let in' } as const;

async function leadIfLeft(scan: RuledScan, visitor: Visitor, decision: Led): Promise<Response> {
  if (await scan.resolvers.targets.takeScan(scan.codeId, openStores(scan)))
    return lead(scan, visitor, decision);
  return toResponse(scan, visitor, exhaust(toCode(scan.link)));
}

function lead(scan: RuledScan, visitor: Visitor, led: Led): Response {
  const { codeId, link, name, request, env, ctx, atMs, linkType = null } = scan;
  const { target, rule, variant } = led;
  // Whoever chooses goes on without us: that is no scan, but takes one from a limit.
  if (scan.showChoice) return scan.showChoice();
  // A location with a visitor's own query is unlikely to repeat, and caching it would evict others.
  const redirection =
    target === ''
      ? showShown(scan)
      : link.control.forwardsQuery && request.url.includes('?')
        ? createRedirection(target)
        : redirectTo(target);
  if (!redirection) {
    reportOutcome(env.OUTCOMES, 'bad_location', { codeId });
    return showPage(request, 'unavailable');
  }
  const { accountId, control } = link;
  const { preview } = control;
  if (preview && asksForPreview(visitor, visitor.userAgent))
    return showPreview(request, name, preview, { target, cdnUrl: env.CDN_URL });
  // A file is part of the scan that led to its page.
  if (!control.isUncounted && !isOfPage(scan, led))
    recordScan(visitor, env, ctx, { codeId, atMs, rule, variant, accountId, name, linkType });
  return redirection;
}

/** The page of a code's content; null if it leads to an address. */
function showShown(scan: RuledScan): Response | null {
  const { link, request, codeId, env, atMs } = scan;
  const { shown, control } = link;
  const isLimited = control.maxScans !== null;
  const proof = isLimited ? signAdmission(env.PASSWORD_PEPPER, { codeId, password: LET_IN }, atMs) : '';
  return (
    shown && withoutBodyForHead(request, showContent(request, codeId, shown, { brand: brandOf(scan), proof }))
  );
}

function brandOf({ link, env }: RuledScan): PageBrand | null {
  return toPageBrand(link.brand, env);
}

function block(scan: RuledScan, { status, fallbackUrl, opensAtMs }: Extract<Decision, { kind: 'blocked' }>) {
  const { codeId, request, env, domain } = scan;
  reportOutcome(env.OUTCOMES, 'blocked', { codeId });
  const url = fallbackUrl ?? (status === 'ended' || status === 'exhausted' ? domain?.expiredUrl : null);
  const redirection = url ? redirectTo(url) : null;
  return redirection ?? showPage(request, status, { opensAtMs, brand: brandOf(scan) });
}

function isAdmitted({ codeId, link, request, env, atMs }: RuledScan): boolean {
  const { password } = link.control;
  const cookies = request.headers.get('Cookie');
  return (
    password === null ||
    (cookies !== null && holdsAdmission(env.PASSWORD_PEPPER, { codeId, password }, cookies, atMs))
  );
}

/** Redirects a visitor who sends the password; shows the form again to everybody else. */
async function tryPassword(scan: RuledScan, visitor: Visitor): Promise<Response> {
  const { codeId, link, request, env, atMs } = scan;
  const { password } = link.control;
  if (password === null) return refuseMethod();
  const isAllowed = await isAttemptAllowed(scan, visitor);
  if (isAllowed === null) return showPage(request, 'unavailable');
  if (!isAllowed) return renderPasswordPage(request, 'tooMany', brandOf(scan));
  const given = await readPassword(request);
  if (given === null || !isPassword(env.PASSWORD_PEPPER, password, given))
    return renderPasswordPage(request, 'wrong', brandOf(scan));

  // From here on the request counts as the GET that the visitor meant.
  const { url, headers, cf } = request;
  const admitted = new Visitor({ method: 'GET', url, headers, cf }, env.VISITOR_KEY_SECRET, codeId);
  const decision = decide(toCode(link), new RequestVisit(admitted, scan, () => true), atMs);
  return withAdmission(
    await toResponse(scan, admitted, decision),
    env.PASSWORD_PEPPER,
    { codeId, password },
    atMs,
  );
}

/** Whether neither the visitor's network nor all visitors of the code together have tried too often. Null if a limiter does not respond. */
async function isAttemptAllowed({ codeId, env }: RuledScan, visitor: Visitor): Promise<boolean | null> {
  const limiters = { ofNetwork: env.PASSWORD_LIMIT, ofAll: env.CODE_PASSWORD_LIMIT };
  try {
    return await takeTry(limiters, { networkKey: visitor.networkKey, lockKey: codeId });
  } catch {
    reportOutcome(env.OUTCOMES, 'limiter_failed', { codeId });
    return null;
  }
}

/** 303: the browser follows with a GET that does not carry the password (RFC 9110 §15.4.4). */
function withAdmission(response: Response, pepper: string, code: LockedCode, nowMs: number): Response {
  const admitted = new Response(response.body, {
    status: response.status === 302 ? 303 : response.status,
    headers: response.headers,
  });
  admitted.headers.append('Set-Cookie', createAdmissionCookie(pepper, code, nowMs));
  return admitted;
}

/** A code with a password, in the form that its signed admissions cover. */
interface LockedCode {
  readonly codeId: CodeVisit['codeId'];
  readonly password: PasswordHash;
}

/** `__Host-`: for this host only, for all its paths, and over TLS only (RFC 6265bis §4.1.3.2). */
const nameOf = ({ codeId }: LockedCode) => `__Host-qr-${codeId}`;

/** Whether a cookie of the request proves that the visitor gave the code's password. */
function holdsAdmission(pepper: string, code: LockedCode, cookies: string, nowMs: number): boolean {
  const start = `${nameOf(code)}=`;
  return cookies
    .split(/;\s*/)
    .some(
      (cookie) => cookie.startsWith(start) && isAdmission(pepper, code, cookie.slice(start.length), nowMs),
    );
}

function createAdmissionCookie(pepper: string, code: LockedCode, nowMs: number): string {
  const admission = signAdmission(pepper, code, nowMs);
  return `${nameOf(code)}=${admission}; Path=/; Max-Age=${ADMISSION_SECONDS}; Secure; HttpOnly; SameSite=Lax`;
}

/** Room for a password of 128 characters, percent-encoded, with its field name. */
const MAX_FORM_BYTES = 2_048;

/** The password of a form; null if there is none, or the form is not ours. */
async function readPassword(request: Request): Promise<string | null> {
  const length = Number(request.headers.get('Content-Length') ?? Number.NaN);
  // Browsers always send the length of a form.
  if (!(length <= MAX_FORM_BYTES)) return null;
  try {
    const password = (await request.formData()).get('password');
    return typeof password === 'string' ? password : null;
  } catch {
    return null;
  }
}
