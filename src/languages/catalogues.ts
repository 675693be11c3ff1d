import type { Language } from '#core/languages.ts';
import de from './de.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };

/** The catalogues, for programs in Node. Workers have worker-catalogues.ts in the place of this module: package.json, "imports". */
const CATALOGUES = { de, fr, es };

/** A sentence that every catalogue translates: any other does not compile. */
export type Message = keyof (typeof CATALOGUES)[keyof typeof CATALOGUES];

/** Translations by their English sentence. */
export type Catalogue = Readonly<Record<Message, string>>;

export type Translated = Exclude<Language, 'en'>;

/** The catalogue of a language. */
export function catalogueOf(language: Translated): Catalogue {
  return CATALOGUES[language];
}
