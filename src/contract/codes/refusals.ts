import type { CreateProblem, UpsertProblem } from './write-problems.ts';
import {
  ApiError,
  codeNotDynamic,
  invalid,
  notFound,
  quotaExceeded,
  unavailable,
} from '../problems/api-error.ts';
import type { Problem } from '../problems/problems.ts';

/** Why a code is not created or changed, as an error of the contract. The switch is exhaustive: a new reason does not compile here. */

/** A reason against one code: a problem of a field, or one that is about no field. */
export type Refusal = CreateProblem | Exclude<UpsertProblem, { readonly problems: unknown }>;

/** Everything that is against an upsert or an update. */
export function listRefusals(problem: UpsertProblem): readonly Refusal[] {
  return 'problems' in problem ? problem.problems : [problem];
}

export function toUpsertError(problem: UpsertProblem): ApiError {
  return toRefusal(listRefusals(problem));
}

/** The error of one code: that of a reason that is about no field, otherwise that of all fields. */
export function toRefusal(refusals: readonly Refusal[]): ApiError {
  const ofFields: Problem[] = [];
  for (const refusal of refusals) {
    if ('reason' in refusal) return toErrorOf(refusal);
    ofFields.push(refusal);
  }
  const { code, message, fields } = invalid(ofFields);
  return new ApiError(code, code === 'immutable_field' ? `${message} ${OF_IMMUTABLE}` : message, { fields });
}

const OF_IMMUTABLE =
  'Leave it out, or delete the code and send it again: that makes a new code with a new symbol.';

function toErrorOf(refusal: Exclude<Refusal, Problem>): ApiError {
  switch (refusal.reason) {
    case 'images_not_stored':
      return unavailable();
    case 'quota_exceeded':
      return quotaExceeded(refusal);
    case 'not_found':
      return notFound();
    case 'code_not_dynamic':
      return codeNotDynamic('its target, and what happens on a scan, cannot change');
    case 'precondition_failed':
    case 'code_missing':
    case 'code_exists':
      return new ApiError('precondition_failed', FAILED_PRECONDITIONS[refusal.reason]);
  }
}

const FAILED_PRECONDITIONS = {
  precondition_failed:
    'The code has changed since the response with the ETag in "If-Match". Read it again before you change it.',
  code_missing: 'You have no code with this external id, and "If-Match" asks for one.',
  code_exists: 'You have a code with this external id, and "If-None-Match: *" asks for a new one.',
} as const;
