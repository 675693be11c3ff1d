import { COUNTRIES } from '../control/countries.ts';
import { checkCharactersOf, checkDigitOf } from './check-digits.ts';
import { COUNTRY_NUMBERS, CURRENCY_NUMBERS, PACKAGE_TYPES } from './code-lists.ts';

/** A rule gives null if a component of a value keeps it; what would be right otherwise. */
type Rule = (text: string) => { readonly reason: 'check_digit' | 'value'; readonly expected: string } | null;

const isCountry = (text: string) => text !== 'XK' && COUNTRIES.includes(text);

/** The rules that the dictionary names, after GS1's syntax tests. Coupons have more of them; no URI can hold a coupon. */
export const VALUE_RULES: Readonly<Record<string, Rule>> = {
  csum: mustEndWith(1, checkDigitOf),
  csumalpha: mustEndWith(2, checkCharactersOf),
  gcppos1: must(/^\d{4}/, 'a GS1 Company Prefix at its start, so four digits or more'),
  gcppos2: must(/^.\d{4}/, 'a GS1 Company Prefix after its first digit'),
  yymmd0: must(isDate('20', 0), 'a date as YYMMDD; the day 00 stands for the end of the month'),
  yymmdd: must(isDate('20', 1), 'a date as YYMMDD'),
  yyyymmdd: must(isDate('', 1), 'a date as YYYYMMDD'),
  hhmi: must(/^(?:[01]\d|2[0-3])[0-5]\d$/, 'a time as HHMM'),
  hh: must(/^(?:[01]\d|2[0-3])$/, 'an hour from 00 to 23'),
  mi: must(/^[0-5]\d$/, 'a minute from 00 to 59'),
  ss: must(/^[0-5]\d$/, 'a second from 00 to 59'),
  iso3166: must((text) => COUNTRY_NUMBERS.has(text), 'the three digits of a country by ISO 3166'),
  iso3166999: must(
    (text) => text === '999' || COUNTRY_NUMBERS.has(text),
    'the three digits of a country by ISO 3166, or 999',
  ),
  iso3166alpha2: must(isCountry, 'the two letters of a country by ISO 3166'),
  iso4217: must((text) => CURRENCY_NUMBERS.has(text), 'the three digits of a currency by ISO 4217'),
  iso5218: must(/^[0129]$/, '0, 1, 2 or 9 (ISO 5218)'),
  pcenc: must(/^(?:[^%]|%[0-9A-Fa-f]{2})*$/, 'two hexadecimal digits after each %'),
  latitude: must((text) => text <= '1800000000', 'a latitude up to 1800000000'),
  longitude: must((text) => text <= '3600000000', 'a longitude up to 3600000000'),
  yesno: must(/^[01]$/, '0 or 1'),
  hyphen: must(/^-$/, 'a hyphen at its end'),
  importeridx: must(/^[-\w]$/, 'an importer index: a letter, a digit, - or _'),
  packagetype: must((text) => PACKAGE_TYPES.has(text), 'a package type of UN/ECE Recommendation 21'),
  mediatype: must(/^(?:0[1-9]|10|[89]\d)$/, 'an AIDC media type, 01 to 10 or 80 to 99'),
  posinseqslash: must(isPlaceInSequence, 'a place in a sequence, such as 1/2'),
  nonzero: must(/[1-9]/, 'a number above zero'),
  zero: must(/^0+$/, 'a zero'),
  nozeroprefix: must(/^(?:0$|[^0])/, 'a number without a leading zero'),
  hasnondigit: must(/\D/, 'at least one character that is not a digit'),
  winding: must(/^[019]$/, '0, 1 or 9'),
  pieceoftotal: must(
    (text) => Number(text.slice(0, 2)) > 0 && text.slice(0, 2) <= text.slice(2),
    'a piece and the number of all, such as 0102',
  ),
  iban: must(isIban, 'an IBAN with its right check digits'),
};

function must(right: RegExp | ((text: string) => boolean), expected: string): Rule {
  const isKept = right instanceof RegExp ? (text: string) => right.test(text) : right;
  return (text) => (isKept(text) ? null : { reason: 'value', expected });
}

function mustEndWith(count: number, compute: (text: string) => string): Rule {
  return (text) => {
    const expected = compute(text.slice(0, -count));
    return text.endsWith(expected) ? null : { reason: 'check_digit', expected };
  };
}

function isDate(century: string, earliestDay: 0 | 1): (text: string) => boolean {
  return (text) => {
    const [year = 0, month = 0, day = 0] = (century + text).match(/^\d{4}|\d\d/g)?.map(Number) ?? [];
    const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
    return month >= 1 && month <= 12 && day >= earliestDay && day <= lastDay;
  };
}

function isPlaceInSequence(text: string): boolean {
  const [, place, end] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  return Number(place) <= Number(end);
}

/** ISO 13616: with the country and the check digits at its end, and letters as numbers from 10 on, it is 1 modulo 97. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}[0-9A-Z]{3,32}$/.test(text) || !isCountry(text.slice(0, 2))) return false;
  let rest = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const number = parseInt(character, 36);
    rest = (rest * (number > 9 ? 100 : 10) + number) % 97;
  }
  return rest === 1;
}
