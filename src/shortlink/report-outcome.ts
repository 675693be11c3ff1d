import type { CodeId } from '../core/code-id.ts';
import { formatLogLine } from '../core/log-line.ts';

/**
 * How a scan was answered where no cache had the answer. `miss`, `renewal`, `unknown` and `database_failed` are one query of the
 * database each; `stale`, `copy` and `unavailable` are answers while it failed; `copy_failed` is the copy's own failure. Hot scans have no outcome: they cost nothing.
 */
export type Outcome =
  | 'miss'
  | 'renewal'
  | 'unknown'
  | 'database_failed'
  | 'stale'
  | 'copy'
  | 'copy_failed'
  | 'unavailable'
  | 'bad_location';

const IS_FAILURE: ReadonlySet<Outcome> = new Set([
  'database_failed',
  'copy_failed',
  'unavailable',
  'bad_location',
]);

/** What goes on after the answer, all the time, and hurts nobody: counted, and not worth a line. */
const IS_COUNTED_ONLY: ReadonlySet<Outcome> = new Set(['renewal']);

export interface OutcomeDetails {
  readonly codeId: CodeId;
  /** Answers that this report stands for; 1 where absent. */
  readonly count?: number;
  readonly ms?: number;
  readonly error?: string;
}

/** One counter point, and but for renewals one log line: `index1` the outcome, `double1` how often, `double2` milliseconds. Never throws. */
export function reportOutcome(
  dataset: AnalyticsEngineDataset,
  outcome: Outcome,
  { codeId, count = 1, ms = 0, error }: OutcomeDetails,
): void {
  if (!IS_COUNTED_ONLY.has(outcome)) {
    const line = formatLogLine(`short_link_${outcome}`, { code_id: codeId, count, ms, error });
    if (IS_FAILURE.has(outcome)) console.error(line);
    else console.log(line);
  }
  try {
    dataset.writeDataPoint({ indexes: [outcome], doubles: [count, ms] });
  } catch {
    // The log line is there; an uncounted renewal is none the less done.
  }
}
