const COUNT = new Intl.NumberFormat('en');

/** `12,480` */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** `1 code`, `12,480 codes` */
export function formatCodes(count: number): string {
  return count === 1 ? '1 code' : `${formatCount(count)} codes`;
}
