import { perLanguage } from '#languages/say.ts';

const decimalFormat = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 9 }),
);

/** `63.5`, with a comma where people write one. */
export function sayDecimal(value: number, decimals = 2): string {
  return decimalFormat().format(Number(value.toFixed(decimals)));
}

/** A length as people write it: `20 cm`, `2.5 m`. */
export function sayLength(mm: number): string {
  if (mm < 10) return `${sayDecimal(mm, 1)} mm`;
  return mm < 1000 ? `${sayDecimal(mm / 10, 1)} cm` : `${sayDecimal(mm / 1000)} m`;
}
