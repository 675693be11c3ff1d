import type { Comparison } from '#core/scans/period.ts';
import { DEFAULT_SCAN_RANGE, type ScanRange } from '#core/scans/range.ts';

/** What somebody chose on the overview. */
export interface OverviewQuery {
  readonly range: ScanRange;
  readonly compare: Comparison;
  /** Null for all codes. */
  readonly tag: string | null;
}

/** The page with a choice; what is usual does not stand in the address. */
export function toOverviewPath({ range, compare, tag }: OverviewQuery): string {
  const query = new URLSearchParams();
  if (range !== DEFAULT_SCAN_RANGE) query.set('range', range);
  if (compare !== 'previous_period') query.set('compare', compare);
  if (tag !== null) query.set('tag', tag);
  return query.size === 0 ? '/overview' : `/overview?${query.toString()}`;
}
