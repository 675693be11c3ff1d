import { readFileSync } from 'node:fs';
import { LANGUAGES } from '#core/languages.ts';
import { writeChanged } from './asset-files.ts';

/**
 * Writes the catalogues to `.build/languages/` as texts, which a Worker parses when it needs them: the messages, and for each language their
 * translations in the same order.
 */
export function placeCatalogues(): void {
  const messages = Object.keys(read('de'));
  writeChanged('.build/languages/messages.txt', JSON.stringify(messages));
  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    const catalogue = read(language);
    writeChanged(
      `.build/languages/${language}.txt`,
      JSON.stringify(messages.map((message) => catalogue[message])),
    );
  }
}

function read(language: string): Record<string, string> {
  return JSON.parse(readFileSync(`src/languages/${language}.json`, 'utf8')) as Record<string, string>;
}
