import type { LinkDomain } from '#storage/domains/link-domains.ts';
import { followControl } from './control/follow.ts';
import { asksForFile, showContent } from './content/show.ts';
import { leadToUrl, showNothing } from './domains/pages.ts';
import { toPageBrand } from './page-brand.ts';
import { redirectTo, refuseMethod, showPage, withoutBodyForHead } from './responses.ts';
import { toPlainScan } from './scans/describe.ts';
import { recordScan } from './scans/record.ts';
import { Visitor } from './scans/visitor.ts';
import { reportOutcome } from './targets/report-outcome.ts';
import type { Target } from './targets/targets.ts';
import { type CodeVisit, openStores } from './visit.ts';

/** Responds to a scan of a code, and records it. */
export function follow(visit: CodeVisit): Response | Promise<Response> {
  const { codeId, resolvers } = visit;
  const target = resolvers.targets.find(codeId, () => openStores(visit));
  return target instanceof Promise ? target.then((found) => leadTo(found, visit)) : leadTo(target, visit);
}

/** A code answers on the hosts of its own account, and on no other account's. */
export function ofDomain(domain: LinkDomain | null, target: Target): Target {
  return domain !== null && typeof target !== 'string' && target.accountId !== domain.accountId
    ? 'unknown'
    : target;
}

/** Responds to a scan of a code that leads to `target`, and records it. */
export function leadTo(found: Target, visit: CodeVisit): Response | Promise<Response> {
  const { request, env, codeId, domain } = visit;
  const nowMs = visit.nowMs();
  const target = ofDomain(domain, found);
  if (typeof target !== 'string' && target.kind === 'ruled') {
    return followControl({ ...visit, link: target, atMs: nowMs });
  }
  if (request.method === 'POST') return refuseMethod();
  if (typeof target === 'string' || target.kind !== 'redirect') return showTarget(visit, target, nowMs);
  const redirection = redirectTo(target.location);
  if (!redirection) {
    reportOutcome(env.OUTCOMES, 'bad_location', { codeId });
    return showPage(request, 'unavailable');
  }
  if (target.isTracked) recordPlainScan(visit, target, nowMs);
  return redirection;
}

function recordPlainScan(
  visit: CodeVisit,
  { accountId }: { readonly accountId: string },
  nowMs: number,
): void {
  const { request, env, ctx, codeId } = visit;
  const scan = toPlainScan(visit, nowMs, accountId);
  recordScan(new Visitor(request, env.VISITOR_KEY_SECRET, codeId), env, ctx, scan);
}

/** What a code shows that leads nowhere now, or to content. */
export function showTarget(
  visit: CodeVisit,
  target: Exclude<Target, { kind: 'redirect' | 'ruled' }>,
  nowMs: number,
): Response {
  const { request, env, codeId, domain } = visit;
  if (target === 'unknown') return showNothing(request, domain, env);
  if (target === 'unavailable') return showPage(request, 'unavailable');
  const brand = toPageBrand(target.brand, env);
  switch (target.kind) {
    case 'unreadable':
      reportOutcome(env.OUTCOMES, 'unreadable', { codeId });
      return showPage(request, 'unavailable');
    case 'gone':
      return leadToUrl(domain?.expiredUrl) ?? showPage(request, 'gone', { brand });
    case 'disabled':
      return showPage(request, target.disabledFor === 'legal' ? 'withheld' : 'disabled');
    case 'shown':
      if (target.isTracked && !asksForFile(request)) recordPlainScan(visit, target, nowMs);
      return withoutBodyForHead(request, showContent(request, codeId, target, { brand }));
  }
}
