import { describeError } from '#core/log-line.ts';
import { requireWrite } from '#storage/upkeep/write-check.ts';
import { StorageUnavailable } from '#storage/unavailable.ts';
import type { Dependencies } from '../dependencies.ts';

type Needs = Pick<Dependencies, 'db' | 'budget' | 'nowMs' | 'reportFailure'>;

interface RowWork<Row> {
  /** The event in the log for a row that fails. */
  readonly event: string;
  /** What the log calls the row; never a secret or a target. */
  readonly nameOf: (row: Row) => string;
  /** How many rows are worked on together. All of them, unless this says otherwise. */
  readonly together?: number;
  /** May be called again with some of the rows after it failed for all of them. */
  readonly work: (rows: readonly Row[]) => Promise<void>;
}

/**
 * A job's work on rows, in order, so that none of them holds up the others: where several fail together, fewer are tried, until the one at
 * fault is alone. It is reported and left behind. Gives the rows that are done or left behind; a run with very many failures does not reach
 * the last ones, so a job that keeps its progress continues after the last row given.
 * @throws if a store does not respond, or the database takes no writes: then no row is at fault
 */
export async function settleRows<Row>(
  deps: Needs,
  rows: readonly Row[],
  { event, nameOf, together = rows.length, work }: RowWork<Row>,
): Promise<readonly Row[]> {
  let settled = 0;
  let width = together;
  for (let failures = 0; failures < deps.budget.failures;) {
    const some = rows.slice(settled, settled + width);
    const [first] = some;
    if (first === undefined) break;
    try {
      await work(some);
      settled += some.length;
      width = Math.min(width * 2, together);
      continue;
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error;
      await requireWrite(deps.db, deps.nowMs());
      if (some.length === 1) deps.reportFailure(event, `${nameOf(first)}: ${describeError(error)}`);
    }
    failures++;
    if (some.length === 1) settled++;
    width = Math.ceil(some.length / 2);
  }
  return rows.slice(0, settled);
}
