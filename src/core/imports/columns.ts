import { mapOwnTexts, OWN_TEXT_FIELDS, type OwnTextField, writeOwnTexts } from '../codes/own-texts.ts';
import { FLAG_FIELDS, type FlagField } from '../control/flags.ts';
import { FIELD_PATHS } from '../content/fields/content-fields.ts';
import { LINK_TYPES } from '../gs1/link-types.ts';

/**
 * What the columns of a file mean. Names match without case, accents, spaces, underscores and hyphens, so that `Long URL`, `long_url` and
 * `longUrl` are one.
 */

/**
 * The meanings of columns, and their simplified names in the files of other services, then in the other languages of the dashboard: German,
 * Spanish, French. The first one in a file counts; before all comes the name of the field itself. Own texts and flags without other names need no line.
 */
const NAMES = {
  target:
    'longurl url destinationurl destination redirecturl targeturl website websiteurl websitelink websiteaddress webaddress webpage site siteurl homepage pageurl landingpage landingpageurl finalurl linkurl ziel zieladresse zielurl webseite internetadresse destino sitioweb paginaweb direccionweb siteweb pageweb adresseweb adresse',
  short_url: 'shortlink bitlink link kurzlink kurzurl enlacecorto liencourt',
  domain: 'customdomain host',
  names: '',
  path: 'shortcode slug key keyword backhalf custombackhalf kurzcode codigocorto codecourt',
  title: 'name linkname codename qrcodename titel bezeichnung titulo nombre titre nom',
  tags: 'tag labels campaign campaigns campaignname schlagwort schlagworte schlagworter schlagwoerter stichwort stichworte stichworter kampagne etiqueta etiquetas palabrasclave campana etiquette etiquettes motscles campagne',
  metadata: 'metadaten metadatos metadonnees',
  external_id: 'externeid idexterno idexterne',
  source_id: 'id linkid',
  created_at:
    'created datecreated createdon creationdate timestamp erstellungsdatum erstelltam fechadecreacion datedecreation',
  scans: 'clicks totalclicks visits visitscount visitcount',
  scans_by_day: 'clicksbyday',
  starts_at: 'validsince startdate startdatum fechadeinicio datededebut',
  ends_at:
    'validuntil expiresat expiration enddate enddatum ablaufdatum gultigbis fechadefin fechadevencimiento datedefin datedexpiration',
  max_scans: 'maxvisits',
  fallback_url: 'expiredurl',
  ...{ utm: '', preview: '' },
  paused: 'pausiert enpausa enpause',
  archived: 'archiviert archivado',
  password: 'haspassword passwordprotected',
  ...{ rules: '', variants: '', type: '', dynamic: '', color: '', color_dark: '', color_light: '' },
  ...{ format: '', size: '', margin: '', error_correction: '', style: '' },
  ...{ gs1: '', links: '' },
} as const;

export type NamedField = keyof typeof NAMES | OwnTextField | FlagField;
/** A field of `content`: `content.ssid`. */
export type ContentColumn = `content.${string}`;
/** An element of a GS1 code, or where it leads by a link type, readers of one language or all: `gs1.01`, `link:gs1:pip:de`. */
export type Gs1Column = `gs1.${string}` | `link:gs1:${string}`;
export type ImportField = NamedField | ContentColumn | Gs1Column;

/** How cells are read; `read-fields.ts` has code of its own for the others. */
export const READ_AS = {
  text: ['type', 'format', 'error_correction'],
  number: ['max_scans', 'size', 'margin'],
  flag: [...FLAG_FIELDS, 'archived'],
  json: ['rules', 'variants', 'utm', 'preview', 'metadata', 'style', 'gs1', 'links'],
  time: ['starts_at', 'ends_at'],
} as const satisfies Record<string, readonly NamedField[]>;

/** The fields that an empty cell clears, in the row of an existing code, and what it makes of them. */
export const EMPTIED = {
  ...writeOwnTexts(mapOwnTexts(() => null)),
  ...{ tags: [], metadata: null, rules: [], variants: null, utm: null, preview: null, links: null },
  ...{ starts_at: null, ends_at: null, max_scans: null, fallback_url: null },
} as const satisfies { readonly [field in NamedField]?: unknown };

export const CONTENT_COLUMNS = FIELD_PATHS.map((path): ContentColumn => `content.${path}`);
export const IMPORT_FIELDS: readonly ImportField[] = [
  ...new Set([...(Object.keys(NAMES) as NamedField[]), ...OWN_TEXT_FIELDS, ...FLAG_FIELDS]),
  ...CONTENT_COLUMNS,
];

export function isContentColumn(field: string): field is ContentColumn {
  return field.startsWith('content.');
}

const LINK_TYPES_BY_NAME = new Map(Object.keys(LINK_TYPES).map((type) => [type.toLowerCase(), type]));

/** The column for an element or a link type; null for any other name. */
function parseGs1Column(column: string): Gs1Column | null {
  const simple = simplifyName(column);
  const [, ai] = /^gs1\.(\d{2,4})$/.exec(simple) ?? [];
  if (ai !== undefined) return `gs1.${ai}`;
  const [, name = '', language, region] =
    /^link:(?:gs1:)?(\w+)(?::([a-z]{2})([a-z]{2})?)?$/.exec(simple) ?? [];
  const type = LINK_TYPES_BY_NAME.get(name);
  const ofLanguage = language ? `:${language}${region ? `-${region.toUpperCase()}` : ''}` : '';
  return type === undefined ? null : `link:gs1:${type}${ofLanguage}`;
}

export function isGs1Column(field: string): field is Gs1Column {
  return parseGs1Column(field) !== null;
}

/** Reads the meaning of a column, as it is named here; null if there is none of this name. */
export function parseImportField(text: string): ImportField | null {
  return IMPORT_FIELDS.find((field) => field === text) ?? parseGs1Column(text);
}

const FIELD_OF = new Map(
  IMPORT_FIELDS.flatMap((field) => aliasesOf(field).map((alias) => [alias, field] as const)),
);

function aliasesOf(field: ImportField): readonly string[] {
  const others: { readonly [of in ImportField]?: string } = NAMES;
  return [simplifyName(field), ...(others[field]?.match(/\S+/g) ?? [])];
}

/** A column's name, simplified for comparison. */
function simplifyName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\s_’'-]+|\p{M}/gu, '');
}

/** The services that are recognised by their columns; `spreadsheet` is any other. */
export type Source = 'qr-code-service' | 'bitly' | 'dub' | 'shlink' | 'yourls' | 'spreadsheet';

const SIGNS: readonly (readonly [Source, (has: (...names: string[]) => boolean) => boolean])[] = [
  ['qr-code-service', (has) => has('target', 'svgurl', 'shorturl')],
  ['bitly', (has) => has('bitlink') || has('longurl', 'link') || has('longurl', 'backhalf')],
  ['shlink', (has) => has('longurl', 'shortcode') || has('longurl', 'shorturl')],
  ['yourls', (has) => has('keyword', 'url')],
  [
    'dub',
    (has) =>
      has('link', 'url', 'clicks') || has('shortlink', 'url', 'key') || has('shortlink', 'destinationurl'),
  ],
];

/** Recognises the service that wrote these columns. */
export function recogniseSource(names: readonly string[]): Source {
  const known = new Set(names.map(simplifyName));
  const has = (...wanted: string[]) => wanted.every((name) => known.has(name));
  return SIGNS.find(([, matches]) => matches(has))?.[0] ?? 'spreadsheet';
}

/** The chosen meanings of columns, by name; null for a column to leave out. */
export type ChosenColumns = ReadonlyMap<string, ImportField | null>;

/**
 * The meaning of each column: the chosen one, otherwise the one of its name; null if it has none here. If several names mean one field, the
 * first in the list above counts. A column `link` is the target if nothing else is, and otherwise the short link, as in files of Bitly and
 * Dub.
 */
export function nameColumns(
  names: readonly string[],
  chosen: ChosenColumns = new Map(),
): readonly (ImportField | null)[] {
  const simple = names.map(simplifyName);
  const taken = new Set(names.map((name) => chosen.get(name) ?? null));
  const meanings = names.map((name, i): ImportField | null => {
    if (chosen.has(name)) return chosen.get(name) ?? null;
    const field = FIELD_OF.get(simple[i] ?? '') ?? parseGs1Column(name);
    if (field === null || taken.has(field)) return null;
    return isGs1Column(field) || !betterName(field, simple, i) ? field : null;
  });
  const link = names.findIndex((name, i) => simple[i] === 'link' && !chosen.has(name));
  return link === -1 || meanings.includes('target') ? meanings : meanings.with(link, 'target');
}

/** Whether another column's name takes precedence over this one's. */
function betterName(field: ImportField, simple: readonly string[], index: number): boolean {
  const best = aliasesOf(field).find((alias) => simple.includes(alias));
  return best !== simple[index];
}
