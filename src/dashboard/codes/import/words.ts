import { CONTENT_TYPES } from '#core/content/content.ts';
import {
  CONTENT_COLUMNS,
  type Gs1Column,
  IMPORT_FIELDS,
  type ImportField,
  isContentColumn,
  isGs1Column,
  type NamedField,
} from '#core/imports/columns.ts';
import { type ImportJob, type ImportStatus, ROW_STATES, type RowState } from '#core/imports/import-job.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { labelsOf } from '../../frame/forms/field-table.tsx';
import type { Choice } from '../../kit/choices/picker.tsx';
import { CONTENT_NAMES } from '../content-names.ts';
import { nameElement } from '../page/item-fold.tsx';
import { nameTargetField } from '../form/content/target-fields.tsx';
import { FLAG_COLUMNS } from '../control/flags.ts';
import { LIMITS } from '../control/limits-section.tsx';
import { OWN_TEXTS } from '../own-texts.ts';

/** What a column contains. A field that several types of content have can have a name for each. */
export function nameColumn(field: ImportField): string {
  if (isGs1Column(field)) return nameGs1Column(field);
  if (!isContentColumn(field)) return say(FIELD_NAMES[field]);
  const names = CONTENT_TYPES.flatMap((type) => nameTargetField(type, field.slice('content.'.length)) ?? []);
  return [...new Set(names)].join(' / ') || field;
}

function nameGs1Column(field: Gs1Column): string {
  const [, ai] = /^gs1\.(\d+)$/.exec(field) ?? [];
  return ai === undefined ? say('Link {type}', { type: field.slice('link:'.length) }) : nameElement(ai);
}

/** What most files have; all else is behind “More”. */
const FREQUENT: readonly ImportField[] = [
  'target',
  'title',
  'tags',
  'short_url',
  'path',
  'external_id',
  'ends_at',
];

/** All that a column can contain, in groups: the fields of each type of content are one. */
export function groupColumns(): readonly (readonly [group: string, fields: readonly Choice[]])[] {
  const others = IMPORT_FIELDS.filter((field) => !isContentColumn(field) && !FREQUENT.includes(field));
  const toChoice = (value: ImportField) => ({ value, label: nameColumn(value) });
  return [
    ['', FREQUENT.map(toChoice)],
    [say('More'), others.map(toChoice)],
    ...CONTENT_TYPES.map((type) => {
      const fields = CONTENT_COLUMNS.flatMap((value) => {
        const label = nameTargetField(type, value.slice('content.'.length));
        return label === null ? [] : [{ value, label }];
      });
      return [say(CONTENT_NAMES[type]), fields] as const;
    }).filter(([, fields]) => fields.length > 0),
  ];
}

export const FIELD_NAMES: Readonly<Record<NamedField, PlainMessage>> = {
  ...labelsOf(OWN_TEXTS),
  ...labelsOf(LIMITS),
  ...FLAG_COLUMNS,
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
  utm: 'Campaign parameters',
  preview: 'Link preview',
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
  gs1: 'GS1 elements',
  links: 'Links by type',
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
  updated: ['Updated', 'Exists, and differs'],
  unchanged: ['Unchanged', 'Unchanged'],
  skipped: ['Skipped', 'Exists, and differs'],
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
