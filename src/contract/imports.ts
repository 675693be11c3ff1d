import * as z from 'zod';
import { type ChosenColumns, IMPORT_FIELDS, parseImportField } from '#core/imports/columns.ts';
import { ENCODINGS } from '#core/imports/encoding.ts';
import { CONFLICT_MODES, ROW_STATES } from '#core/imports/import-job.ts';
import { integerText, limitOf } from './lists.ts';
import { flag, parsedText } from './parsed-text.ts';
import { isObject } from '#core/is-object.ts';

/** The requests of /v1/imports. */

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;

const MAX_MAPPED_HOSTS = 100;

const domainMap = z
  .array(z.string())
  .transform((texts, ctx) => {
    const hosts = parseDomainMap(texts);
    if (hosts) return hosts;
    ctx.addIssue(
      `must be hosts like "old.example=go.example", at most ${MAX_MAPPED_HOSTS}, with commas between them.`,
    );
    return z.NEVER;
  })
  .meta({ maxItems: MAX_MAPPED_HOSTS });

const columns = parsedText(
  parseColumns,
  `must be JSON like {"Wohin": "target", "Notiz": null}: for a column one of ${IMPORT_FIELDS.join(', ')}, an element like gs1.01, a link type like link:gs1:pip, or null to leave it out.`,
);

function parseDomainMap(texts: readonly string[]): ReadonlyMap<string, string> | null {
  if (texts.length > MAX_MAPPED_HOSTS) return null;
  const pairs = texts.map((pair) => pair.trim().toLowerCase().split('='));
  const isFit = pairs.every((pair) => pair.length === 2 && pair.every((host) => HOST.test(host)));
  return isFit ? new Map(pairs.map(([from = '', to = '']) => [from, to])) : null;
}

function parseColumns(text: string): ChosenColumns | null {
  try {
    const json = JSON.parse(text) as Record<string, unknown> | null;
    if (!isObject(json)) return null;
    const entries = Object.entries(json);
    const read = entries.map(([name, value]) => [name, parseImportField(String(value))] as const);
    return read.every(([, field], i) => field !== null || entries[i]?.[1] === null) ? new Map(read) : null;
  } catch {
    return null;
  }
}

export const importQuery = z.strictObject({
  dry_run: flag.prefault('true').describe('Only reports what would happen, and changes no code.'),
  on_conflict: z
    .enum(CONFLICT_MODES)
    .default('skip')
    .describe('What happens to a row whose code exists already and differs. Default: `skip`.'),
  source: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must have 1 to 32 of the characters a–z, 0–9 and -.')
    .optional()
    .describe(
      'The service that the codes come from, like `bitly`. Recognised by the columns if you leave it out.',
    ),
  domain_map: domainMap
    .optional()
    .describe(
      'Hosts that you will point here, each with the host that their links get, separated by commas: `old.example=go.example`. That is the host of the service or one of your domains. Links on your own domains stay there without it.',
    ),
  encoding: z
    .enum(ENCODINGS)
    .optional()
    .describe('The encoding of a file that is not UTF-8, as older spreadsheets save them.'),
  columns: columns
    .optional()
    .describe('The meaning of columns that are not recognised by name: `{"Wohin": "target"}`.'),
});

export const rowsQuery = z.strictObject({
  state: z.enum(ROW_STATES).optional().describe('Only rows in this state.'),
  limit: limitOf('rows'),
  cursor: integerText.optional().describe('`next_cursor` of the previous page.'),
});
