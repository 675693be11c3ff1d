import { perLanguage } from '#languages/say.ts';

const format = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 9 }),
);

/** A measured number with its decimals, `2.5`: with a comma where people write one, and in the API always like this. */
export function sayNumber(value: number): string {
  return format().format(value);
}
