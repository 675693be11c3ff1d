import { joinLines } from '../text.ts';
import { OWN_TEXT_FIELDS } from '../codes/own-texts.ts';
import type { FaultOf } from '../problem.ts';
import { readTypedAddress } from '../content/hosts/typed-address.ts';
import type { ContentType } from '../content/content.ts';
import { describeContent } from '../content/fields/content-fields.ts';
import type { Field, Fields } from '../content/fields/field.ts';
import { readFlags } from '../control/flags.ts';
import { isObject } from '../is-object.ts';
import { CONTENT_COLUMNS, type ImportField, READ_AS } from './columns.ts';
import type { Origin } from './origin.ts';
import type { RowProblem, RowProblems } from './row-problem.ts';
import {
  parseBoolean,
  parseCount,
  parseCountsByDay,
  parseJson,
  parseLink,
  parseNumber,
  parseTags,
  parseTime,
} from './values.ts';

type Values = Readonly<Partial<Record<ImportField, unknown>>>;

type Refuse = (field: string, fault: FaultOf<RowProblems>) => undefined;

/** A typed link, as a column names it. */
export interface ColumnLink {
  readonly type: string;
  readonly languages: readonly string[];
  readonly href: unknown;
}

interface RowFields {
  /** The body of a request that creates a code, without the fields that the row leaves out. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The typed links of the columns of a link each. */
  readonly links: readonly ColumnLink[];
  readonly origin: Origin | null;
  /** The code's short link in its previous service. */
  readonly link: URL | null;
  /** Whether its title had line breaks. */
  readonly hasJoinedTitle: boolean;
  readonly hasPassword: boolean;
  readonly problems: readonly RowProblem[];
  /** What is wrong with its past. */
  readonly pastProblems: readonly RowProblem[];
}

/** Reads the values of a row. An unexpected value stays unchanged if the checks of a create report it. */
export function readFields(values: Values): RowFields {
  const problems: RowProblem[] = [];
  const pastProblems: RowProblem[] = [];
  const body: Record<string, unknown> = {};
  const refuseIn =
    (list: RowProblem[]): Refuse =>
    (field, fault) => {
      list.push({ ...fault, field });
      return undefined;
    };
  const refuse = refuseIn(problems);
  const each = (fields: readonly ImportField[], read: (value: unknown, field: string) => unknown) => {
    for (const field of fields) {
      const value = values[field];
      if (isAbsent(value)) continue;
      const result = read(value, field);
      if (!isAbsent(result)) body[field] = result;
    }
  };
  each(OWN_TEXT_FIELDS, (value) => (typeof value === 'number' ? String(value) : trim(value)));
  each(['target', ...READ_AS.text], trim);
  const content = readContent(body['type'], values);
  if (content) body['content'] = content;
  each(isOfUrl(body) ? ['target', 'fallback_url'] : ['fallback_url'], (value) =>
    typeof value === 'string' ? readTypedAddress(value) : value,
  );
  each(['title'], (value) => (typeof value === 'string' ? joinLines(value.trim(), LINE_END) : value));
  each(READ_AS.number, parseNumber);
  each(READ_AS.flag, parseBoolean);
  each(['tags'], (value, field) => {
    const tags = parseTags(trim(value));
    return tags ?? refuse(field, { code: 'tags_no_json', values: {} });
  });
  each(
    READ_AS.json,
    (value, field) => parseJson(value) ?? refuse(field, { code: 'row_without_json', values: {} }),
  );
  Object.assign(body, readElementCells(body, values));
  each(READ_AS.time, (value) => {
    const timeMs = parseTime(value);
    return timeMs === null ? value : new Date(timeMs).toISOString();
  });
  const color = readColor(values);
  if (color !== undefined) body['color'] = color;
  each(['dynamic'], parseBoolean);
  return {
    body,
    links: readLinkCells(values),
    origin: readOrigin(values, refuseIn(pastProblems)),
    link: parseLink(values.short_url, values.domain, values.path),
    hasJoinedTitle: typeof values.title === 'string' && LINE_END.test(values.title.trim()),
    hasPassword: !isAbsent(values.password) && parseBoolean(values.password) !== false,
    problems,
    pastProblems,
  };
}

export function isOfUrl({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === undefined || type === 'url' || type === 'gs1';
}

/** The elements of a GS1 code, those from a column each added to the others; nothing if the row has no such column. */
function readElementCells({ type = 'gs1', gs1 }: RowFields['body'], values: Values): RowFields['body'] {
  const elements = listCells('gs1.', values).map(([name, value]) => [
    name.slice('gs1.'.length),
    typeof value === 'number' ? String(value) : trim(value),
  ]);
  if (elements.length === 0) return {};
  return { type, gs1: { ...(isObject(gs1) ? gs1 : {}), ...Object.fromEntries(elements) } };
}

function readLinkCells(values: Values): ColumnLink[] {
  return listCells('link:', values).map(([name, value]) => {
    const [, , type, ...languages] = name.split(':');
    const href = typeof value === 'string' ? readTypedAddress(value.trim()) : value;
    return { type: `gs1:${type}`, languages, href };
  });
}

function listCells(prefix: string, values: Values) {
  return Object.entries(values).filter(([name, value]) => name.startsWith(prefix) && !isAbsent(value));
}

/** The fields of a content, from a column each; null if the row has none of them. */
function readContent(type: unknown, values: Values): unknown {
  const found = CONTENT_COLUMNS.filter((column) => !isAbsent(values[column]));
  if (found.length === 0) return null;
  const kinds = typeof type === 'string' ? (describeContent(type as ContentType)?.fields ?? {}) : {};
  const content: Record<string, unknown> = {};
  for (const column of found) {
    const path = column.slice('content.'.length).split('.');
    const value = readCell(findField(kinds, path), values[column]);
    const [name = '', part] = path;
    content[name] = part === undefined ? value : { ...(content[name] as object | undefined), [part]: value };
  }
  return content;
}

function findField(fields: Fields, [name = '', ...rest]: readonly string[]): Field | undefined {
  const field = fields[name];
  return field?.kind === 'group' ? findField(field.fields, rest) : field;
}

/** A cell as its field has it. Spreadsheets write digits as a number. */
function readCell(field: Field | undefined, value: unknown): unknown {
  switch (field?.kind) {
    case 'flag':
      return parseBoolean(value);
    case 'number':
      return parseNumber(value);
    default:
      return typeof value === 'number' ? String(value) : value;
  }
}

/** A body that says whether the code is dynamic. A static code has no control, and our export states that. */
export function withDynamic(
  body: RowFields['body'],
  { isDynamic }: { readonly isDynamic: boolean },
): RowFields['body'] {
  const { dynamic = isDynamic } = body;
  const plain: Readonly<Record<string, unknown>> = { ...readFlags({}), rules: [] };
  const isEmpty = ([field, value]: [string, unknown]) =>
    Object.hasOwn(plain, field) && JSON.stringify(value) === JSON.stringify(plain[field]);
  const said = Object.entries(body).filter((entry) => dynamic !== false || !isEmpty(entry));
  return { ...Object.fromEntries(said), dynamic };
}

/** Line breaks and tabs, which other services allow in titles. */
const LINE_END = /[\t\r\n\v\f\u0085\u2028\u2029]/;

function trim(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** Whether a cell is empty, or a value is missing. */
export function isAbsent(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

function readColor({ color, color_dark: dark, color_light: light }: Values): unknown {
  if (!isAbsent(color)) return color;
  const sides = { ...(isAbsent(dark) ? {} : { dark }), ...(isAbsent(light) ? {} : { light }) };
  return Object.keys(sides).length === 0 ? undefined : sides;
}

function readOrigin(
  { created_at: created, scans: total, scans_by_day: byDay }: Values,
  refuse: Refuse,
): Origin | null {
  const createdAtMs = isAbsent(created)
    ? null
    : (parseTime(created) ?? refuse('created_at', { code: 'row_without_time', values: {} }));
  const scansByDay = isAbsent(byDay)
    ? null
    : (parseCountsByDay(byDay) ?? refuse('scans_by_day', { code: 'row_without_counts', values: {} }));
  const counted = scansByDay ? Object.values(scansByDay).reduce((sum, scans) => sum + scans, 0) : null;
  const scans = isAbsent(total)
    ? counted
    : (parseCount(total) ?? refuse('scans', { code: 'row_without_count', values: {} }));
  if (scans !== undefined && scans !== null && counted !== null && scans < counted) {
    refuse('scans', { code: 'row_counts_too_few', values: { counted } });
  }
  const origin = {
    createdAtMs: createdAtMs ?? null,
    scans: scans ?? null,
    scansByDay: scansByDay ?? null,
  };
  return origin.createdAtMs === null && origin.scans === null ? null : origin;
}
