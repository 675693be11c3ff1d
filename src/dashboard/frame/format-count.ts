import { perLanguage, say } from '#languages/say.ts';

const countFormat = perLanguage((locale) => new Intl.NumberFormat(locale));

/** `12,480` */
export function formatCount(count: number): string {
  return countFormat().format(count);
}

/** `12,480`, or `1,000+` if there are more than were counted. */
export function formatTotal({ codes, isMore }: { readonly codes: number; readonly isMore: boolean }): string {
  return isMore ? `${formatCount(codes)}+` : formatCount(codes);
}

/** `1 code`, `12,480 codes` */
export function formatCodes(count: number): string {
  return say('{count, plural, one {# code} other {# codes}}', { count });
}
