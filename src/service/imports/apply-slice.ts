import type { ImportRow } from '#core/imports/row.ts';
import { putEarlierStates, readEarlierStates } from '#storage/imports/files.ts';
import { type LeasedImport, rememberAbsent } from '#storage/imports/work-on-import.ts';
import { checkNewCodes } from '../codes/check-new-codes.ts';
import type { Actor } from '#core/accounts/account.ts';
import { checkEdit } from '../codes/write/check-edit.ts';
import { listRefusals } from '#contract/codes/refusals.ts';
import { type ResultOf, writeCodes } from '../codes/write/write.ts';
import type { UpsertProblem } from '#contract/codes/write-problems.ts';
import type { Dependencies } from '../dependencies.ts';
import { countFitting, estimateCreationMs } from '../images/drawing-time.ts';
import { resolveRows, toEarlierState } from './own-rows.ts';
import { addNames, foreseeNames, listNewNames } from './add-names.ts';
import { type PlannedRow, planRow, readRows, refuseRepeats } from './plan-slice.ts';
import { type ReportedRow, toResult } from './report.ts';

export interface AppliedSlice {
  readonly results: readonly ReportedRow[];
  /** How many further short links the codes got. */
  readonly names: number;
  /** The stored bytes that a dry run would have used so far. */
  readonly bytesTaken: number;
}

/** After this many attempts a row whose images cannot be stored is refused; earlier, the slice is repeated. */
const MAX_ATTEMPTS = 3;

/**
 * The most CPU that drawing the codes of a slice may take by the estimate: the platform ends work 30 s after a response, and the last slice of a turn
 * begins up to 20 s after it.
 */
const SLICE_MS = 8_000;

/**
 * Imports the first rows, as many as a slice has time to draw, or reports what would happen. A second run makes the same report and creates
 * nothing twice.
 */
export async function applySlice(
  deps: Dependencies,
  leased: LeasedImport,
  actor: Actor,
  rows: readonly ImportRow[],
): Promise<AppliedSlice> {
  const { job } = leased;
  const read = await readRows(deps, actor, await resolveRows(deps, job.accountId, rows));
  const absent =
    leased.absent ?? read.flatMap(({ row, code, upsert }) => (upsert && !code ? [row.externalId] : []));
  const state = { absent: new Set(absent), onConflict: job.onConflict };
  const all = refuseRepeats(
    deps,
    read.map((row) => planRow(deps, row, state)),
  );
  // Each name takes eight queries of the database.
  const nameMs = SLICE_MS / deps.budget.imports.names;
  const timesMs = all.map(
    ({ row, ...plan }) =>
      nameMs * row.names.length + (plan.action === 'create' ? estimateCreationMs(plan.upsert.newCode) : 0),
  );
  const planned = all.slice(0, Math.max(1, countFitting(timesMs, SLICE_MS)));
  if (job.isDryRun) return foresee(deps, leased, actor, planned);
  await keepEarlierStates(deps, leased, planned);
  if (leased.absent === null) await rememberAbsent(deps.db, job, absent);
  return carryOut(deps, leased, actor, planned);
}

/** Keeps what codes are before they change, so that the import can be undone. What an earlier attempt kept stays. */
async function keepEarlierStates(
  deps: Dependencies,
  { job, fileKey, absent }: LeasedImport,
  planned: readonly PlannedRow[],
): Promise<void> {
  if (fileKey === null) return;
  const file = { importId: job.id, fileKey };
  const kept = absent === null ? [] : await readEarlierStates(deps.images, file, job.position);
  const known = new Set(kept.map(({ codeId }) => codeId));
  const states = planned.flatMap((row) =>
    row.action === 'update' && !known.has(row.code.codeId) ? [toEarlierState(deps, row.code, row.edit)] : [],
  );
  if (states.length > 0) await putEarlierStates(deps.images, file, job.position, [...kept, ...states]);
}

function toWish(row: Exclude<PlannedRow, { action: 'settled' }>) {
  return row.action === 'update'
    ? ({ kind: 'edit', codeId: row.code.codeId, request: row.edit } as const)
    : ({ kind: 'upsert', upsert: row.upsert } as const);
}

async function carryOut(
  deps: Dependencies,
  { bytesTaken, attempts }: LeasedImport,
  actor: Actor,
  planned: readonly PlannedRow[],
): Promise<AppliedSlice> {
  const open = planned.flatMap((row) => (row.action === 'settled' ? [] : [row]));
  const wishes = open.map(toWish);
  const outcomes = await writeCodes(deps, actor, wishes);
  if (attempts < MAX_ATTEMPTS && outcomes.some(isPassing)) throw new Error('images could not be stored');
  const remaining = outcomes.values();
  const results: ReportedRow[] = [];
  for (const plan of planned)
    results.push(await finish(deps, actor, plan, plan.action === 'settled' ? null : remaining.next().value));
  return { results, names: planned.reduce((sum, { row }) => sum + row.names.length, 0), bytesTaken };
}

/** Names what was written, and reports it. */
async function finish(
  deps: Dependencies,
  actor: Actor,
  plan: PlannedRow,
  outcome: ResultOf<'upsert' | 'edit'> | null | undefined,
): Promise<ReportedRow> {
  const { row } = plan;
  if (plan.action === 'settled') {
    const { created: code, result } = plan;
    if (!code || row.names.length === 0) return result;
    const { lost } = await addNames(deps, actor, code, row.names);
    return toResult(deps, row, { state: 'created', code, lost });
  }
  if (!outcome) throw new Error(`row ${row.row} has no outcome`);
  const update = plan.action === 'update' ? plan : null;
  if (!outcome.ok) {
    const refusals = listRefusals(outcome.error);
    return toResult(deps, row, { state: 'failed', code: update?.code ?? null, refusals });
  }
  const { code, outcome: written } = outcome.value;
  const { added, lost } = await addNames(deps, actor, code, row.names);
  const state = written === 'unchanged' && added.length > 0 ? 'updated' : written;
  const changed = written === 'updated' && update ? update.changes : [];
  const changes = state === 'updated' ? [...changed, ...listNewNames(deps, added)] : [];
  return toResult(deps, row, { state, code, changes, lost });
}

/** R2 failed: the row is not at fault. */
function isPassing(outcome: ResultOf<'upsert' | 'edit'>): boolean {
  if (outcome.ok || outcome.error.reason !== 'not_created') return false;
  return outcome.error.problems.some(
    (problem) => 'reason' in problem && problem.reason === 'images_not_stored',
  );
}

async function foresee(
  deps: Dependencies,
  { job, bytesTaken }: LeasedImport,
  actor: Actor,
  planned: readonly PlannedRow[],
): Promise<AppliedSlice> {
  const { created } = job.counts;
  const newCodes = planned.flatMap((row) => (row.action === 'create' ? [row.upsert.newCode] : []));
  const taken = { codes: created, codes_per_month: created, stored_bytes: bytesTaken };
  const checked = (await checkNewCodes(deps, actor, newCodes, taken)).values();
  const named = await foreseeNames(deps, actor, planned);
  const results: ReportedRow[] = [];
  let bytes = bytesTaken;
  for (const [i, plan] of planned.entries()) {
    if (plan.action === 'settled') {
      results.push(plan.result);
      continue;
    }
    const isUpdate = plan.action === 'update';
    const { problem, bytes: more } = isUpdate
      ? { problem: await findEditProblem(deps, plan), bytes: 0 }
      : toForeseen(checked.next().value);
    bytes += more;
    const code = isUpdate ? plan.code : null;
    const { added, lost } = named[i] ?? { added: [], lost: [] };
    const changes = isUpdate ? [...plan.changes, ...listNewNames(deps, added)] : [];
    const state = !isUpdate ? 'created' : changes.length > 0 ? 'updated' : 'unchanged';
    const outcome = problem ? { refusals: listRefusals(problem) } : { changes, lost };
    results.push(toResult(deps, plan.row, { state: problem ? 'failed' : state, code, ...outcome }));
  }
  return { results, names: 0, bytesTaken: bytes };
}

type Checked = Awaited<ReturnType<typeof checkNewCodes>>[number];

function toForeseen(checked: Checked | undefined): {
  readonly problem: UpsertProblem | null;
  readonly bytes: number;
} {
  if (!checked) throw new Error('a new code was not checked');
  if (checked.ok) return { problem: null, bytes: checked.value.stored_bytes };
  return { problem: { reason: 'not_created', problems: checked.error }, bytes: 0 };
}

async function findEditProblem(
  deps: Dependencies,
  { code, edit }: Extract<PlannedRow, { action: 'update' }>,
): Promise<UpsertProblem | null> {
  const checked = await checkEdit(deps, code, edit);
  return checked.ok ? null : { reason: 'invalid_fields', problems: checked.error };
}
