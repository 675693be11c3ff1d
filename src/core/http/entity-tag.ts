/**
 * Whether a list of entity tags contains one, or is `*`, as in `If-None-Match` (RFC 9110 §13.1.2). A strong comparison, as in `If-Match`, is
 * for a weak tag never true (§8.8.3.2).
 *
 * @param tag a strong one
 */
export function listsTag(list: string, tag: string, comparison: 'weak' | 'strong' = 'weak'): boolean {
  if (list.trim() === '*') return true;
  const same = (one: string) => (comparison === 'weak' ? one.replace(/^W\//, '') : one) === tag;
  return list.split(',').some((one) => same(one.trim()));
}
