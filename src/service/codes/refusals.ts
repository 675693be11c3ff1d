import {
  ApiError,
  codeNotDynamic,
  invalidFields,
  notFound,
  quotaExceeded,
  unavailable,
} from '#contract/problems/api-error.ts';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import type { ErrorCode, FieldError } from '#contract/problems/error-codes.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { CreateProblem, ExternalIdTaken, ShortCodeTaken } from './new-code.ts';
import type { UpdateProblem } from './update.ts';
import type { UpsertProblem } from './upsert.ts';

/**
 * Why a code is not created or changed, as an error of the contract: a response of the API says it, and the report of an import. Each switch
 * is exhaustive: a new reason does not compile here.
 */

/** The error of one new code. */
export function toRefusal(problems: readonly CreateProblem[]): ApiError {
  const mapped: ReturnType<typeof toFieldProblem>[] = [];
  for (const problem of problems) {
    if (problem.reason === 'images_not_stored') return unavailable();
    if (problem.reason === 'quota_exceeded') return quotaExceeded(problem);
    mapped.push(toFieldProblem(problem));
  }
  const codes = new Set(mapped.map((problem) => problem.code));
  const [only] = codes;
  return invalidFields(
    mapped.map((problem) => problem.field),
    codes.size === 1 ? only : 'invalid_request',
  );
}

function toFieldProblem(
  problem: Exclude<CreateProblem, { reason: 'images_not_stored' | 'quota_exceeded' }>,
): {
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
      const code = isTooLong ? 'content_too_long' : codeOfFields([problem.problem]);
      return { code, field: { field: 'target', ...problem.problem } };
    }
    case 'control_of_static_code': {
      const message =
        'A static code leads where its symbol says: only codes with "dynamic": true can be paused, scheduled, limited, protected or ruled.';
      return { code: 'code_not_dynamic', field: { field: 'dynamic', code: 'code_not_dynamic', message } };
    }
    case 'external_id_taken':
      return { code: 'external_id_taken', field: toTakenField(problem) };
    case 'short_code_taken':
      return { code: 'short_code_taken', field: toTakenShortCode(problem) };
    case 'invalid_field': {
      const field = toFieldError(problem.problem);
      return { code: codeOfFields([field]), field };
    }
    case 'low_contrast':
      return {
        code: 'low_contrast',
        field: { field: 'color', code: 'low_contrast', message: problem.problem.message },
      };
    case 'invalid_style': {
      // Its message names the nearest colour.
      const { nearest: _, ...field } = problem.problem;
      return { code: field.code === 'low_contrast' ? 'low_contrast' : 'invalid_request', field };
    }
    case 'style_not_drawn':
      return {
        code: 'invalid_request',
        field: { field: 'style', code: 'not_available', message: problem.message },
      };
    case 'unscannable':
      return {
        code: 'unscannable',
        field: { field: problem.field, code: 'unscannable', message: problem.message },
      };
    case 'content_too_long':
    case 'symbol_too_large':
      return {
        code: 'content_too_long',
        field: { field: 'target', code: 'content_too_long', message: problem.message },
      };
    case 'size_too_small':
      return {
        code: 'invalid_request',
        field: { field: 'size', code: 'too_small', message: problem.message },
      };
    case 'logo_not_found': {
      const message = `You have no image "${problem.image}": POST /v1/images makes one of a PNG or JPEG.`;
      return { code: 'invalid_request', field: { field: 'style.logo.image', code: 'not_found', message } };
    }
    case 'logo_too_large': {
      const field = problem.largestSize === null ? 'style.logo' : 'style.logo.size';
      return { code: 'invalid_request', field: { field, code: 'too_big', message: problem.message } };
    }
  }
}

function toTakenField({ externalId, holder }: ExternalIdTaken): FieldError {
  const message =
    holder === null
      ? `Another code of this request has the external id "${externalId}".`
      : `Your code ${toPublicId(holder)} has the external id "${externalId}" already.`;
  return { field: 'external_id', code: 'external_id_taken', message };
}

/** It says nothing of whose it is. */
function toTakenShortCode({ shortCode, isInRequest }: ShortCodeTaken): FieldError {
  const message = isInRequest
    ? `Another code of this request has the short code "${shortCode}".`
    : `The short code "${shortCode}" is taken, also where its code was deleted. Choose another.`;
  return { field: 'short_code', code: 'short_code_taken', message };
}

/** Callers tell a target that harms people from one that is mistyped, where nothing else is wrong. */
function codeOfFields(problems: readonly { readonly code: string }[]): 'unsafe_target' | 'invalid_request' {
  return problems.every(({ code }) => code === 'unsafe_target') ? 'unsafe_target' : 'invalid_request';
}

export function toUpdateError(problem: UpdateProblem): ApiError {
  switch (problem.reason) {
    case 'not_found':
      return notFound();
    case 'code_not_dynamic':
      return codeNotDynamic('its target, and what happens on a scan, cannot change');
    case 'precondition_failed':
      return preconditionFailed();
    case 'invalid_fields': {
      const fields = problem.problems.map(toFieldError);
      return invalidFields(fields, codeOfFields(fields));
    }
    case 'external_id_taken':
      return invalidFields([toTakenField(problem)], 'external_id_taken');
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
