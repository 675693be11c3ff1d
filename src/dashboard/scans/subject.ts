import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { ACCOUNT_FILTER_DIMENSIONS, type FilterDimension } from '#core/scans/filter.ts';
import type { AskedScope } from '#service/scans/plan-statistics.ts';
import { nameCode } from '../codes/name-code.ts';

/** Whose scans a page of statistics shows, and where it stands: the page and its parts are the same for one code and for many. */
export interface Subject {
  /** The code; null where the scans are of many. */
  readonly codeId: CodeId | null;
  /** Of the page. */
  readonly path: string;
  /** Of the same figures as CSV. */
  readonly csvPath: string;
  readonly heading: string;
  /** The page above it; null where there is none. */
  readonly above: { readonly path: string; readonly name: string } | null;
  /** By what its scans are listed and filtered, in the order of the tabs. */
  readonly dimensions: readonly FilterDimension[];
  /** What its visitors are called: those of many codes are added up. */
  readonly visitors: string;
  /** Those to choose from; null where the scans are of one code. */
  readonly tags: readonly string[] | null;
}

/** The order of the tabs: what is asked for most often comes first. */
const TABS: readonly FilterDimension[] = [
  'country',
  'region',
  'city',
  'device',
  'os',
  'browser',
  'referrer',
  'language',
  'hour',
  'rule',
  'variant',
];

export const ACCOUNT_PATH = '/analytics';

/** The page of one code. */
export function toCodeSubject(code: QrCode): Subject {
  const { codeId } = code;
  const path = `/codes/${toPublicId(codeId)}`;
  return {
    codeId,
    path: `${path}/analytics`,
    csvPath: `${path}/scans.csv`,
    heading: 'Scans',
    above: { path, name: nameCode(code) },
    dimensions: TABS,
    visitors: 'Unique visitors',
    tags: null,
  };
}

/** The page of all codes, or of those with one of the tags. */
export function toAccountSubject(tags: readonly string[]): Subject {
  return {
    codeId: null,
    path: ACCOUNT_PATH,
    csvPath: `${ACCOUNT_PATH}/scans.csv`,
    heading: 'Analytics',
    above: null,
    dimensions: TABS.filter((dimension) => ACCOUNT_FILTER_DIMENSIONS.includes(dimension)),
    visitors: 'Visitors, summed over codes',
    tags,
  };
}

/** Of what scans are asked for. One code is named by the path of its page. */
export function toScope({ codeId }: Subject, tag: string | undefined): AskedScope {
  if (codeId !== null) return { kind: 'code', codeId };
  return tag === undefined ? { kind: 'account' } : { kind: 'tag', tag };
}
