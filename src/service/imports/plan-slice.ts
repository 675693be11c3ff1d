import { nameAllFaults } from '#contract/problems/name-all-faults.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { namedTemplate } from '#contract/styles/templates.ts';
import { readUpsert } from '#contract/codes/upserts.ts';
import type { Upsert, EditRequest } from '#core/codes/code-request.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { ConflictMode } from '#core/imports/import-job.ts';
import type { Origin } from '#core/imports/origin.ts';
import type { ImportRow } from '#core/imports/row.ts';
import type { Result } from '#core/result.ts';
import { findNamedTemplates } from '#storage/styles/templates.ts';
import { findUpsertProblems } from '../codes/find-problems.ts';
import type { Actor } from '#core/accounts/account.ts';
import { listRefusals } from '#contract/codes/refusals.ts';
import { compareWithCode } from '../codes/write/compare.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Outcome, type ReportedRow, toResult } from './report.ts';

/** The plan for a row: already settled, or a code to create or change. */
export type PlannedRow = { readonly row: ImportRow } & (
  | { readonly action: 'settled'; readonly result: ReportedRow }
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
  readonly problems: readonly Problem[];
}

/** Reads the rows of a slice with the checks of the API: rows that fail on their own are settled. */
export async function readRows(
  deps: Dependencies,
  actor: Actor,
  rows: readonly ImportRow[],
): Promise<readonly ReadRow[]> {
  const named = rows.flatMap(({ body }) => namedTemplate(body) ?? []);
  const templates = await findNamedTemplates(deps.db, actor.account.id, named);
  const read = rows.map(({ body, problems }) => readUpsert(body, null, templates, problems));
  const upserts = await nameAllFaults(read, (rests) => findUpsertProblems(deps, actor, rests));
  return rows.flatMap((row, i) => {
    const upsert = upserts[i];
    return upsert ? [toReadRow(row, upsert)] : [];
  });
}

function toReadRow(row: ImportRow, upsert: Result<Upsert, readonly Problem[]>): ReadRow {
  if (!upsert.ok) return { row, upsert: null, problems: upsert.error };
  const { newCode } = upsert.value;
  // Only a new code: whoever has resumed it since does not want it paused again.
  const control = row.comesPaused ? { ...newCode.control, isPaused: true } : newCode.control;
  return {
    row,
    upsert: { ...upsert.value, newCode: { ...newCode, control, origin: row.origin } },
    problems: [],
  };
}

/** Plans a row without executing the plan. */
export function planRow(
  deps: Dependencies,
  { row, upsert, problems }: ReadRow,
  { found, absent, onConflict }: SliceState,
): PlannedRow {
  const settle = (
    state: Outcome['state'],
    code: QrCode | null,
    refusals: Outcome['refusals'] = [],
  ): PlannedRow => ({ row, action: 'settled', result: toResult(deps, row, { state, code, refusals }) });
  if (upsert === null) return settle('failed', null, problems);
  const code = found.get(row.externalId);
  if (!code) return { row, action: 'create', upsert };
  if (absent.has(row.externalId)) return settle('created', code);
  const edit = compareWithCode(deps, upsert, code);
  const origin = row.origin && JSON.stringify(row.origin) !== JSON.stringify(code.origin) ? row.origin : null;
  if (edit.ok && Object.keys(edit.value).length === 0 && origin === null) return settle('unchanged', code);
  if (onConflict === 'skip') return settle('skipped', code);
  if (onConflict === 'fail') return settle('failed', code, [toConflict(code, row)]);
  if (!edit.ok) return settle('failed', code, listRefusals(edit.error));
  return { row, action: 'update', upsert, code, edit: edit.value, origin };
}

function toConflict({ codeId }: QrCode, { externalId }: ImportRow): Problem {
  return { code: 'row_differs', field: 'external_id', values: { codeId, externalId } };
}
