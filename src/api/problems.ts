import type { CreateProblem } from '../service/qr-code-request.ts';
import type { DeleteProblem } from '../service/delete-qr-code.ts';
import type { StatisticsProblem } from '../service/read-qr-codes.ts';
import type { UpdateProblem } from '../service/update-qr-code.ts';
import { ApiError, type ErrorCode, type FieldError, invalidFields, notFound, unavailable } from './errors.ts';

/** Turns what a use case refused into the public error. Each switch is exhaustive: a new reason fails to compile here. */

export function toCreateError(problems: readonly CreateProblem[]): ApiError {
  const mapped: ReturnType<typeof toFieldProblem>[] = [];
  for (const problem of problems) {
    if (problem.reason === 'images_not_stored') return unavailable();
    mapped.push(toFieldProblem(problem));
  }
  const codes = new Set(mapped.map((problem) => problem.code));
  const [only] = codes;
  return invalidFields(
    mapped.map((problem) => problem.field),
    codes.size === 1 ? only : 'invalid_request',
  );
}

function toFieldProblem(problem: Exclude<CreateProblem, { reason: 'images_not_stored' }>): {
  readonly code: ErrorCode;
  readonly field: FieldError;
} {
  switch (problem.reason) {
    case 'type_not_dynamic': {
      const message = `"type" must be "url" for a dynamic code, not "${problem.type}": a short link can only lead to a URL.`;
      return { code: 'invalid_request', field: { field: 'type', code: 'invalid_value', message } };
    }
    case 'invalid_target': {
      // A URL may be too long for the interface; any other content is too long because no symbol holds it.
      const isTooLong = problem.problem.code === 'too_long' && problem.type !== 'url';
      const code = isTooLong ? 'content_too_long' : 'invalid_request';
      return { code, field: { field: 'target', ...problem.problem } };
    }
    case 'low_contrast':
      return {
        code: 'low_contrast',
        field: { field: 'color', code: 'low_contrast', message: problem.problem.message },
      };
    case 'content_too_long':
      return {
        code: 'content_too_long',
        field: { field: 'target', code: 'content_too_long', message: problem.message },
      };
    case 'size_too_small':
      return {
        code: 'invalid_request',
        field: { field: 'size', code: 'too_small', message: problem.message },
      };
  }
}

export function toUpdateError(problem: UpdateProblem): ApiError {
  switch (problem.reason) {
    case 'not_found':
      return notFound();
    case 'code_not_dynamic':
      return codeNotDynamic('its target and title cannot change');
    case 'precondition_failed':
      return preconditionFailed();
    case 'invalid_target':
      return invalidFields([{ field: 'target', ...problem.problem }]);
  }
}

export function toDeleteError(problem: DeleteProblem): ApiError {
  switch (problem.reason) {
    case 'not_found':
      return notFound();
    case 'precondition_failed':
      return preconditionFailed();
  }
}

export function toStatisticsError(problem: StatisticsProblem): ApiError {
  switch (problem.reason) {
    case 'not_found':
      return notFound();
    case 'code_not_dynamic':
      return codeNotDynamic('its scans are not tracked');
    case 'invalid_period':
      return invalidFields(
        problem.problems.map(({ field, code, message }) => ({
          field,
          code,
          message: `"${field}" ${message}`,
        })),
      );
  }
}

function codeNotDynamic(consequence: string): ApiError {
  return new ApiError(
    'code_not_dynamic',
    `This code is static: ${consequence}. Create codes with "dynamic": true for that.`,
  );
}

function preconditionFailed(): ApiError {
  return new ApiError(
    'precondition_failed',
    'The code has changed since the answer whose ETag is in "If-Match". Read it again before you change it.',
  );
}
