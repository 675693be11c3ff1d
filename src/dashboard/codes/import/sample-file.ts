import type { ImportField } from '#core/imports/columns.ts';
import { currentLanguage, say } from '#languages/say.ts';
import { FIELD_NAMES } from './words.ts';

const COLUMNS = [
  'target',
  'title',
  'tags',
  'external_id',
  'ends_at',
] as const satisfies readonly ImportField[];

const ROWS: readonly (readonly string[])[] = [
  ['https://example.com/menu', 'Café Müller', 'Berlin | 2026', 'sku-1', ''],
  ['https://example.com/praia', 'São Paulo', '2026', 'sku-2', '2030-12-31'],
];

/** An example of a file in the reader's language. The byte-order mark shows Excel that it is UTF-8; and Excel expects semicolons where commas are in numbers. */
export function writeSampleFile(): string {
  const delimiter = currentLanguage() === 'en' ? ',' : ';';
  const header = COLUMNS.map((field) => say(FIELD_NAMES[field]));
  return `\ufeff${[header, ...ROWS].map((cells) => `${cells.join(delimiter)}\r\n`).join('')}`;
}
