const MAX_HEADER_CHARACTERS = 1_000;

/** Whether `If-None-Match` (RFC 9110 §13.1.2) names the tag: then the caller has this answer already. Weak comparison. */
export function isKnownTo(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch.length > MAX_HEADER_CHARACTERS) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => withoutWeakness(tag.trim()) === withoutWeakness(entityTag));
}

function withoutWeakness(tag: string): string {
  return tag.replace(/^W\//, '');
}
