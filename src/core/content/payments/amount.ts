/** No amount that a payment may have is written longer than this, with its currency and its spaces. */
const LONGEST = 40;

/** Digits in threes with one kind of mark between them, or without, then a point or a comma and up to two digits, or the dash of a round sum. */
const AMOUNT =
  /^(?<whole>\d*|[1-9]\d{0,2}(?<mark>[.,' ])\d{3}(?:\k<mark>\d{3})*)(?:(?<point>[.,])(?<cents>\d{1,2}|[-–—]{1,2}))?$/;

const SIGNS: Readonly<Record<string, RegExp>> = {
  EUR: /^(?:€|EUR) ?| ?(?:€|EUR)$/i,
  CHF: /^(?:CHF|SFR\.?|FR\.) ?| ?(?:CHF|SFR\.?|FR\.)$/i,
};

/**
 * An amount as people type it, as the interface writes it: `1'234,5` becomes `1234.5`. It has two decimals at most, so three digits after a
 * single point or comma are thousands. A text that is no amount, or one of another currency, stays as it is.
 */
export function readTypedAmount(typed: string, currency: string): string {
  if (typed.length > LONGEST) return typed;
  const plain = typed.replaceAll(/\s+/g, ' ').replaceAll('’', "'").trim();
  const { whole, mark, point, cents } = AMOUNT.exec(plain.replace(SIGNS[currency] ?? '', ''))?.groups ?? {};
  const isAmount = whole !== undefined && /\d/.test(plain) && (point === undefined || point !== mark);
  if (!isAmount) return typed;
  const units = whole.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return cents === undefined || /\D/.test(cents) ? units : `${units}.${cents}`;
}

/** An amount of the interface with its currency, as people write it in a language. */
export function formatAmount(amount: string, currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount));
}
