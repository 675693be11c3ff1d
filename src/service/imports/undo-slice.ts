import { toEditRequest, updateBody } from '#contract/codes/requests.ts';
import { listRefusals, type Refusal } from '#contract/codes/refusals.ts';
import type { Actor } from '#core/accounts/account.ts';
import { type CodeId, parsePublicId } from '#core/codes/code-id.ts';
import type { EditRequest } from '#core/codes/code-request.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { ImportJob, RowChange, RowState } from '#core/imports/import-job.ts';
import { boundResult } from '#core/imports/bound-result.ts';
import type { RowProblem } from '#core/imports/row-problem.ts';
import { findQrCodes } from '#storage/codes/code-states.ts';
import { type EarlierState, readEarlierStates } from '#storage/imports/files.ts';
import { findSliceToUndo } from '#storage/imports/imports.ts';
import { countScans } from '../codes/read.ts';
import { writeCodes } from '../codes/write/write.ts';
import type { Dependencies } from '../dependencies.ts';
import type { AppliedSlice } from './apply-slice.ts';
import { listChanges } from './own-rows.ts';
import { type ReportedRow, toRowError } from './report.ts';

/** The next slice of an import to undo, as it was imported. */
export async function readUndo(deps: Dependencies, job: ImportJob) {
  const { undoes } = job;
  const slice = undoes === null ? null : await findSliceToUndo(deps.db, { id: job.id, undoes });
  if (!slice || slice.fileKey === null || undoes === null) throw new Error(`what ${job.id} undoes is gone`);
  const earlier = await readEarlierStates(
    deps.images,
    { importId: undoes, fileKey: slice.fileKey },
    job.position,
  );
  // Every stored result was made as one.
  const results = slice.results as readonly ReportedRow[];
  return {
    rows: results.length,
    apply: (_: unknown, actor: Actor) => undoSlice(deps, actor, results, earlier),
  };
}

/** What becomes of a row. */
interface Undone {
  readonly state: RowState;
  readonly changes?: readonly RowChange[];
  readonly refusals?: readonly Refusal[];
}

interface Restoration {
  readonly code: QrCode;
  readonly request: EditRequest;
  readonly revision: number;
  readonly changes: readonly RowChange[];
}

const NEW = new Set([1]);

/**
 * Deletes the codes that a slice created, and restores those that it changed. What somebody has changed or scanned since stays, and so does
 * a code with a short code of its own. A second attempt finds deleted codes gone, and restored ones restored.
 */
async function undoSlice(
  deps: Dependencies,
  actor: Actor,
  results: readonly ReportedRow[],
  earlier: readonly EarlierState[],
): Promise<AppliedSlice> {
  const codeIds = results.flatMap(({ id }) => (id && parsePublicId(id)) || []);
  const codes = codeIds.length === 0 ? [] : await findQrCodes(deps.db, actor.account.id, codeIds);
  const byId = new Map(codes.map((code) => [code.codeId, code]));
  const stateOf = new Map(earlier.map((state) => [state.codeId, state]));
  const scans = await countScans(deps, codes);
  const undone = new Map<CodeId, Undone>();
  const deletions: CodeId[] = [];
  const restorations: Restoration[] = [];
  for (const { id, state } of results) {
    const codeId = id === null ? null : parsePublicId(id);
    if (codeId === null || (state !== 'created' && state !== 'updated')) continue;
    const code = byId.get(codeId);
    if (!code) undone.set(codeId, { state: state === 'created' ? 'deleted' : 'unchanged' });
    else if (state === 'created') {
      const problem = findHindrance(code, scans.get(codeId)?.scans ?? 0);
      if (problem) undone.set(codeId, { state: 'failed', refusals: [problem] });
      else deletions.push(codeId);
    } else {
      const restoration = toRestoration(deps, code, stateOf.get(codeId));
      if (!restoration) undone.set(codeId, CHANGED_SINCE);
      else if (restoration.changes.length === 0) undone.set(codeId, { state: 'unchanged' });
      else if (code.revision !== restoration.revision) undone.set(codeId, CHANGED_SINCE);
      else restorations.push(restoration);
    }
  }
  const deleted = await writeCodes(
    deps,
    actor,
    deletions.map((codeId) => ({ kind: 'delete', codeId, expected: NEW }) as const),
  );
  deletions.forEach((codeId, i) => {
    const result = deleted[i];
    // One that is gone was deleted by somebody else.
    const isGone = !result || result.ok || result.error.reason === 'not_found';
    undone.set(codeId, isGone ? { state: 'deleted' } : CHANGED_SINCE);
  });
  await restore(deps, actor, restorations, undone);
  return { results: results.map((result) => toUndoneRow(result, undone)), names: 0, bytesTaken: 0 };
}

const CHANGED_SINCE: Undone = { state: 'failed', refusals: [toProblem('changed_since_import', {})] };

function findHindrance({ revision, shortCode }: QrCode, scans: number): RowProblem | null {
  if (revision !== 1) return toProblem('changed_since_import', {});
  if (scans > 0) return toProblem('scanned_since_import', { scans });
  return shortCode === null ? null : toProblem('keeps_short_code', { shortCode });
}

function toProblem<Code extends RowProblem['code']>(
  code: Code,
  values: Extract<RowProblem, { code: Code }>['values'],
): RowProblem {
  return { code, field: 'row', values } as RowProblem;
}

/** What restores a code; null if nothing is known of what it was. */
function toRestoration(
  deps: Dependencies,
  code: QrCode,
  state: EarlierState | undefined,
): Restoration | null {
  if (!state) return null;
  const body = updateBody.safeParse(state.fields);
  const request = body.success ? toEditRequest(body.data) : {};
  return { code, request, revision: state.revision, changes: listChanges(deps, code, request) };
}

/** Gives codes their earlier values back. */
async function restore(
  deps: Dependencies,
  actor: Actor,
  restorations: readonly Restoration[],
  undone: Map<CodeId, Undone>,
): Promise<void> {
  const wishes = restorations.map(
    ({ code, request, revision }) =>
      ({ kind: 'edit', codeId: code.codeId, request, expected: new Set([revision]) }) as const,
  );
  const written = await writeCodes(deps, actor, wishes);
  restorations.forEach(({ code, changes }, i) => {
    const result = written[i];
    if (result?.ok) undone.set(code.codeId, { state: 'updated', changes });
    else if (result?.error.reason === 'precondition_failed') undone.set(code.codeId, CHANGED_SINCE);
    else undone.set(code.codeId, { state: 'failed', refusals: result ? listRefusals(result.error) : [] });
  });
}

function toUndoneRow(result: ReportedRow, undone: ReadonlyMap<CodeId, Undone>): ReportedRow {
  const codeId = result.id === null ? null : parsePublicId(result.id);
  const isOf = result.state === 'created' || result.state === 'updated';
  const { state, changes = [], refusals = [] } = (isOf && codeId && undone.get(codeId)) || UNTOUCHED;
  return boundResult<ReportedRow>({
    ...result,
    state,
    changes: [...changes],
    changesLeftOut: 0,
    error: refusals.length === 0 ? null : toRowError(refusals),
    warnings: [],
  });
}

const UNTOUCHED: Undone = { state: 'unchanged' };
