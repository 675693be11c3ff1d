import type { EditRequest, Upsert } from '#core/codes/code-request.ts';
import { listDrift } from '#core/codes/drift.ts';
import { changedTexts } from '#core/codes/own-texts.ts';
import type { ExpectedRevisions, QrCode } from '#core/codes/qr-code.ts';
import { changeFiling, type FilingRequest } from '#core/codes/filing.ts';
import type { ControlRequest } from '#core/control/checks/control-request.ts';
import { isPassword } from '#core/control/password.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Dependencies } from '../../dependencies.ts';
import { toFilingEdit } from './check-edit.ts';
import { readControl } from '../control.ts';
import type { UpsertProblem } from '#contract/codes/write-problems.ts';

/** What the caller expects of the code. */
export interface UpsertConditions {
  readonly mustExist: boolean;
  readonly mustBeNew: boolean;
  readonly expected: ExpectedRevisions | null;
}

export const NO_CONDITIONS: UpsertConditions = { mustExist: false, mustBeNew: false, expected: null };

/** What an upsert would change in an existing code: nothing if it already matches; or why it cannot. */
export function compareWithCode(
  deps: Dependencies,
  upsert: Upsert,
  code: QrCode,
  conditions: UpsertConditions = NO_CONDITIONS,
): Result<EditRequest, UpsertProblem> {
  const problem = findProblem(upsert, code, conditions, deps.gs1Host);
  return problem ? err(problem) : ok(toEdit(deps, code, upsert.sent));
}

function findProblem(
  { sent }: Upsert,
  code: QrCode,
  { mustBeNew, expected }: UpsertConditions,
  gs1Host: Dependencies['gs1Host'],
): UpsertProblem | null {
  const { revision } = code;
  if (mustBeNew) return { reason: 'code_exists' };
  if (expected && !expected.has(revision)) return { reason: 'precondition_failed', revision };
  // The host of the service is another one for GS1 codes.
  const host = code.gs1 && sent.host === null ? gs1Host : sent.host;
  const drift = listDrift(code, { ...sent, host });
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
  { target, content, control: sent, filing, ...texts }: Upsert['sent'],
): EditRequest {
  const control = sent && forgetKnownPassword(deps, code, sent);
  return {
    ...(target === undefined || target === code.target ? {} : content ? { content } : { target }),
    ...changedTexts(code, texts),
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
