import { nameAllFaults } from '#contract/problems/name-all-faults.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { namedTemplate } from '#contract/styles/templates.ts';
import { readUpsert } from '#contract/codes/upserts.ts';
import type { Upsert, EditRequest } from '#core/codes/code-request.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { ConflictMode, RowChange } from '#core/imports/import-job.ts';
import { type ImportRow, repeatsId } from '#core/imports/row.ts';
import type { Result } from '#core/result.ts';
import { findNamedTemplates } from '#storage/styles/templates.ts';
import { findUpsertProblems } from '../codes/find-problems.ts';
import type { Actor } from '#core/accounts/account.ts';
import { listRefusals } from '#contract/codes/refusals.ts';
import { compareWithCode } from '../codes/write/compare.ts';
import type { Dependencies } from '../dependencies.ts';
import { listNewNames } from './add-names.ts';
import { listChanges, type ResolvedRow } from './own-rows.ts';
import { type Outcome, type ReportedRow, toResult } from './report.ts';

/** The plan for a row: already settled, or a code to create or change. Both then get the names of the row. */
export type PlannedRow = Pick<ResolvedRow, 'row' | 'room'> &
  (
    | {
        readonly action: 'settled';
        readonly result: ReportedRow;
        /** What an earlier attempt created, and may not have named. */
        readonly created?: QrCode;
      }
    | { readonly action: 'create'; readonly upsert: Upsert }
    | {
        readonly action: 'update';
        readonly code: QrCode;
        readonly edit: EditRequest;
        readonly changes: readonly RowChange[];
      }
  );

interface SliceState {
  /** The external ids that had no code before the first attempt: codes that exist under them now come from an earlier attempt. */
  readonly absent: ReadonlySet<string>;
  readonly onConflict: ConflictMode;
}

interface ReadRow extends ResolvedRow {
  readonly upsert: Upsert | null;
  readonly problems: readonly Problem[];
}

/** Reads the rows of a slice with the checks of the API: rows that fail on their own are settled. */
export async function readRows(
  deps: Dependencies,
  actor: Actor,
  rows: readonly ResolvedRow[],
): Promise<readonly ReadRow[]> {
  const named = rows.flatMap(({ row }) => namedTemplate(row.body) ?? []);
  const templates = await findNamedTemplates(deps.db, actor.account.id, named);
  const read = rows.map(({ row: { body, problems, externalId, isNamed }, isOwn }) =>
    readUpsert(body, isOwn && !isNamed ? externalId : null, templates, problems),
  );
  const upserts = await nameAllFaults(read, (rests) => findUpsertProblems(deps, actor, rests));
  return rows.flatMap((row, i) => {
    const upsert = upserts[i];
    return upsert ? [toReadRow(row, upsert)] : [];
  });
}

function toReadRow(resolved: ResolvedRow, upsert: Result<Upsert, readonly Problem[]>): ReadRow {
  const { row } = resolved;
  if (!upsert.ok) return { ...resolved, upsert: null, problems: upsert.error };
  const { newCode } = upsert.value;
  // Only a new code: anyone who has resumed it since does not want it paused again.
  const control = row.comesPaused
    ? { ...newCode.control, flags: { ...newCode.control?.flags, paused: true } }
    : newCode.control;
  return {
    ...resolved,
    upsert: { ...upsert.value, newCode: { ...newCode, control, origin: row.origin } },
    problems: [],
  };
}

/** Plans a row without executing the plan. */
export function planRow(
  deps: Dependencies,
  { row, code, isOwn, upsert, problems, room }: ReadRow,
  { absent, onConflict }: SliceState,
): PlannedRow {
  const settle = (
    state: Outcome['state'],
    of: QrCode | null,
    more: Pick<Outcome, 'changes' | 'refusals'> = {},
  ) => ({ row, room, action: 'settled', result: toResult(deps, row, { state, code: of, ...more }) }) as const;
  if (upsert === null) return settle('failed', isOwn ? code : null, { refusals: problems });
  if (!code) return { row, room, action: 'create', upsert };
  if (!isOwn && absent.has(row.externalId)) return { ...settle('created', code), created: code };
  const compared = compareWithCode(deps, upsert, code);
  const edit = compared.ok ? { ...compared.value, ...(isOwn && forgetName(row, code)) } : {};
  const isSame = compared.ok && Object.keys(edit).length + row.names.length === 0;
  if (isSame) return settle('unchanged', code);
  const changes = listChanges(deps, code, edit);
  const all = [...changes, ...listNewNames(deps, row.names)];
  if (onConflict === 'skip') return settle('skipped', code, { changes: all });
  if (onConflict === 'fail')
    return settle('failed', code, { changes: all, refusals: [toConflict(code, row, isOwn)] });
  if (!compared.ok) return settle('failed', code, { refusals: listRefusals(compared.error) });
  return { row, room, action: 'update', code, edit, changes };
}

/** Of two rows that would change one code, the second fails: rows name codes in two ways. */
export function refuseRepeats(deps: Dependencies, planned: readonly PlannedRow[]): readonly PlannedRow[] {
  const rows = new Map<CodeId, number>();
  return planned.map((plan): PlannedRow => {
    if (plan.action !== 'update') return plan;
    const { row, room, code } = plan;
    const earlier = rows.get(code.codeId);
    rows.set(code.codeId, earlier ?? row.row);
    if (earlier === undefined) return plan;
    const refusals = [repeatsId(earlier, code.codeId)];
    return { row, room, action: 'settled', result: toResult(deps, row, { state: 'failed', code, refusals }) };
  });
}

/** An empty cell takes the external id away. A new value needs nothing here: it is like any other change. */
function forgetName({ emptied }: ImportRow, { externalId }: QrCode): Pick<EditRequest, 'externalId'> {
  return emptied.includes('external_id') && externalId !== null ? { externalId: null } : {};
}

function toConflict({ codeId }: QrCode, { externalId }: ImportRow, isOwn: boolean): Problem {
  if (isOwn) return { code: 'own_row_differs', field: 'id', values: { codeId } };
  return { code: 'row_differs', field: 'external_id', values: { codeId, externalId } };
}
