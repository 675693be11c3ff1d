import { AsyncLocalStorage } from 'node:async_hooks';
import type { Child } from 'hono/jsx';
import { type FormatXMLElementFn, IntlMessageFormat } from 'intl-messageformat';
import type { GetICUArgs } from '@schummar/icu-type-parser';
import type { Language } from '#core/languages.ts';
import { catalogueOf, type Message } from '#catalogues';

/**
 * Says everything that people read, in their language. The code holds the English sentences, and one catalogue for each other language has
 * their translations: docs/decisions/languages.md. Each request has its own language, also while others wait.
 */
export type { Message } from '#catalogues';

/** The values of a message's places: `{name}` takes a text, `{count, number}` and `{count, plural, …}` a number. */
export type Values<M extends string, Text = string> = GetICUArgs<
  M,
  { ICUArgument: Text; ICUNumberArgument: number; ICUDateArgument: Date | number }
>;

/** The names of a message's tags: `here` in `Go <here>home</here>.` */
type Tags<M extends string> = M extends `${string}</${infer Tag}>${infer Rest}` ? Tag | Tags<Rest> : never;

/** A message without places and tags, for tables of texts. */
export type PlainMessage = {
  [M in Message]: M extends `${string}${'{' | '<'}${string}` ? never : M;
}[Message];

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de', fr: 'fr', es: 'es' };

const languages = new AsyncLocalStorage<Language>();

/** Runs something whose texts are in a language, with all that it waits for. */
export function inLanguage<T>(language: Language, run: () => T): T {
  return languages.run(language, run);
}

/** The language of the page or mail that is being written. */
export function currentLanguage(): Language {
  return languages.getStore() ?? 'en';
}

/** Makes something once for each language, such as an `Intl` format, and returns that of the current one. */
export function perLanguage<T>(make: (locale: string) => T): () => T {
  const made = new Map<Language, T>();
  return function ofCurrentLanguage() {
    const language = currentLanguage();
    const known = made.get(language) ?? make(LOCALES[language]);
    made.set(language, known);
    return known;
  };
}

/** A format of times in UTC, in the current language. */
export function formatInUtc(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return perLanguage((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }));
}

/**
 * A message in the current language: `say('Hello {name}', { name })`. Messages of tables have no places, and the compiler need not look for
 * any: over all of them at once, that takes it minutes.
 */
export function say(message: PlainMessage): string;
export function say<M extends Message>(message: M, values: Values<M>): string;
export function say(message: Message, values?: object): string {
  return sayWith(message, values);
}

/** A message of a table, whose type compares places with values: nothing does here. */
export function sayWith(message: Message, values: object | undefined): string {
  const parts = sayParts<never>(message, values);
  return typeof parts === 'string' ? parts : parts.join('');
}

/** A message with elements in it: `sayRich('Go <here>home</here>.', { here: (text) => <a href="/">{text}</a> })`. Values may be elements too. */
export function sayRich<M extends Message>(
  message: M,
  values: Values<M, Child> & { readonly [T in Tags<M>]: (text: Child) => Child },
): Child {
  return sayParts<Child>(message, values);
}

/** Whether a text is a message: for the texts of core, which knows no languages. A test finds those that no catalogue has. */
export function isMessage(text: string): text is PlainMessage {
  return Object.hasOwn(catalogueOf('de'), text) && !/[{<]/.test(text);
}

/** Parsed messages by language: at most one for each message of each catalogue. */
const parsed = new Map<string, IntlMessageFormat>();

function sayParts<Part>(message: Message, values: object | undefined): string | Part | (string | Part)[] {
  const language = currentLanguage();
  const text: string = language === 'en' ? message : catalogueOf(language)[message];
  if (!/[{<']/.test(text)) return text;
  const key = `${language} ${message}`;
  const format = parsed.get(key) ?? new IntlMessageFormat(text, LOCALES[language]);
  parsed.set(key, format);
  return format.format<Part>(values as Record<string, Part | FormatXMLElementFn<Part>>);
}
