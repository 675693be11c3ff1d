import type { z } from 'zod';
import type { FieldError } from '#contract/problems/error-codes.ts';
import { REPEATABLE_FILTERS } from '#contract/codes/filing.ts';
import { type exportQuery, toFilter } from '#contract/codes/requests.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { Selection, SelectionFailure } from '#service/lists/select-codes.ts';
import { ApiError, invalidFields } from '#contract/problems/api-error.ts';
import { readQuery } from '../validation.ts';
import { toSearchError } from './problems.ts';

/** A 400 that says which field is wrong; `rest` follows its name. */
export function refuse(field: string, code: string, rest: string): ApiError {
  return invalidFields([{ field, code, message: `"${field}" ${rest}` }]);
}

/** The codes that a body lists, or those that match the query. Throws a 400 if both are given. */
export function toSelection(
  url: URL,
  query: z.output<typeof exportQuery>,
  { ids }: { readonly ids?: readonly string[] | undefined },
): Selection {
  if (!ids) return { filter: toFilter(query) };
  refuseFilters(url, '"ids" in the body');
  return { names: ids };
}

/** Throws a 400 if the query has any parameter beside `allowed`: the request names its codes. */
export function refuseFilters(url: URL, ids: string, allowed: readonly string[] = []): void {
  const sent = Object.keys(readQuery(url.href, [...REPEATABLE_FILTERS, ...allowed]));
  const filtered = sent.find((name) => !allowed.includes(name));
  if (filtered === undefined) return;
  const message = `"${filtered}" in the query and ${ids} exclude each other: name the codes, or filter the list.`;
  throw invalidFields([{ field: filtered, code: 'conflict', message }]);
}

/** The error for a selection of codes to be drawn. */
export function toSelectionError(
  failure: SelectionFailure | { readonly reason: 'not_drawable'; readonly code: QrCode },
): ApiError {
  switch (failure.reason) {
    case 'search_too_short':
      return toSearchError(failure);
    case 'none_found':
      return new ApiError('not_found', 'No code of your account matches these filters.');
    case 'not_found':
      return codesNotFound(failure.indexes);
    case 'not_drawable': {
      const id = toPublicId(failure.code.codeId);
      return refuse(
        'ids',
        'invalid_value',
        `has ${id}, whose content is refused by a rule that is newer than the code: it cannot be drawn again.`,
      );
    }
    case 'too_many_codes': {
      const { count, limit, why } = failure;
      const codes = limit === 1 ? '1 code' : `${limit} codes`;
      const found = count === null ? 'and more match the filters' : `not ${count}`;
      const reason = why === null ? '' : `: ${why}`;
      return refuse(
        'ids',
        'too_big',
        `may name at most ${codes}, ${found}${reason}. Send them in several requests.`,
      );
    }
  }
}

/** Another account's code looks like one that does not exist. */
function codesNotFound(indexes: readonly number[]): ApiError {
  const fields = indexes.map((index): FieldError => ({
    field: `ids[${index}]`,
    code: 'not_found',
    message: `"ids[${index}]" is no code of your account.`,
  }));
  const { message, fields: named } = invalidFields(fields);
  return new ApiError('not_found', message, { fields: named });
}
