import { SETTINGS } from '#dashboard/frame/palette/palette-places.ts';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#core/languages.ts';

/** A catalogue, by the English message; English has none. */
function readCatalogue(language: Language): Readonly<Record<string, string>> {
  const catalogue = JSON.parse(
    readFileSync(`src/languages/${language === 'en' ? 'de' : language}.json`, 'utf8'),
  ) as Record<string, string>;
  return language === 'en'
    ? Object.fromEntries(Object.keys(catalogue).map((message) => [message, message]))
    : catalogue;
}

/** The pages of the settings that documents lead to. */
const PLACES = SETTINGS.flatMap(({ places }) => places.map(({ label }) => label));

/** Words for which pages have a better one, in docs/decisions/languages.md. */
const AVOIDED: Readonly<Record<Language, RegExp>> = {
  en: /\b[Rr]enditions?\b|\bA\/B split\b|\b[Qq]uery of\b|\bPrints (with|of)\b|\b[Ee]xternal ID\b/,
  de: /Abfrageteil|Darstellung|\bTelefone?n?\b(?!nummer)|\bHandys?\b|A\/B-Aufteilung/,
  fr: /déclinaison|\brendus?\b|Répartition A\/B|[Ii]dentifiant externe/,
  es: /\bversi(ón|ones) (de|del|#)|Reparto A\/B/,
};

/** Where the avoided word is the right one. */
const ALLOWED: readonly string[] = ['Phone'];

describe('the words of the pages', () => {
  it.each(LANGUAGES)('are the ones that were chosen: %s', (language) => {
    const found = Object.entries(readCatalogue(language)).filter(
      ([message, text]) => AVOIDED[language].test(text) && !ALLOWED.includes(message),
    );
    expect(found).toEqual([]);
  });
});

describe('a document', () => {
  const documents = globSync(['README.md', 'client/README.md', 'docs/**/*.md']).map(
    (file): [string, string] => [file, readFileSync(file, 'utf8')],
  );
  const messages = readCatalogue('en');

  it.each(documents)('names pages as they are named: %s', (_, text) => {
    const pages = [...text.matchAll(/\b(?:page|behind) \*([^*\n]+)\*/g)].map(([, name = '']) => name);
    const settings = [...text.matchAll(/Settings → (.{1,30})/g)].map(
      ([, rest = '']) => PLACES.find((label) => rest.startsWith(label)) ?? rest,
    );
    expect([...pages, ...settings].filter((name) => messages[name] === undefined)).toEqual([]);
  });

  it.each(documents)('says where the key of its commands comes from: %s', (_, text) => {
    expect(!text.includes('$KEY') || /\bKEY=|`\$?KEY`/.test(text)).toBe(true);
  });
});
