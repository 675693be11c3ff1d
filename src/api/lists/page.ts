import { invalidFields } from '#contract/problems/api-error.ts';

/** The end of a page in JSON. `cursor` is the start of the next one; null on the last page. */
export function toNext(cursor: string | null) {
  return { has_more: cursor !== null, next_cursor: cursor };
}

/** A page of a list in JSON. */
export function toPage<T>(data: T[], cursor: string | null) {
  return { data, ...toNext(cursor) };
}

/** A page of a list that is short enough to be read as a whole. Throws a 400 if the item that `cursor` names is gone. */
export function cutPage<T extends { readonly id: string }>(
  all: readonly T[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const last = all.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && last === -1) {
    const message = '"cursor" is of a page whose last item is gone. Read the list again from its start.';
    throw invalidFields([{ field: 'cursor', code: 'invalid_value', message }]);
  }
  const end = last + 1 + limit;
  return toPage(all.slice(last + 1, end), end < all.length ? (all[end - 1]?.id ?? null) : null);
}
