import type { ImportJob, ImportStatus, RowState } from '#core/imports/import-job.ts';
import { formatCount } from '../../frame/format-count.ts';

export const STATUS_WORDS: Readonly<Record<ImportStatus, string>> = {
  reading: 'Reading the file',
  queued: 'Waiting',
  running: 'In progress',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** The outcome of a row, or its expected outcome in a dry run. */
const STATE_WORDS: Readonly<Record<RowState, readonly [done: string, foreseen: string]>> = {
  created: ['created', 'new'],
  updated: ['updated', 'to update'],
  unchanged: ['unchanged', 'unchanged'],
  skipped: ['skipped', 'to skip'],
  failed: ['failed', 'invalid'],
};

export function nameState(state: RowState, isDryRun: boolean): string {
  return STATE_WORDS[state][isDryRun ? 1 : 0];
}

/** `3 new, 1 invalid`; or the number of rows, if none is done. */
export function describeCounts({ counts, isDryRun, rows }: ImportJob): string {
  const parts = (Object.entries(counts) as [RowState, number][])
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${formatCount(count)} ${nameState(state, isDryRun)}`);
  return parts.length > 0 ? `${parts.join(', ')}.` : `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}.`;
}
