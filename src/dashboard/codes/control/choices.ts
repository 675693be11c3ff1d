import { COUNTRIES } from '#core/control/countries.ts';
import { BROWSER_NAMES, OPERATING_SYSTEM_NAMES } from '#core/scans/user-agent.ts';
import { perLanguage } from '#languages/say.ts';
import type { Choice } from '../../kit/choices/picker.tsx';

/** What people choose for the conditions of a rule, named in their language. */

/** The languages of most visitors, and those regions of them that people tell apart. Any other tag can be typed. */
const LANGUAGE_TAGS: readonly string[] = (
  'af am ar az be bg bn bs ca cs cy da de de-at de-ch el en en-gb en-us es es-mx et eu fa fi fil fr fr-ca ga gl gu ' +
  'he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms mt my nb ne nl nn pa pl pt pt-br pt-pt ro ru ' +
  'si sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-cn zh-tw zu'
).split(' ');

export const countryChoices = perLanguage((locale) => nameAll(locale, 'region', COUNTRIES));
export const languageChoices = perLanguage((locale) => nameAll(locale, 'language', LANGUAGE_TAGS));
export const SYSTEM_CHOICES = OPERATING_SYSTEM_NAMES.map(toChoice);
export const BROWSER_CHOICES = BROWSER_NAMES.map(toChoice);

/** In the order of their names. */
function nameAll(locale: string, type: 'region' | 'language', values: readonly string[]): readonly Choice[] {
  const names = new Intl.DisplayNames(locale, { type });
  const { compare } = new Intl.Collator(locale);
  return values
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => compare(one.label, other.label));
}

function toChoice(name: string): Choice {
  return { value: name, label: name };
}
