import { ApiError, invalidFields } from '#contract/problems/api-error.ts';
import type { CreateFailure } from '#service/codes/create.ts';
import type { ListProblem } from '#service/lists/list-page.ts';
import { MAX_CODES_LOOKED_AT, MAX_CODES_OF_SHORT_SEARCH, type SearchProblem } from '#service/codes/read.ts';
import { toRefusal } from '#contract/codes/refusals.ts';

/** Converts the use cases' reasons into errors of the contract. Each switch is exhaustive: a new reason does not compile here. */

export function toCreateError(failure: CreateFailure): ApiError {
  switch (failure.reason) {
    case 'refused':
      return toRefusal(failure.problems);
    case 'idempotency_mismatch':
      return new ApiError(
        'idempotency_mismatch',
        'You used this "Idempotency-Key" for another request. Use a new key for each request.',
      );
    case 'idempotency_in_progress': {
      const waitSeconds = Math.ceil(failure.freeInMs / 1000);
      return new ApiError(
        'idempotency_in_progress',
        `The first request with this "Idempotency-Key" is still in progress, or its Worker died. Retry in ${waitSeconds} seconds.`,
        { headers: { 'Retry-After': String(waitSeconds) } },
      );
    }
  }
}

/** The error of a retry whose code was deleted after the first response, and whose target must no longer be revealed. */
export function createdCodeIsDeleted(): ApiError {
  return new ApiError(
    'not_found',
    'The code that this "Idempotency-Key" created is deleted. Use a new key to create another one.',
  );
}

export function toSearchError({ reason }: SearchProblem): ApiError {
  switch (reason) {
    case 'search_too_short': {
      const message = `"q" must have a word of at least 3 characters where more than ${MAX_CODES_OF_SHORT_SEARCH} codes match "type", "dynamic", "created_after" and "created_before". Send a longer text, or narrow the list with these.`;
      return invalidFields([{ field: 'q', code: 'too_small', message }]);
    }
  }
}

export function toListError(problem: ListProblem): ApiError {
  switch (problem.reason) {
    case 'search_too_broad_to_sort': {
      const message = `"sort" takes a search that finds at most ${MAX_CODES_LOOKED_AT} codes, and "q" finds more. Send a longer text, narrow the list, or leave "sort" out.`;
      return invalidFields([{ field: 'sort', code: 'conflict', message }]);
    }
    case 'cursor_malformed': {
      const message = '"cursor" must be the "next_cursor" of an earlier page, unchanged.';
      return invalidFields([{ field: 'cursor', code: 'invalid_value', message }]);
    }
    case 'cursor_of_another_list': {
      const message =
        '"cursor" must be of a page of this list: send the same parameters with it; only "limit" may change.';
      return invalidFields([{ field: 'cursor', code: 'conflict', message }]);
    }
  }
}

/** The error of a code whose symbol today's rules refuse. */
export function notDrawable(): ApiError {
  return new ApiError(
    'content_too_long',
    'The content of this static code is refused by a rule that is newer than the code, so its symbol cannot be drawn again. Its stored images stay as they are.',
  );
}
