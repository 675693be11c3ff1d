const COUNT = new Intl.NumberFormat('en');

/** `12,480` */
export function formatCount(count: number): string {
  return COUNT.format(count);
}
