import { type ApiError, invalidFields, toItemError } from '#contract/problems/api-error.ts';
import { toReportedWarning } from '#contract/problems/import-phrases.ts';
import { nameAllFaults } from '#contract/problems/name-all-faults.ts';
import { namedTemplate } from '#contract/styles/templates.ts';
import { readUpsert } from '#contract/codes/upserts.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { type LinkName, toShortUrl } from '#core/links/short-url.ts';
import type { Upsert, EditRequest } from '#core/codes/code-request.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { boundResult } from '#core/imports/bound-result.ts';
import { type ConflictMode, type RowResult, type RowState, TAG_SEPARATOR } from '#core/imports/import-job.ts';
import type { Origin } from '#core/imports/origin.ts';
import type { ImportRow } from '#core/imports/row.ts';
import type { Result } from '#core/result.ts';
import { findNamedTemplates } from '#storage/styles/templates.ts';
import { findUpsertProblems } from '../codes/find-problems.ts';
import type { PlanEditor } from '../codes/store-edits.ts';
import { toUpsertError } from '../codes/refusals.ts';
import { compareWithCode } from '../codes/upsert.ts';
import type { Dependencies } from '../dependencies.ts';

/** The plan for a row: already settled, or a code to create or change. */
export type PlannedRow = { readonly row: ImportRow } & (
  | { readonly action: 'settled'; readonly result: RowResult }
  | { readonly action: 'create'; readonly upsert: Upsert }
  | {
      readonly action: 'update';
      readonly upsert: Upsert;
      readonly code: QrCode;
      readonly edit: EditRequest;
      /** The code's past to store; null if it is stored already. */
      readonly origin: Origin | null;
    }
);

interface SliceState {
  /** The existing codes of the slice, by external id. */
  readonly found: ReadonlyMap<string, QrCode>;
  /** The external ids that had no code before the first attempt: codes that exist under them now come from an earlier attempt. */
  readonly absent: ReadonlySet<string>;
  readonly onConflict: ConflictMode;
}

interface ReadRow {
  readonly row: ImportRow;
  readonly upsert: Upsert | null;
  readonly error: ApiError | null;
}

/** Reads the rows of a slice with the checks of the API: rows that fail on their own are settled. */
export async function readRows(
  deps: Dependencies,
  { accountId, plan }: PlanEditor,
  rows: readonly ImportRow[],
): Promise<readonly ReadRow[]> {
  const named = rows.flatMap(({ body }) => namedTemplate(body) ?? []);
  const templates = await findNamedTemplates(deps.db, accountId, named);
  const read = rows.map(({ body, problems }) => readUpsert(body, null, templates, problems));
  const upserts = await nameAllFaults(read, (rests) =>
    findUpsertProblems(deps, { id: accountId, plan }, rests),
  );
  return rows.flatMap((row, i) => {
    const upsert = upserts[i];
    return upsert ? [toReadRow(row, upsert)] : [];
  });
}

function toReadRow(row: ImportRow, upsert: Result<Upsert, ApiError>): ReadRow {
  if (!upsert.ok) return { row, upsert: null, error: upsert.error };
  const { newCode } = upsert.value;
  // Only a new code: whoever has resumed it since does not want it paused again.
  const control = row.comesPaused ? { ...newCode.control, isPaused: true } : newCode.control;
  return {
    row,
    upsert: { ...upsert.value, newCode: { ...newCode, control, origin: row.origin } },
    error: null,
  };
}

/** Plans a row without executing the plan. */
export function planRow(
  deps: Dependencies,
  { row, upsert, error }: ReadRow,
  { found, absent, onConflict }: SliceState,
): PlannedRow {
  const settle = (state: RowState, code: QrCode | null, problem: ApiError | null = null): PlannedRow => ({
    row,
    action: 'settled',
    result: toResult(deps, row, { state, code, error: problem }),
  });
  if (upsert === null) return settle('failed', null, error);
  const code = found.get(row.externalId);
  if (!code) return { row, action: 'create', upsert };
  if (absent.has(row.externalId)) return settle('created', code);
  const edit = compareWithCode(deps, upsert, code);
  const origin = row.origin && JSON.stringify(row.origin) !== JSON.stringify(code.origin) ? row.origin : null;
  if (edit.ok && Object.keys(edit.value).length === 0 && origin === null) return settle('unchanged', code);
  if (onConflict === 'skip') return settle('skipped', code);
  if (onConflict === 'fail') return settle('failed', code, toConflict(code));
  if (!edit.ok) return settle('failed', code, toUpsertError(edit.error));
  return { row, action: 'update', upsert, code, edit: edit.value, origin };
}

function toConflict({ codeId, externalId }: QrCode): ApiError {
  const message = `Your code ${toPublicId(codeId)} has the external id "${externalId}" already, and differs from this row.`;
  return invalidFields([{ field: 'external_id', code: 'external_id_taken', message }], 'external_id_taken');
}

interface Outcome {
  readonly state: RowState;
  readonly code: LinkName | null;
  readonly error?: ApiError | null;
}

/** Characters of a text that a report shows. */
const SHOWN_CHARACTERS = 300;

export function toResult(
  { shortUrlBase }: Pick<Dependencies, 'shortUrlBase'>,
  { row, line, externalId, body, warnings }: ImportRow,
  { state, code, error = null }: Outcome,
): RowResult {
  const { target, title, tags, short_code: shortCode } = body;
  return boundResult({
    row,
    line,
    state,
    id: code && toPublicId(code.codeId),
    externalId,
    target: toShown(target),
    title: toShown(title),
    tags:
      Array.isArray(tags) && tags.length > 0
        ? toShown(tags.slice(0, SHOWN_CHARACTERS).join(TAG_SEPARATOR))
        : null,
    shortUrl: code
      ? toShortUrl(shortUrlBase, code)
      : state !== 'failed' && typeof shortCode === 'string'
        ? `${shortUrlBase}/${shortCode}`
        : null,
    // A row that creates no code needs no warning, and an existing code had its warning when it was created.
    error: error && toItemError(error),
    warnings: state === 'created' ? warnings.map(toReportedWarning) : [],
  });
}

function toShown(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, SHOWN_CHARACTERS).toWellFormed() : null;
}
