import { parseAcceptHeader } from './http/accept-header.ts';

/** The languages of the dashboard and of mails. The first is the one that everything is written in. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words, for people who look for theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};

/** The best of the `known` languages by an `Accept-Language` header: by weight, then by order (RFC 9110 §12.5.4); English if none fits. */
export function pickLanguage<Known extends string>(
  header: string | null | undefined,
  known: readonly Known[],
): Known | 'en' {
  for (const tag of parseAcceptHeader(header)) {
    const language = known.find((one) => tag === one || tag.startsWith(`${one}-`));
    if (language) return language;
  }
  return 'en';
}
