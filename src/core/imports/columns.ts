import { FIELD_PATHS } from '../content/fields/content-fields.ts';

/**
 * What the columns of a file mean. Names match without case, accents, spaces, underscores and hyphens, so that `Long URL`, `long_url` and
 * `longUrl` are one.
 */

/** The meanings of columns, and their simplified names in the files of other services; the first name is ours. */
const ALIASES = {
  target: [
    ...['target', 'longurl', 'url', 'destinationurl', 'destination', 'redirecturl', 'targeturl'],
    ...['website', 'websiteurl', 'websitelink', 'websiteaddress', 'webaddress', 'webpage', 'site', 'siteurl'],
    ...['homepage', 'pageurl', 'landingpage', 'landingpageurl', 'finalurl', 'linkurl'],
  ],
  short_url: ['shorturl', 'shortlink', 'bitlink', 'link'],
  domain: ['domain', 'customdomain', 'host'],
  path: ['path', 'shortcode', 'slug', 'key', 'keyword', 'backhalf', 'custombackhalf'],
  title: ['title', 'name', 'linkname', 'codename', 'qrcodename'],
  tags: ['tags', 'tag', 'labels', 'campaign', 'campaigns', 'campaignname'],
  metadata: ['metadata'],
  external_id: ['externalid'],
  source_id: ['sourceid', 'id', 'linkid'],
  created_at: ['createdat', 'created', 'datecreated', 'createdon', 'creationdate', 'timestamp'],
  scans: ['scans', 'clicks', 'totalclicks', 'visits', 'visitscount', 'visitcount'],
  scans_by_day: ['scansbyday', 'clicksbyday'],
  starts_at: ['startsat', 'validsince', 'startdate'],
  ends_at: ['endsat', 'validuntil', 'expiresat', 'expiration', 'enddate'],
  max_scans: ['maxscans', 'maxvisits'],
  fallback_url: ['fallbackurl', 'expiredurl'],
  forward_query: ['forwardquery'],
  utm: ['utm'],
  preview: ['preview'],
  paused: ['paused'],
  archived: ['archived'],
  password: ['password', 'haspassword', 'passwordprotected'],
  rules: ['rules'],
  variants: ['variants'],
  type: ['type'],
  dynamic: ['dynamic'],
  color: ['color'],
  color_dark: ['colordark'],
  color_light: ['colorlight'],
  format: ['format'],
  size: ['size'],
  margin: ['margin'],
  error_correction: ['errorcorrection'],
  style: ['style'],
} as const satisfies Record<string, readonly string[]>;

export type NamedField = keyof typeof ALIASES;
/** A field of `content`: `content.ssid`. */
export type ContentColumn = `content.${string}`;
export type ImportField = NamedField | ContentColumn;

/** What people call columns in the other languages of the dashboard: German, Spanish, French. An English name takes precedence. */
const FOREIGN_NAMES: { readonly [field in NamedField]?: string } = {
  target:
    'ziel zieladresse zielurl webseite internetadresse destino sitioweb paginaweb direccionweb siteweb pageweb adresseweb adresse',
  short_url: 'kurzlink kurzurl enlacecorto liencourt',
  path: 'kurzcode codigocorto codecourt',
  title: 'titel bezeichnung titulo nombre titre nom',
  tags: 'schlagwort schlagworte schlagworter schlagwoerter stichwort stichworte stichworter kampagne etiqueta etiquetas palabrasclave campana etiquette etiquettes motscles campagne',
  metadata: 'metadaten metadatos metadonnees',
  external_id: 'externeid idexterno idexterne',
  created_at: 'erstellungsdatum erstelltam fechadecreacion datedecreation',
  starts_at: 'startdatum fechadeinicio datededebut',
  ends_at: 'enddatum ablaufdatum gultigbis fechadefin fechadevencimiento datedefin datedexpiration',
  paused: 'pausiert enpausa enpause',
  archived: 'archiviert archivado',
};

export const CONTENT_COLUMNS = FIELD_PATHS.map((path): ContentColumn => `content.${path}`);
export const IMPORT_FIELDS: readonly ImportField[] = [
  ...(Object.keys(ALIASES) as NamedField[]),
  ...CONTENT_COLUMNS,
];

export function isContentColumn(field: string): field is ContentColumn {
  return field.startsWith('content.');
}

const FIELD_OF = new Map(
  IMPORT_FIELDS.flatMap((field) => aliasesOf(field).map((alias) => [alias, field] as const)),
);

function aliasesOf(field: ImportField): readonly string[] {
  if (isContentColumn(field)) return [simplifyName(field)];
  return [...ALIASES[field], ...(FOREIGN_NAMES[field]?.split(' ') ?? [])];
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
    const field = FIELD_OF.get(simple[i] ?? '') ?? null;
    return field === null || taken.has(field) || betterName(field, simple, i) ? null : field;
  });
  const link = names.findIndex((name, i) => simple[i] === 'link' && !chosen.has(name));
  return link === -1 || meanings.includes('target') ? meanings : meanings.with(link, 'target');
}

/** Whether another column's name takes precedence over this one's. */
function betterName(field: ImportField, simple: readonly string[], index: number): boolean {
  const best = aliasesOf(field).find((alias) => simple.includes(alias));
  return best !== simple[index];
}
