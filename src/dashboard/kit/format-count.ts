import { perLanguage, say } from '#languages/say.ts';

const countFormat = perLanguage((locale) => new Intl.NumberFormat(locale));

/** `12,480` */
export function formatCount(count: number): string {
  return countFormat().format(count);
}

const percentFormat = perLanguage((locale) => new Intl.NumberFormat(locale, { style: 'percent' }));

/** `60%` of 0.6, or `60 %` where people write it with a space. */
export function formatPercent(share: number): string {
  return percentFormat().format(share);
}

/** `12,480`, or `1,000+` if there are more than were counted. */
export function formatTotal({ codes, isMore }: { readonly codes: number; readonly isMore: boolean }): string {
  return isMore ? `${formatCount(codes)}+` : formatCount(codes);
}

/** `1 code`, `12,480 codes` */
export function formatCodes(count: number): string {
  return say('{count, plural, one {# code} other {# codes}}', { count });
}

function unitFormat(unit: 'kilobyte' | 'megabyte') {
  return perLanguage(
    (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }),
  );
}

const kilobyteFormat = unitFormat('kilobyte');
const megabyteFormat = unitFormat('megabyte');

/** `49 kB`, `2,000 MB`; rounded up, so that a little is not shown as nothing. */
export function formatBytes(bytes: number): string {
  return bytes < 1_000_000
    ? kilobyteFormat().format(Math.ceil(bytes / 1_000))
    : megabyteFormat().format(Math.ceil(bytes / 100_000) / 10);
}
