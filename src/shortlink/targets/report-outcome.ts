import type { CodeId } from '#core/codes/code-id.ts';
import type { AddressKey } from '#core/links/link-address.ts';
import { formatLogLine } from '#core/log-line.ts';
import type { Served } from '#storage/links/look-up.ts';

/**
 * The outcome of a scan that no cache could serve. `miss`, `renewal`, `unknown` and `database_failed` are one database query each;
 * `replica_failed` is a replica that failed or answered late, the first time: from then on the primary is asked at the same time; `stale`, `copy` and `unavailable` are responses during a failure; `copy_failed` is an unreadable copy; `bad_location` is a stored location that is
 * not safe to send. `blocked` is a scan of an inactive code, from whatever source; `overrun` is one that a limited code let through because
 * its limit could not be queried; `unreadable` is one of a code whose control this version cannot read; `limiter_failed` is a password that
 * could not be counted. Hot scans have no outcome.
 */
export type Outcome =
  | 'miss'
  | 'renewal'
  | 'unknown'
  | 'database_failed'
  | 'replica_failed'
  | 'stale'
  | 'copy'
  | 'copy_failed'
  | 'unavailable'
  | 'bad_location'
  | 'unreadable'
  | 'overrun'
  | 'limiter_failed'
  | 'blocked';

const IS_FAILURE: ReadonlySet<Outcome> = new Set([
  'database_failed',
  'copy_failed',
  'unavailable',
  'bad_location',
  'unreadable',
  'overrun',
  'limiter_failed',
]);

/** Routine work after the response: counted, but not logged. */
const IS_COUNTED_ONLY: ReadonlySet<Outcome> = new Set(['renewal', 'blocked']);

export interface OutcomeDetails {
  readonly codeId?: CodeId;
  /** For a scan that did not start with the id. */
  readonly name?: AddressKey;
  /** The number of responses that this report stands for; 1 by default. */
  readonly count?: number;
  readonly ms?: number;
  /** The copy of the database that answered. */
  readonly served?: Served | null;
  readonly error?: string;
}

/**
 * Writes one data point and, except for renewals and blocked scans, one log line: `index1` the outcome, `double1` the count, `double2`
 * milliseconds; of a query also `blob1`, the region that answered, and `blob2`, whether that was the primary. Never throws.
 */
export function reportOutcome(
  dataset: AnalyticsEngineDataset,
  outcome: Outcome,
  { codeId, name, count = 1, ms = 0, served, error }: OutcomeDetails,
): void {
  if (!IS_COUNTED_ONLY.has(outcome)) {
    const line = formatLogLine(`short_link_${outcome}`, {
      code_id: codeId,
      name,
      count,
      ms,
      region: served?.region,
      copy: served ? copyOf(served) : undefined,
      error,
    });
    if (IS_FAILURE.has(outcome)) console.error(line);
    else console.log(line);
  }
  try {
    const blobs = served ? { blobs: [served.region, copyOf(served)] } : {};
    dataset.writeDataPoint({ indexes: [outcome], doubles: [count, ms], ...blobs });
  } catch {
    // The log line is already written, and an uncounted renewal still happened.
  }
}

function copyOf({ isPrimary }: Served): string {
  return isPrimary ? 'primary' : 'replica';
}
