import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { EditRequest, Upsert, UpsertOutcome } from '#core/codes/code-request.ts';
import { listDrift } from '#core/codes/drift.ts';
import type { ExpectedRevisions, QrCode } from '#core/codes/qr-code.ts';
import { changeFiling, type FilingRequest } from '#core/codes/filing.ts';
import type { ControlRequest } from '#core/control/checks/control-request.ts';
import { isPassword } from '#core/control/password.ts';
import { err, ok, type Result } from '#core/result.ts';
import { findByExternalIds } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { listAddresses, type Screening, startScreening } from '../targets/screen-targets.ts';
import { toFilingEdit } from './check-edit.ts';
import { readControl } from './control.ts';
import { createWithoutKey } from './create.ts';
import type { CreateProblem } from './new-code.ts';
import { countResults, withScans } from './read.ts';
import type { PlanEditor } from './store-edits.ts';
import { editQrCodes, type UpdateProblem } from './update.ts';

/** What the caller expects of the code. */
export interface UpsertConditions {
  readonly mustExist: boolean;
  readonly mustBeNew: boolean;
  readonly expected: ExpectedRevisions | null;
}

const NO_CONDITIONS: UpsertConditions = { mustExist: false, mustBeNew: false, expected: null };

interface Upserted {
  readonly code: QrCode;
  readonly outcome: UpsertOutcome;
}

export type UpsertProblem =
  | { readonly reason: 'not_created'; readonly problems: readonly CreateProblem[] }
  | { readonly reason: 'code_missing' }
  | { readonly reason: 'code_exists' }
  | UpdateProblem;

export type UpsertResult = Result<Upserted, UpsertProblem>;

/**
 * The most attempts, because others may create, change and delete codes of the same external ids at the same time: each attempt starts from their
 * result.
 */
const MAX_ATTEMPTS = 5;

/** Upserts a code as `upsertQrCodes` does, and reads its scans and its renditions. */
export async function upsertQrCode(
  deps: Dependencies,
  editor: PlanEditor,
  upsert: Upsert,
  conditions: UpsertConditions,
): Promise<Result<Upserted & CountedQrCode, UpsertProblem>> {
  const results = await upsertQrCodes(deps, editor, [upsert], conditions);
  const [result] = await countResults(deps, results, () => true);
  if (!result) throw new Error('an upsert has no result');
  if (!result.ok) return result;
  if (result.value.outcome === 'created') return ok({ ...result.value, renditions: [] });
  return ok({ ...result.value, ...(await withScans(deps, result.value.code)) });
}

/**
 * Makes each code match the request: creates it if its external id is new, changes it if it differs, and writes nothing if it already
 * matches. Gives one result for each, in order. The printed symbol never changes: if it would have to, the code is left alone. External ids
 * must not repeat.
 */
export async function upsertQrCodes(
  deps: Dependencies,
  editor: PlanEditor,
  upserts: readonly Upsert[],
  conditions: UpsertConditions = NO_CONDITIONS,
): Promise<readonly UpsertResult[]> {
  const screen = startScreening(
    deps,
    upserts.flatMap(({ sent }) => listAddresses(sent)),
  );
  const results = new Map<Upsert, UpsertResult>();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const open = upserts.filter((upsert) => !results.has(upsert));
    if (open.length === 0) break;
    const externalIds = open.map(({ externalId }) => externalId);
    const found = await findByExternalIds(deps.db, editor.accountId, externalIds);
    const codes = new Map(found.map((code) => [code.externalId, code]));
    const absent = open.filter(({ externalId }) => !codes.has(externalId));
    const present = open.flatMap((upsert) => {
      const code = codes.get(upsert.externalId);
      return code ? [{ upsert, code }] : [];
    });
    const settled = await Promise.all([
      createAbsent(deps, editor, absent, conditions),
      changePresent(deps, editor, present, { conditions, screen }),
    ]);
    for (const [upsert, result] of settled.flat()) results.set(upsert, result);
  }
  return upserts.map((upsert) => {
    const result = results.get(upsert);
    if (!result) throw new Error(`found and created no code of an external id in ${MAX_ATTEMPTS} attempts`);
    return result;
  });
}

/** Upserts codes, and reads the scans of those that are not new. */
export async function upsertAndCount(
  deps: Dependencies,
  editor: PlanEditor,
  upserts: readonly Upsert[],
): Promise<readonly Result<Upserted & CountedQrCode, UpsertProblem>[]> {
  const results = await upsertQrCodes(deps, editor, upserts);
  return countResults(deps, results, ({ outcome }) => outcome === 'created');
}

type Settled = readonly (readonly [Upsert, UpsertResult])[];

/** Creates codes; leaves out those whose external id somebody else took meanwhile. */
async function createAbsent(
  deps: Dependencies,
  { accountId, plan }: PlanEditor,
  absent: readonly Upsert[],
  { mustExist }: UpsertConditions,
): Promise<Settled> {
  if (mustExist) return absent.map((upsert) => [upsert, err({ reason: 'code_missing' })]);
  if (absent.length === 0) return [];
  const newCodes = absent.map(({ externalId, newCode }) => ({ ...newCode, externalId }));
  const created = await createWithoutKey(deps, { id: accountId, plan }, newCodes);
  return absent.flatMap((upsert, i): Settled => {
    const result = created[i];
    if (!result) throw new Error('a new code has no result');
    if (result.ok) return [[upsert, ok({ code: result.value, outcome: 'created' })]];
    const problems = result.error;
    // The code that has the id by now may also have the short code: with it, the request is looked at again.
    const isTaken = problems.some((problem) => 'code' in problem && problem.code === 'external_id_taken');
    return isTaken ? [] : [[upsert, err({ reason: 'not_created', problems })]];
  });
}

interface Present {
  readonly upsert: Upsert;
  readonly code: QrCode;
}

/** Changes codes that differ; leaves out those that somebody deleted meanwhile. */
async function changePresent(
  deps: Dependencies,
  editor: PlanEditor,
  present: readonly Present[],
  { conditions, screen }: { readonly conditions: UpsertConditions; readonly screen: Screening },
): Promise<Settled> {
  const codes = new Map(present.map(({ code }) => [code.codeId, code]));
  const compared = present.map(({ upsert, code }) => ({
    upsert,
    code,
    edit: compareWithCode(deps, upsert, code, conditions),
  }));
  const { expected } = conditions;
  const edits = compared.flatMap(({ code: { codeId }, edit }) =>
    edit.ok && isChange(edit.value) ? [{ codeId, request: edit.value, expected }] : [],
  );
  const edited = (await editQrCodes(deps, editor, edits, { codes, screen })).values();
  return compared.flatMap(({ upsert, code, edit }): Settled => {
    if (!edit.ok) return [[upsert, edit]];
    if (!isChange(edit.value)) return [[upsert, ok({ code, outcome: 'unchanged' })]];
    const result = edited.next().value;
    if (!result) throw new Error('a changed code has no result');
    if (!result.ok) return result.error.reason === 'not_found' ? [] : [[upsert, result]];
    const outcome = result.value.code.revision === code.revision ? 'unchanged' : 'updated';
    return [[upsert, ok({ code: result.value.code, outcome })]];
  });
}

function isChange(edit: EditRequest): boolean {
  return Object.keys(edit).length > 0;
}

/** What an upsert would change in an existing code: nothing if it already matches; or why it cannot. */
export function compareWithCode(
  deps: Dependencies,
  upsert: Upsert,
  code: QrCode,
  conditions: UpsertConditions = NO_CONDITIONS,
): Result<EditRequest, UpsertProblem> {
  const problem = findProblem(upsert, code, conditions);
  return problem ? err(problem) : ok(toEdit(deps, code, upsert.sent));
}

function findProblem(
  { sent }: Upsert,
  code: QrCode,
  { mustBeNew, expected }: UpsertConditions,
): UpsertProblem | null {
  const { revision } = code;
  if (mustBeNew) return { reason: 'code_exists' };
  if (expected && !expected.has(revision)) return { reason: 'precondition_failed', revision };
  const drift = listDrift(code, sent);
  if (drift.length > 0) {
    const { codeId } = code;
    const problems = drift.map(
      ({ field, actual }) => ({ code: 'immutable_field', field, values: { codeId, actual } }) as const,
    );
    return { reason: 'invalid_fields', problems };
  }
  return !code.isDynamic && sent.control ? { reason: 'code_not_dynamic' } : null;
}

/** The fields of a code that differ from the request. */
function toEdit(
  deps: Dependencies,
  code: QrCode,
  { target, title, control: sent, filing }: Upsert['sent'],
): EditRequest {
  const control = sent && forgetKnownPassword(deps, code, sent);
  return {
    ...(target === undefined || target === code.target ? {} : { target }),
    ...(title === undefined || title === code.title ? {} : { title }),
    ...(control && changesControl(deps, code, control) ? { control } : {}),
    ...(filing && changesFiling(code, filing) ? { filing } : {}),
  };
}

function changesFiling(code: QrCode, request: FilingRequest): boolean {
  const filing = changeFiling(code, request);
  // The edit reports what is wrong with them.
  return !filing.ok || Object.keys(toFilingEdit(code, filing.value)).length > 0;
}

function changesControl(deps: Dependencies, code: QrCode, request: ControlRequest): boolean {
  const control = readControl(deps, code.control, request);
  // The edit reports what is wrong with it.
  return !control.ok || JSON.stringify(control.value) !== JSON.stringify(code.control);
}

/** The same password would get a new salt, and visitors who already gave it would be asked again. */
function forgetKnownPassword(
  deps: Pick<Dependencies, 'passwordPepper'>,
  code: QrCode,
  request: ControlRequest,
): ControlRequest {
  const current = code.control?.password ?? null;
  const { password } = request;
  const isKnown =
    typeof password === 'string' && current !== null && isPassword(deps.passwordPepper, current, password);
  return isKnown ? { ...request, password: undefined } : request;
}
