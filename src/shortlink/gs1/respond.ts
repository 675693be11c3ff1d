import { BoundedMap } from '#core/bounded-map.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import { escapeHtml } from '#core/escape-html.ts';
import type { ElementFault } from '#core/gs1/element.ts';
import { LINKSET_TYPE } from '#core/gs1/linkset.ts';
import { tellFault } from '#core/gs1/tell-fault.ts';
import { HSTS } from '../hsts.ts';
import { startOfPath } from '../path-of.ts';
import { languageOf, renderFrame } from '../page-frame.ts';
import { MAX_KEPT_REDIRECTIONS, withoutBodyForHead } from '../responses.ts';
import { GS1_TEXTS } from './texts.ts';
import { asksForPage } from './wish.ts';

/** Pages of any site may ask a resolver (GS1 Conformant Resolver 1.2 §4). */
export const CROSS_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Link',
};

const JSON_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  ...CROSS_ORIGIN,
  ...HSTS,
};

export function sendJson(request: Request, body: object, status = 200, more: object = {}): Response {
  const headers = { ...JSON_HEADERS, ...more };
  return withoutBodyForHead(request, new Response(JSON.stringify(body), { status, headers }));
}

/** What GS1 publishes for reading a linkset as JSON-LD. */
export const LINKSET_CONTEXT = 'https://ref.gs1.org/standards/resolver/linkset-context';
export const LINKSET_HEADERS = {
  'Content-Type': LINKSET_TYPE,
  Link: `<${LINKSET_CONTEXT}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`,
};

/** `https://id.example.com`. Plain http is there on this machine only, where a test or a proxy may stand in front with https. */
export function rootOf({ url, headers }: Request): string {
  const origin = url.slice(0, startOfPath(url));
  const isForwarded = origin.startsWith('http:') && headers.get('X-Forwarded-Proto') === 'https';
  return isForwarded ? origin.replace('http:', 'https:') : origin;
}

/** The address of an item's linkset, as the header of every response about the item. */
export function linkToLinkset(request: Request, path: string): string {
  return `<${rootOf(request)}/${path}?linkType=linkset>; rel="linkset"; type="${LINKSET_TYPE}"`;
}

/** The last redirect of each code: docs/decisions/redirect.md says why one without a body may be sent many times. */
const redirects = new BoundedMap<
  CodeId,
  { readonly of: Response; readonly link: string; readonly made: Response }
>(MAX_KEPT_REDIRECTIONS);

/** The response of a code as that of a resolver. 307 keeps the method. */
export function toResolved(of: Response, codeId: CodeId, link: string): Response {
  const kept = redirects.get(codeId);
  if (kept?.of === of && kept.link === link) return kept.made;
  const { body, headers, status } = of;
  const made = new Response(body, { status: status === 302 ? 307 : status, headers });
  for (const [name, value] of Object.entries({ ...CROSS_ORIGIN, Link: link })) made.headers.set(name, value);
  if (body === null) redirects.set(codeId, { of, link, made });
  return made;
}

/** 400: what is asked for is no Digital Link. */
export function refuseItem(request: Request, fault: ElementFault): Response {
  return refuse(request, 'invalid_digital_link', 400, tellFault(fault));
}

/** A refusal with the words for a person, or for a program. */
export function refuse(
  request: Request,
  code: keyof typeof GS1_TEXTS,
  status: number,
  message: string,
): Response {
  if (!asksForPage(request)) return sendJson(request, { code, message, status }, status);
  const language = languageOf(request);
  const [heading, text] = GS1_TEXTS[code][language];
  const body = `<p>${escapeHtml(text)}</p>`;
  const content = { status, sign: 'question', heading, body, headers: CROSS_ORIGIN } as const;
  return withoutBodyForHead(request, renderFrame(request, language, content));
}
