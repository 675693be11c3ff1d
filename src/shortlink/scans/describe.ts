import { remember } from '#core/bounded-map.ts';
import { parseCountry, parseLanguage, parsePlace, parseReferrerHost } from '#core/scans/request-facts.ts';
import type { Scan } from '#core/scans/scan.ts';
import { readSource } from '#core/scans/source.ts';
import { pathOf } from '../path-of.ts';
import type { CodeVisit } from '../visit.ts';
import type { Visitor } from './visitor.ts';

/** Languages repeat, as user agents do. */
const readLanguage = remember(1_000, parseLanguage);

/** Which code redirected where, and when. */
export type LedScan = Pick<Scan, 'codeId' | 'atMs' | 'rule' | 'variant' | 'accountId' | 'name' | 'linkType'>;

/** A scan of a code that redirects to its target. */
export function toPlainScan(
  { codeId, name, linkType = null }: Pick<CodeVisit, 'codeId' | 'name' | 'linkType'>,
  atMs: number,
  accountId: string,
): LedScan {
  return { codeId, atMs, rule: null, variant: null, accountId, name, linkType };
}

/**
 * The record of a request: a few words about it, and a keyed hash. IP address and query stay within the visitor, and the user agent does
 * not even reach this function: docs/privacy.md.
 */
export function describeScan(
  visitor: Visitor,
  { codeId, atMs, rule, variant, accountId, name, linkType }: LedScan,
): Scan {
  const { headers } = visitor;
  const { cf, url } = visitor.request;
  const { device, os, browser } = visitor.userAgent;
  const country = parseCountry(cf?.country);
  return {
    codeId,
    atMs,
    device,
    visitorKey: visitor.key,
    country,
    region: parsePlace(cf?.region, country),
    city: parsePlace(cf?.city, country),
    os,
    browser,
    referrer: parseReferrerHost(headers.get('Referer')),
    language: readLanguage(headers.get('Accept-Language') ?? ''),
    rule,
    variant,
    accountId,
    name,
    source: readSource(pathOf(url), codeId, name),
    linkType,
  };
}
