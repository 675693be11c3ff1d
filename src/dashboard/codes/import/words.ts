import { type ImportJob, type ImportStatus, ROW_STATES, type RowState } from '#core/imports/import-job.ts';
import { type PlainMessage, say } from '#languages/say.ts';

export const STATUS_WORDS: Readonly<Record<ImportStatus, PlainMessage>> = {
  reading: 'Reading the file',
  queued: 'Waiting',
  running: 'In progress',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** The outcome of a row, or its expected outcome in a dry run. */
const STATE_WORDS: Readonly<Record<RowState, readonly [done: PlainMessage, foreseen: PlainMessage]>> = {
  created: ['Created', 'New'],
  updated: ['Updated', 'Will be updated'],
  unchanged: ['Unchanged', 'Unchanged'],
  skipped: ['Skipped', 'Will be skipped'],
  failed: ['Failed', 'Invalid'],
};

export function nameState(state: RowState, isDryRun: boolean): string {
  return say(STATE_WORDS[state][isDryRun ? 1 : 0]);
}

/** `New: 30 · Invalid: 1`; or the number of rows, if none is done. */
export function describeCounts({ counts, isDryRun, rows }: ImportJob): string {
  const states = ROW_STATES.filter((state) => counts[state] > 0);
  if (states.length === 0) return say('{rows, plural, one {# row} other {# rows}}', { rows });
  return states
    .map((state) =>
      say('{state}: {count, number}', { state: nameState(state, isDryRun), count: counts[state] }),
    )
    .join(' · ');
}
