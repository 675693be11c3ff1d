import { sayRowWarning } from '#contract/problems/import-phrases.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { explainQuota } from '#contract/problems/quota-phrases.ts';
import { sayInRow } from '#contract/problems/row-phrases.ts';
import { IMPORT_FIELDS, type ImportField, isContentColumn, isGs1Column } from '#core/imports/columns.ts';
import { say } from '#languages/say.ts';
import type { Refusal } from '#contract/codes/refusals.ts';
import type { ReportedRow } from '#service/imports/report.ts';
import { nameColumn } from './words.ts';

/** Why a row failed, a sentence for each reason. */
export function sayErrors({ error }: ReportedRow): string[] {
  if (!error) return [];
  return [...error.problems.map(sayRefusal), ...(error.isCut ? [say('And more.')] : [])];
}

/** What a row lost on its way, a sentence for each warning. */
export function sayWarnings({ warnings }: ReportedRow): string[] {
  return warnings.map(sayRowWarning);
}

function sayRefusal(refusal: Refusal): string {
  if ('code' in refusal) return sayProblem(refusal);
  switch (refusal.reason) {
    case 'quota_exceeded':
      return explainQuota(refusal);
    case 'images_not_stored':
      return say('The images could not be stored. Import this row again later.');
    case 'code_not_dynamic':
      return say('This code is static: its target, and what happens on a scan, cannot change.');
    case 'not_found':
    case 'precondition_failed':
    case 'code_missing':
    case 'code_exists':
      return say('Somebody else was changing this code. Import this row again.');
  }
}

function sayProblem(problem: Problem): string {
  const field = sayField(problem.field);
  const sentence = sayInRow(problem);
  return field === null ? sentence : say('{field}: {problem}', { field, problem: sentence });
}

/** Fields of a code that a file calls otherwise. */
const COLUMNS: Readonly<Record<string, ImportField>> = {
  short_code: 'path',
  'color.dark': 'color_dark',
  'color.light': 'color_light',
  original_created_at: 'created_at',
  imported_scans: 'scans',
};

/** A changed field by the name that the page of the columns uses. */
export function sayChangedField(field: string): string {
  return sayField(field) ?? field;
}

/** How a row differs from its code, a part for each field. */
export function sayChanges({ changes, changesLeftOut }: ReportedRow): string[] {
  const toText = (value: ReportedRow['changes'][number]['to']) => (value === null ? '–' : String(value));
  return [
    ...changes.map(({ field, from, to }) => `${sayChangedField(field)}: ${toText(from)} → ${toText(to)}`),
    ...(changesLeftOut === 0 ? [] : [sayChangesLeftOut(changesLeftOut)]),
  ];
}

export function sayChangesLeftOut(count: number): string {
  return say('And {count, plural, one {# more change} other {# more changes}}.', { count });
}

/** A field by the name that the page of the columns uses, and the place in it; null if it is the row as a whole. */
function sayField(field: string): string | null {
  const [top = ''] = /^\w+/.exec(field) ?? [];
  const place = field.slice(top.length).replace(/^\./, '');
  if (isContentColumn(field) || isGs1Column(field)) return nameColumn(field);
  if (field.startsWith('content')) return field;
  const column = COLUMNS[field] ?? COLUMNS[top] ?? IMPORT_FIELDS.find((one) => one === top);
  if (column === undefined) return null;
  const name = nameColumn(column);
  if (place === '' || field in COLUMNS) return name;
  const [, index] = /^\[(\d+)\]$/.exec(place) ?? [];
  return index === undefined
    ? say('{field} ({place})', { field: name, place })
    : say('{field}, no. {place, number}', { field: name, place: Number(index) + 1 });
}
