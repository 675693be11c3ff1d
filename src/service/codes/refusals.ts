import {
  ApiError,
  codeNotDynamic,
  invalid,
  notFound,
  quotaExceeded,
  unavailable,
} from '#contract/problems/api-error.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { CreateProblem } from './new-code.ts';
import type { UpdateProblem } from './update.ts';
import type { UpsertProblem } from './upsert.ts';

/**
 * Why a code is not created or changed, as an error of the contract: a response of the API says it, and the report of an import. Each switch
 * is exhaustive: a new reason does not compile here.
 */

/** The error of one new code. */
export function toRefusal(problems: readonly CreateProblem[]): ApiError {
  const ofRequest: Problem[] = [];
  for (const problem of problems) {
    if ('code' in problem) ofRequest.push(problem);
    else if (problem.reason === 'images_not_stored') return unavailable();
    else return quotaExceeded(problem);
  }
  return invalid(ofRequest);
}

export function toUpdateError(problem: UpdateProblem): ApiError {
  switch (problem.reason) {
    case 'not_found':
      return notFound();
    case 'code_not_dynamic':
      return codeNotDynamic('its target, and what happens on a scan, cannot change');
    case 'precondition_failed':
      return preconditionFailed();
    case 'invalid_fields':
      return invalid(problem.problems);
    case 'quota_exceeded':
      return quotaExceeded(problem);
  }
}

export function toUpsertError(problem: UpsertProblem): ApiError {
  switch (problem.reason) {
    case 'not_created':
      return toRefusal(problem.problems);
    case 'immutable_fields':
      return immutableFields(problem);
    case 'code_missing':
      return new ApiError(
        'precondition_failed',
        'You have no code with this external id, and "If-Match" asks for one.',
      );
    case 'code_exists':
      return new ApiError(
        'precondition_failed',
        'You have a code with this external id, and "If-None-Match: *" asks for a new one.',
      );
    default:
      return toUpdateError(problem);
  }
}

function immutableFields({ code, drift }: Extract<UpsertProblem, { reason: 'immutable_fields' }>): ApiError {
  const id = toPublicId(code.codeId);
  const fields = drift.map(({ field, actual }) => ({
    field,
    code: 'immutable_field',
    message: `"${field}" of ${id} is ${JSON.stringify(actual)}, and cannot change, because the printed symbol cannot change.`,
  }));
  const hint = 'Leave it out, or delete the code and send it again: that makes a new code with a new symbol.';
  return new ApiError('immutable_field', [...fields.map(({ message }) => message), hint].join(' '), {
    fields,
  });
}

export function preconditionFailed(): ApiError {
  return new ApiError(
    'precondition_failed',
    'The code has changed since the response with the ETag in "If-Match". Read it again before you change it.',
  );
}
