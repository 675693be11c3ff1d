import { toPublicId } from '#core/codes/code-id.ts';
import { nameCode } from '#core/codes/name-code.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { ACCOUNT_FILTER_DIMENSIONS, type FilterDimension } from '#core/scans/filter.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { say } from '#languages/say.ts';
import type { AskedScope } from '#service/scans/plan-statistics.ts';
import { readQuestion, toQuery } from './question.ts';

/** The subject of a page of statistics, and its addresses: the page and its parts are the same for one code and for many. */
export interface Subject {
  /** The code; null for the scans of many. */
  readonly code: QrCode | null;
  /** The address of the page. */
  readonly path: string;
  /** The address of the same figures as CSV. */
  readonly csvPath: string;
  readonly heading: string;
  /** The parent page; null if there is none. */
  readonly above: { readonly path: string; readonly name: string } | null;
  /** The dimensions by which its scans are listed and filtered, in the order of the tabs. */
  readonly dimensions: readonly FilterDimension[];
  /** The name for its visitors: those of many codes are added up. */
  readonly visitors: string;
}

/** The order of the tabs: the most frequent questions come first. */
const TABS: readonly FilterDimension[] = [
  'country',
  'region',
  'city',
  'device',
  'source',
  'os',
  'browser',
  'referrer',
  'language',
  'hour',
  'rule',
  'variant',
  'name',
  'link_type',
];

export const ACCOUNT_PATH = '/analytics';

/** The page of one code. */
export function toCodeSubject(code: QrCode): Subject {
  const path = `/codes/${toPublicId(code.codeId)}`;
  return {
    code,
    path: `${path}/analytics`,
    csvPath: `${path}/scans.csv`,
    heading: say('Scans'),
    above: { path, name: nameCode(code) },
    dimensions: code.gs1 ? TABS : TABS.filter((dimension) => dimension !== 'link_type'),
    visitors: say('Unique visitors'),
  };
}

/** The page of all codes, or of those with one of the tags. */
export function toAccountSubject(): Subject {
  return {
    code: null,
    path: ACCOUNT_PATH,
    csvPath: `${ACCOUNT_PATH}/scans.csv`,
    heading: say('Analytics'),
    above: null,
    dimensions: TABS.filter((dimension) => ACCOUNT_FILTER_DIMENSIONS.includes(dimension)),
    visitors: say('Visitors, counted per code'),
  };
}

/** The scope of the requested scans. The path of its page names a single code. */
export function toScope({ code }: Subject, tag: string | undefined): AskedScope {
  if (code !== null) return { kind: 'code', codeId: code.codeId, code };
  return tag === undefined ? { kind: 'account' } : { kind: 'tag', tag };
}

/** What the page of many codes makes of an address, as it would write the query itself. */
export function toAccountViewQuery(url: string): string {
  const { question } = readQuestion(new URL(url).searchParams, toAccountSubject().dimensions, UTC);
  return toQuery(question).slice(1);
}
