import { readdirSync, readFileSync } from 'node:fs';
import {
  isLiteralElement,
  isPoundElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/languages.ts';

type Catalogue = Readonly<Record<string, string>>;

const FOLDER = 'src/languages';
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');
const catalogues = TRANSLATED.map((language): [string, Catalogue] => [
  language,
  JSON.parse(readFileSync(`${FOLDER}/${language}.json`, 'utf8')) as Catalogue,
]);

/** What `say` and `sayRich` are called with, as it stands in the code; pages also say what is wrong with a form, and what frames say. */
const sources = ['src/contract', 'src/core/styles', 'src/dashboard', 'src/service']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** Each place and tag of a message with its kind, and each choice of a `select`. */
function listPlaces(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (isTagElement(element)) return [`<${element.value}>`, ...listPlaces(element.children)];
    if (isPluralElement(element) || isSelectElement(element)) {
      const choices = isSelectElement(element) ? Object.keys(element.options).sort().join('|') : '';
      return [
        `${element.value}: ${element.type} ${choices}`,
        ...Object.values(element.options).flatMap(({ value }) => listPlaces(value)),
      ];
    }
    return isLiteralElement(element) || isPoundElement(element) ? [] : [`${element.value}: ${element.type}`];
  });
}

/** The forms that each plural lacks in its language. `many` of French and Spanish is that of millions, which read well as `other`. */
function listLackingForms(elements: readonly MessageFormatElement[], language: string): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return elements.flatMap((element) => {
    if (isTagElement(element)) return listLackingForms(element.children, language);
    if (isSelectElement(element))
      return Object.values(element.options).flatMap(({ value }) => listLackingForms(value, language));
    if (!isPluralElement(element)) return [];
    return forms.filter((form) => form !== 'many' && !(form in element.options));
  });
}

describe('a catalogue', () => {
  it.each(catalogues)('has its messages in the order of their characters: %s', (_, catalogue) => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(catalogue).toSorted());
  });

  it('translates the same messages as every other', () => {
    const [[, first] = ['', {}]] = catalogues;
    for (const [language, catalogue] of catalogues)
      expect([language, Object.keys(catalogue)]).toEqual([language, Object.keys(first)]);
  });

  it.each(catalogues)('has no message that no page and no mail says: %s', (_, catalogue) => {
    const unused = Object.keys(catalogue).filter((message) => !sources.includes(`'${message}'`));
    expect(unused).toEqual([]);
  });

  it.each(catalogues)(
    'has the places, tags and plurals of each English message: %s',
    (language, catalogue) => {
      for (const [message, translation] of Object.entries(catalogue)) {
        const [english, other] = [parse(message), parse(translation)];
        const unique = (places: string[]) => [...new Set(places)].sort();
        expect([message, unique(listPlaces(other))]).toEqual([message, unique(listPlaces(english))]);
        expect([message, listLackingForms(english, 'en')]).toEqual([message, []]);
        expect([message, listLackingForms(other, language)]).toEqual([message, []]);
      }
    },
  );

  it.each(catalogues)('translates with text, without spaces at its ends: %s', (_, catalogue) => {
    for (const translation of Object.values(catalogue)) expect(translation).toMatch(/^\S(.*\S)?$/s);
  });
});

/** Texts for people that are not said, as far as their place tells: errors, what a form refuses, and prose among elements. */
const UNSAID = [
  /new PageError\(\s*\d{3},\s*['"`].*/g,
  /\.refuse\(\s*'[^']*',\s*['"`].*/g,
  /\b(?:toProblem|notAForm|forbidden|tooManyToday)\(\s*['"`].*/g,
  /\b(?:label|hint|heading|button|aria-label|alt|placeholder)="[^"]*[a-z]{2} [^"]*"/g,
  /^\s+[A-Z][\w’]*(?: [\w’,.:;-]+){3,}(?: ?\{[\w.]+\}.*)?$/gm,
];

describe('a page', () => {
  const pages = readdirSync('src/dashboard', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );

  it.each(pages)('says its texts: %s', (file) => {
    const code = readFileSync(`src/dashboard/${file}`, 'utf8').replaceAll(/\/\*.*?\*\/|`[^`]*`/gs, '');
    expect(UNSAID.flatMap((pattern) => code.match(pattern) ?? [])).toEqual([]);
  });
});
