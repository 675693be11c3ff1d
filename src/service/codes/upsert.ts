import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { EditRequest, Upsert, UpsertOutcome } from '#core/codes/code-request.ts';
import type { Drift } from '#core/codes/drift.ts';
import { listDrift } from '#core/codes/drift.ts';
import type { ExpectedRevisions, QrCode } from '#core/codes/qr-code.ts';
import { changeFiling, type FilingRequest } from '#core/codes/filing.ts';
import type { ControlRequest } from '#core/control/checks/control-request.ts';
import { isPassword } from '#core/control/password.ts';
import { err, ok, type Result } from '#core/result.ts';
import { findByExternalIds } from '#storage/codes/qr-codes.ts';
import type { Dependencies } from '../dependencies.ts';
import { readControl } from './control.ts';
import { createWithoutKey } from './create.ts';
import type { CreateProblem } from './new-code.ts';
import { withAllScans } from './read.ts';
import type { PlanEditor } from './store-edit.ts';
import { toFilingEdit, updateQrCode, type UpdateProblem } from './update.ts';

/** What the caller takes for granted about the code. */
export interface UpsertConditions {
  readonly mustExist: boolean;
  readonly mustBeNew: boolean;
  readonly expected: ExpectedRevisions | null;
}

const NO_CONDITIONS: UpsertConditions = { mustExist: false, mustBeNew: false, expected: null };

interface Upserted extends CountedQrCode {
  readonly outcome: UpsertOutcome;
}

export type UpsertProblem =
  | { readonly reason: 'not_created'; readonly problems: readonly CreateProblem[] }
  /** What was sent would not be what is printed. */
  | { readonly reason: 'immutable_fields'; readonly code: QrCode; readonly drift: readonly Drift[] }
  | { readonly reason: 'code_missing' }
  | { readonly reason: 'code_exists' }
  | UpdateProblem;

export type UpsertResult = Result<Upserted, UpsertProblem>;

/** Others create, change and delete codes of the same external ids in the same moment: each attempt starts from what they left. */
const MAX_ATTEMPTS = 5;

/**
 * Makes each code what its owner wants it to be: creates it where there is none with its external id, changes it where it differs, and
 * writes nothing where it is so already. Gives one result for each, in order. What is printed never changes: where that differs, the code
 * is left as it is. No external id may be there twice.
 */
export async function upsertQrCodes(
  deps: Dependencies,
  editor: PlanEditor,
  upserts: readonly Upsert[],
  conditions: UpsertConditions = NO_CONDITIONS,
): Promise<readonly UpsertResult[]> {
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
    for (const [upsert, result] of await createAbsent(deps, editor, absent, conditions)) {
      results.set(upsert, result);
    }
    for (const [upsert, result] of await changePresent(deps, editor, present, conditions)) {
      results.set(upsert, result);
    }
  }
  return upserts.map((upsert) => {
    const result = results.get(upsert);
    if (!result) throw new Error(`the code of an external id was not to be had in ${MAX_ATTEMPTS} attempts`);
    return result;
  });
}

type Settled = readonly (readonly [Upsert, UpsertResult])[];

/** Creates codes; without those whose external id somebody else took meanwhile. */
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
  const codes = await withAllScans(
    deps,
    created.flatMap((result) => (result.ok ? [result.value] : [])),
  );
  const counted = codes.values();
  return absent.flatMap((upsert, i): Settled => {
    const result = created[i];
    if (!result) throw new Error('a new code has no result');
    if (result.ok) {
      const code = counted.next().value;
      return code ? [[upsert, ok({ ...code, outcome: 'created' })]] : [];
    }
    const problems = result.error;
    const isTaken = problems.every(({ reason }) => reason === 'external_id_taken');
    return isTaken ? [] : [[upsert, err({ reason: 'not_created', problems })]];
  });
}

interface Present {
  readonly upsert: Upsert;
  readonly code: QrCode;
}

/** Changes codes where they differ; without those that somebody deleted meanwhile. */
async function changePresent(
  deps: Dependencies,
  editor: PlanEditor,
  present: readonly Present[],
  conditions: UpsertConditions,
): Promise<Settled> {
  const settled: (readonly [Upsert, UpsertResult])[] = [];
  const unchanged: Present[] = [];
  for (const { upsert, code } of present) {
    const edit = compareWithCode(deps, upsert, code, conditions);
    if (!edit.ok) settled.push([upsert, edit]);
    else if (Object.keys(edit.value).length === 0) unchanged.push({ upsert, code });
    else {
      const updated = await updateQrCode(deps, editor, code.codeId, edit.value, conditions.expected);
      if (!updated.ok && updated.error.reason === 'not_found') continue;
      const isSame = updated.ok && updated.value.code.revision === code.revision;
      const outcome = isSame ? 'unchanged' : 'updated';
      settled.push([upsert, updated.ok ? ok({ ...updated.value, outcome }) : updated]);
    }
  }
  const counted = await withAllScans(
    deps,
    unchanged.map(({ code }) => code),
  );
  const same = unchanged.flatMap(({ upsert }, i): Settled => {
    const code = counted[i];
    return code ? [[upsert, ok({ ...code, outcome: 'unchanged' })]] : [];
  });
  return [...settled, ...same];
}

/** What an upsert would change of a code that is there: nothing, where it is so already; or why it cannot. */
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
  if (drift.length > 0) return { reason: 'immutable_fields', code, drift };
  return !code.isDynamic && sent.control ? { reason: 'code_not_dynamic' } : null;
}

/** What of a code is not yet as it was sent. */
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
  // What is wrong with them is said by the edit.
  return !filing.ok || Object.keys(toFilingEdit(code, filing.value)).length > 0;
}

function changesControl(deps: Dependencies, code: QrCode, request: ControlRequest): boolean {
  const control = readControl(deps, code.control, request);
  // What is wrong with it is said by the edit.
  return !control.ok || JSON.stringify(control.value) !== JSON.stringify(code.control);
}

/** The same password would get another salt, and whoever has given it would be asked again. */
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
