import { joinTags, nameTags, splitTags } from '../codes/tags.ts';
import { trimEnd } from '../text.ts';
import { isObject } from '../is-object.ts';
import { readNamedPath } from '../links/read-path.ts';

/** Values of cells and of JSON, as people write them in spreadsheets. An unexpected value is returned unchanged, or is null. */

/** Spreadsheets write booleans in the language of their user. */
const TRUE: ReadonlySet<unknown> = new Set([
  'true',
  'yes',
  '1',
  1,
  'wahr',
  'ja',
  'vrai',
  'oui',
  'verdadero',
  'sí',
]);
const FALSE: ReadonlySet<unknown> = new Set([
  'false',
  'no',
  '0',
  0,
  'falsch',
  'nein',
  'faux',
  'non',
  'falso',
]);

export function parseBoolean(value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  return value;
}

export function parseNumber(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
}

/** In a cell, bars separate tags, and otherwise commas. */
const SEPARATORS = '|,';

/** Tags as a list, or in a text. Null for a list in JSON that is broken. */
export function parseTags(value: unknown): unknown {
  if (typeof value === 'string') return splitTags(value, SEPARATORS);
  return Array.isArray(value) ? nameTags(value) : value;
}

/** The cell that `parseTags` reads as these tags. */
export function formatTags(tags: readonly string[]): string {
  return joinTags(tags, ',', SEPARATORS);
}

/** The JSON in a cell; a value of a JSON file stays unchanged. Undefined if a cell contains no JSON. */
export function parseJson(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

/** A count: digits, with commas between thousands. */
export function parseCount(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^(\d{1,15}|\d{1,3}(,\d{3}){1,4})$/.test(text.trim())) return null;
  return Number(text.replaceAll(',', ''));
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MAX_DAYS = 3 * 366;

/** Counts by UTC day: `{"2026-01-31": 12}`, or the list that our statistics have. */
export function parseCountsByDay(value: unknown): Readonly<Record<string, number>> | null {
  const json = parseJson(value);
  const entries = Array.isArray(json)
    ? json.map((item: unknown) => (isObject(item) ? [item['date'], item['scans']] : []))
    : isObject(json)
      ? Object.entries(json)
      : null;
  if (entries === null || entries.length > MAX_DAYS) return null;
  const counts = new Map<string, number>();
  for (const [day, scans] of entries) {
    const count = typeof scans === 'number' ? parseCount(scans) : null;
    if (count === null || typeof day !== 'string' || !DAY.test(day) || parseTime(day) === null) return null;
    if (counts.has(day)) return null;
    if (count > 0) counts.set(day, count);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The limit between Unix seconds and milliseconds: seconds reach it in the year 5138, milliseconds reached it in 1973. */
const LARGEST_SECONDS = 1e11;
const EARLIEST_MS = Date.UTC(1990, 0, 1);
const LATEST_MS = Date.UTC(2200, 0, 1);
const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * A time: ISO 8601, in UTC if the zone is missing and at midnight if the time is missing, or Unix seconds or milliseconds. Null if it is
 * none.
 */
export function parseTime(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (/^\d{9,14}$/.test(text)) {
    const number = Number(text);
    return inRange(number < LARGEST_SECONDS ? number * 1000 : number);
  }
  const [, day, time = '00:00', zone = 'Z'] = TIME.exec(text) ?? [];
  if (day === undefined) return null;
  // The platform reads 30 February as 2 March.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null;
  const offset = /^(z|utc)$/i.test(zone) ? 'Z' : zone.replace(/^(...):?(..)$/, '$1:$2');
  return inRange(Date.parse(`${day}T${time}${offset}`));
}

function inRange(timeMs: number): number | null {
  return timeMs >= EARLIEST_MS && timeMs < LATEST_MS ? timeMs : null;
}

/** The short link of a row as a scan of it names it, in one cell or in two; null if there is none. The case of a path matters. */
export function parseLink(url: unknown, domain: unknown, path: unknown): URL | null {
  const [link, host, code] = [url, domain, path].map((part) => (typeof part === 'string' ? part.trim() : ''));
  if (link) return toLink(/^https?:\/\//i.test(link) ? link : `https://${link}`);
  if (!host || !code) return null;
  return toLink(
    `${/^https?:\/\//i.test(host) ? '' : 'https://'}${trimEnd(host, '/')}/${code.replace(/^\/+/, '')}`,
  );
}

function toLink(text: string): URL | null {
  const link = URL.parse(text);
  if (!link || link.pathname === '/' || link.host === '') return null;
  link.hostname = link.hostname.replace(/\.$/, '');
  link.pathname = toNamedPath(link.pathname.slice(1));
  return link;
}

/** A path without what is often added to one. */
export function toNamedPath(path: string): string {
  return readNamedPath(path) ?? path;
}
