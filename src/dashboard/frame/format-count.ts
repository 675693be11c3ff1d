const COUNT = new Intl.NumberFormat('en');

/** `12,480` */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** `12,480`, or `1,000+` if there are more than were counted. */
export function formatTotal({ codes, isMore }: { readonly codes: number; readonly isMore: boolean }): string {
  return isMore ? `${formatCount(codes)}+` : formatCount(codes);
}

/** `1 code`, `12,480 codes` */
export function formatCodes(count: number): string {
  return count === 1 ? '1 code' : `${formatCount(count)} codes`;
}
