import type { CodeId } from '../codes/code-id.ts';
import { formatScanFilter, type ScanFilter } from './filter.ts';
import { hasUtcDays, type ScanPeriod } from './period.ts';

/** A tag with more codes has no visitors, breakdowns, filters and other time zones: the log would have to be queried for each code. */
export const MAX_TAG_CODES = 500;

/** The codes that currently have a tag. */
export interface TagScope {
  readonly kind: 'tag';
  readonly accountId: string;
  readonly tagId: number;
  /** Null if there are more than `MAX_TAG_CODES`: the log of single scans cannot be queried for so many. */
  readonly codeIds: readonly CodeId[] | null;
}

/** The codes of a tag for which the log may be queried. */
export function codesOf({ codeIds }: TagScope): readonly CodeId[] {
  if (codeIds === null) throw new Error('the log is never asked about so many codes');
  return codeIds;
}

/** Many codes: all of an account, including deleted ones, or those with a tag. */
export type ManyCodes = TagScope | { readonly kind: 'account'; readonly accountId: string };

/** The codes whose scans are counted. */
export type ScanScope =
  | { readonly kind: 'code'; readonly accountId: string; readonly codeId: CodeId }
  | ManyCodes;

/** The counted scans: those of a scope, in a period, that match every filter. */
export interface ScanSelection {
  readonly scope: ScanScope;
  readonly period: ScanPeriod;
  readonly filters: readonly ScanFilter[];
}

/** Whether the sums of the selection's days are kept for ever: those of all scans, by UTC day. */
export function isCountedByDay({ period, filters }: ScanSelection): boolean {
  return filters.length === 0 && hasUtcDays(period);
}

/** Identifies a selection within its account: also by the zone, because selections with different days and hours may begin and end together. */
export function nameSelection({ scope, period, filters }: ScanSelection): string {
  const { fromMs, untilMs, zone } = period;
  const values = filters.length === 0 ? [] : [JSON.stringify(filters.map(formatScanFilter))];
  return [nameScope(scope), fromMs, untilMs, zone, ...values].join(' ');
}

function nameScope(scope: ScanScope): string {
  switch (scope.kind) {
    case 'code':
      return scope.codeId;
    case 'tag':
      return `tag-${scope.tagId}`;
    case 'account':
      return 'all';
  }
}
