import type { ColoCache } from './cache.ts';
import type { Outcome, OutcomeDetails } from './report-outcome.ts';

/** The stores that one scan may read. */
export interface Stores {
  readonly db: D1Database;
  readonly copies: KVNamespace;
  readonly colo: ColoCache;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly report: (outcome: Outcome, details: OutcomeDetails) => void;
}
