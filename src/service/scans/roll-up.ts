import type { CodeId } from '#core/codes/code-id.ts';
import { NO_SCANS, type ScanDayCount } from '#core/scans/scan.ts';
import { addDays, DAY_MS, startOfUtcDay, toUtcDay } from '#core/utc-day.ts';
import type { Database } from '#storage/database.ts';
import type { Budget } from '../budget.ts';
import type { ScanCounter } from '#storage/scans/counter.ts';
import { oldestKeptDay, raiseScanDays } from '#storage/scans/days.ts';
import { findRollUpState, type RollUpState, saveRollUpState } from '#storage/scans/roll-up-progress.ts';

/** The largest number of rows in a result. A code has at most one row for each device. */
const PAGE_ROWS = 10_000;

/**
 * Lists and statistics count the latest days themselves, so the roll-up need not hurry. The interval is below an hour, because crons run
 * late.
 */
const PASS_INTERVAL_MS = 50 * 60 * 1000;

export interface RollUpReport {
  /** Queries to Analytics Engine. */
  readonly queries: number;
  readonly counts: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  /** Whether the pass reached the present; otherwise the next run continues. */
  readonly isComplete: boolean;
}

interface RollUpDependencies {
  readonly db: Database;
  readonly counter: ScanCounter;
  /** The next run continues with the rest. */
  readonly budget: Budget['rollUp'];
  nowMs(): number;
}

/**
 * Copies the counts of Analytics Engine into `scan_days`, where they stay. A pass recounts every day that is not final: yesterday and
 * today, and after an outage the missed days, as far back as scans are kept. Run twice, late, or stopped anywhere, it ends with the same
 * numbers. Null if it is too early for another pass.
 */
export async function rollUpScans(deps: RollUpDependencies): Promise<RollUpReport | null> {
  const now = deps.nowMs();
  let state = await startOrResume(deps.db, now);
  if (!state?.next) return null;
  const total = { queries: 0, counts: 0, rowsRead: 0, rowsWritten: 0 };
  const today = toUtcDay(now);
  const { budget } = deps;
  const windowsPerDay = DAY_MS / budget.windowMs;
  while (state.next && state.next.day <= today && total.queries + windowsPerDay <= budget.queries) {
    const page = await countPage(deps, state.next.day, state.next.after, now);
    const written = await store(deps.db, page.counts);
    state = advance(state, state.next.day, page.upTo, today);
    await saveRollUpState(deps.db, state);
    total.queries += page.queries;
    total.counts += page.counts.length;
    total.rowsRead += written.rowsRead;
    total.rowsWritten += written.rowsWritten;
  }
  return { ...total, isComplete: state.next === null };
}

async function store(db: Database, counts: readonly ScanDayCount[]) {
  const total = { rowsRead: 0, rowsWritten: 0 };
  for (const statement of raiseScanDays(db, counts)) {
    const { meta } = await statement;
    total.rowsRead += meta.rows_read;
    total.rowsWritten += meta.rows_written;
  }
  return total;
}

/** Where to continue, or the start of a new pass; null if the last one just ended. */
async function startOrResume(db: Database, now: number): Promise<RollUpState | null> {
  const state = await findRollUpState(db);
  if (state?.next) return state;
  if (state && now - state.passStartedAtMs < PASS_INTERVAL_MS) return null;
  const oldest = oldestKeptDay(now);
  const settledDay = state && state.settledDay > oldest ? state.settledDay : oldest;
  return { settledDay, passStartedAtMs: now, next: { day: settledDay, after: null } };
}

/**
 * The state after a page: after its last code, on the next day, or, once today is done, at rest. A day is final when a pass that began at
 * least a day after its end has counted it: by then every point is visible.
 */
function advance(state: RollUpState, day: string, upTo: CodeId | null, today: string): RollUpState {
  if (upTo !== null) return { ...state, next: { day, after: upTo } };
  if (day < today) return { ...state, next: { day: addDays(day, 1), after: null } };
  const yesterday = toUtcDay(state.passStartedAtMs - DAY_MS);
  return { ...state, settledDay: yesterday > state.settledDay ? yesterday : state.settledDay, next: null };
}

/**
 * Counts a day for the codes after `after`, window by window. If a result is full, the page ends before its last code, which may be
 * incomplete, and the other windows are queried up to there: so a day's counts are whole and memory is bounded.
 */
async function countPage(
  { counter, budget: { windowMs } }: RollUpDependencies,
  day: string,
  after: CodeId | null,
  now: number,
): Promise<{ counts: ScanDayCount[]; upTo: CodeId | null; queries: number }> {
  const counts = new Map<string, ScanDayCount>();
  let upTo: CodeId | null = null;
  let queries = 0;
  const start = startOfUtcDay(day);
  for (let from = start; from < Math.min(start + DAY_MS, now); from += windowMs) {
    const window = { fromMs: from, untilMs: from + windowMs };
    const page = await counter.countCodes({ after, upTo }, window, PAGE_ROWS);
    queries++;
    if (page.isFull) upTo = lastWholeCode(page.counts.map((count) => count.codeId));
    for (const count of page.counts) add(counts, { ...count, day });
  }
  const end = upTo;
  return {
    counts: [...counts.values()].filter((count) => end === null || count.codeId <= end),
    upTo,
    queries,
  };
}

function add(counts: Map<string, ScanDayCount>, count: ScanDayCount): void {
  const key = `${count.codeId} ${count.device}`;
  const { scans, lastScanAtMs } = counts.get(key) ?? NO_SCANS;
  counts.set(key, {
    ...count,
    scans: count.scans + scans,
    lastScanAtMs: Math.max(count.lastScanAtMs, lastScanAtMs ?? 0),
  });
}

/** The last code but one in a full page: the last one may continue on the next page. */
function lastWholeCode(codeIds: readonly CodeId[]): CodeId {
  const last = codeIds.at(-1);
  const whole = codeIds.findLast((codeId) => codeId !== last);
  if (!whole) throw new Error('a page of the roll-up holds one code only');
  return whole;
}
