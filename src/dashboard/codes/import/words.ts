import { type ImportField, isContentColumn, type NamedField } from '#core/imports/columns.ts';
import { type ImportJob, type ImportStatus, ROW_STATES, type RowState } from '#core/imports/import-job.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { labelsOf } from '../../frame/forms/field-table.tsx';
import { LIMITS } from '../control/limits-section.tsx';
import { OWN_TEXTS } from '../own-texts.ts';

/** What a column contains. The fields of a content have the names of the interface, as their columns do. */
export function nameColumn(field: ImportField): string {
  return isContentColumn(field) ? field : say(FIELD_NAMES[field]);
}

export const FIELD_NAMES: Readonly<Record<NamedField, PlainMessage>> = {
  ...labelsOf(OWN_TEXTS),
  ...labelsOf(LIMITS),
  target: 'Target',
  short_url: 'Short link',
  domain: 'Domain',
  names: 'Short links',
  path: 'Short code',
  tags: 'Tags',
  metadata: 'Metadata',
  source_id: 'Id in another service',
  created_at: 'Creation date',
  scans: 'Scans so far',
  scans_by_day: 'Scans by day',
  starts_at: 'Start date',
  ends_at: 'End date',
  fallback_url: 'Address after the end date',
  forward_query: 'Pass on URL parameters',
  utm: 'Campaign parameters',
  preview: 'Link preview',
  paused: 'Paused',
  archived: 'Archived',
  password: 'Password',
  rules: 'Scan rules',
  variants: 'Variants',
  type: 'Type of content',
  dynamic: 'Dynamic or static',
  color: 'Colour',
  color_dark: 'Dark colour',
  color_light: 'Light colour',
  format: 'File format',
  size: 'Width in pixels',
  margin: 'Quiet zone in modules',
  error_correction: 'Error correction',
  style: 'Design',
};

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
  deleted: ['Deleted', 'Deleted'],
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
