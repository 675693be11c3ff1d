import de from '../../.build/languages/de.txt';
import es from '../../.build/languages/es.txt';
import fr from '../../.build/languages/fr.txt';
import messages from '../../.build/languages/messages.txt';
import type { Catalogue, Translated } from './catalogues.ts';

/** The catalogues, for Workers: texts, so that a Worker that starts does not compile translations which few of its requests read. */
const TEXTS: Readonly<Record<Translated, string>> = { de, fr, es };

const read = new Map<Translated, Catalogue>();

/** The catalogue of a language, read when it is first asked for. */
export function catalogueOf(language: Translated): Catalogue {
  const known = read.get(language) ?? readCatalogue(language);
  read.set(language, known);
  return known;
}

function readCatalogue(language: Translated): Catalogue {
  const translations = JSON.parse(TEXTS[language]) as readonly string[];
  const names = JSON.parse(messages) as readonly string[];
  return Object.fromEntries(names.map((name, i) => [name, translations[i]])) as Catalogue;
}
