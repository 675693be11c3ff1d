/** A page of a list in JSON. `cursor` is the start of the next one; null on the last page. */
export function toPage<T>(data: T[], cursor: string | null) {
  return { data, has_more: cursor !== null, next_cursor: cursor };
}
