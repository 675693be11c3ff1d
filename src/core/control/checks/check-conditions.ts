import { parseTimeZone, type TimeZone, UTC } from '../../scans/time-zone.ts';
import { type Conditions, type Hours, WEEKDAYS } from '../conditions.ts';
import { type FactName, FACTS, mapFacts } from '../facts.ts';
import { checkInstant } from './check-instant.ts';
import { type FaultOf, inField } from '../../problem.ts';
import type { ControlProblem, ControlProblems } from './control-problem.ts';
import { parseCountryCode, parseRegionCode } from '../countries.ts';
import { MINUTES_OF_DAY } from '../local-clock.ts';
import { formatTimeOfDay, parseTimeOfDay } from '../time-of-day.ts';

type FactsRequest = { readonly [Name in FactName]?: readonly string[] | undefined };

/** The conditions of a rule as its owner sends them; types and enumerations are already checked, their meaning is checked here. */
export interface ConditionsRequest extends FactsRequest {
  readonly country?: readonly string[] | undefined;
  readonly notCountry?: readonly string[] | undefined;
  readonly region?: readonly string[] | undefined;
  readonly language?: readonly string[] | undefined;
  readonly query?: Readonly<Record<string, string | null>> | undefined;
  /** ISO 8601 with its zone. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly weekdays?: readonly string[] | undefined;
  /** `HH:MM` each, the second up to `24:00`. */
  readonly hours?: readonly [from: string, until: string] | undefined;
  readonly timeZone?: string | undefined;
}

const MAX_QUERY_CONDITIONS = 10;
const LONGEST_PARAMETER = 200;

/** The names of the conditions in a request, for error paths. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  notCountry: 'not_country',
  timeZone: 'timezone',
};

const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/;

/** Converts the conditions to their normal form; adds their problems to `problems`. */
export function checkConditions(
  request: ConditionsRequest,
  path: string,
  problems: ControlProblem[],
): Conditions {
  const list = (
    name: keyof ConditionsRequest,
    parse: (text: string) => string | null,
    fault: FaultOf<ControlProblems>,
  ) =>
    readList(
      request[name] as readonly string[] | undefined,
      `${path}.${FIELD_NAMES[name] ?? name}`,
      { parse, fault },
      problems,
    );
  const oneOf = (name: keyof ConditionsRequest, names: readonly string[]) =>
    list(name, (text) => names.find((known) => known.toLowerCase() === text.toLowerCase()) ?? null, {
      code: 'not_among',
      values: { names },
    });
  const readTime = (text: string | undefined, name: string) =>
    text === undefined ? undefined : checkInstant(text, `${path}.${name}`, problems);
  const { query } = request;
  const fromMs = readTime(request.from, 'from');
  const untilMs = readTime(request.until, 'until');
  const conditions = {
    country: list('country', parseCountryCode, NO_COUNTRY),
    notCountry: list('notCountry', parseCountryCode, NO_COUNTRY),
    region: list('region', parseRegionCode, { code: 'no_region', values: {} }),
    language: list('language', parseLanguageTag, { code: 'no_language', values: {} }),
    ...mapFacts((name) => oneOf(name, FACTS[name])),
    query: readQuery(query, `${path}.query`, problems),
    fromMs,
    untilMs,
    weekdays: oneOf('weekdays', WEEKDAYS),
    hours: readHours(request.hours, `${path}.hours`, problems),
  };
  if (Object.values(conditions).every((condition) => condition === undefined)) {
    problems.push({ code: 'rule_without_condition', field: path, values: {} });
  }
  if (fromMs && untilMs && fromMs >= untilMs)
    problems.push({ code: 'rule_window_empty', field: `${path}.until`, values: {} });
  const timeZone = readTimeZone(request.timeZone, `${path}.timezone`, problems);
  return { ...withoutAbsent(conditions), timeZone };
}

const NO_COUNTRY = { code: 'no_country', values: {} } as const;

interface ListRule {
  readonly parse: (text: string) => string | null;
  /** The problem of an invalid value. */
  readonly fault: FaultOf<ControlProblems>;
}

/** Each value in normal form, without duplicates. */
function readList(
  values: readonly string[] | undefined,
  path: string,
  { parse, fault }: ListRule,
  problems: ControlProblem[],
): readonly string[] | undefined {
  if (values?.length === 0) problems.push({ code: 'list_empty', field: path, values: {} });
  const parsed = values?.map((value, i) => {
    const normal = parse(value);
    if (normal === null) problems.push(inField(`${path}[${i}]`, fault));
    return normal ?? value;
  });
  return parsed && [...new Set(parsed)];
}

function parseLanguageTag(text: string): string | null {
  const tag = text.toLowerCase();
  return tag.length <= 35 && LANGUAGE_TAG.test(tag) ? tag : null;
}

function readQuery(
  query: ConditionsRequest['query'],
  path: string,
  problems: ControlProblem[],
): ConditionsRequest['query'] {
  if (!query) return undefined;
  const entries = Object.entries(query);
  if (entries.length === 0 || entries.length > MAX_QUERY_CONDITIONS) {
    problems.push({
      code: 'parameters_out_of_range',
      field: path,
      values: { most: MAX_QUERY_CONDITIONS },
    });
  }
  const isTooLong = (text: string | null) => text !== null && text.length > LONGEST_PARAMETER;
  if (entries.some(([name, value]) => name === '' || isTooLong(name) || isTooLong(value))) {
    problems.push({ code: 'parameter_too_long', field: path, values: { longest: LONGEST_PARAMETER } });
  }
  return query;
}

function readHours(
  hours: ConditionsRequest['hours'],
  path: string,
  problems: ControlProblem[],
): Hours | undefined {
  if (!hours) return undefined;
  const from = parseTimeOfDay(hours[0]);
  const until = parseTimeOfDay(hours[1]);
  if (from === null || until === null || from === MINUTES_OF_DAY) {
    problems.push({ code: 'no_hours', field: path, values: {} });
    return undefined;
  }
  if (from === until) problems.push({ code: 'hours_empty', field: path, values: {} });
  return { from, until };
}

function readTimeZone(name: string | undefined, path: string, problems: ControlProblem[]): TimeZone {
  const zone = name === undefined ? UTC : parseTimeZone(name);
  if (!zone) problems.push({ code: 'no_time_zone', field: path, values: {} });
  return zone ?? UTC;
}

function withoutAbsent(conditions: object): Omit<Conditions, 'timeZone'> {
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
}

/** Conditions in the form in which their owner would send them; the time zone only if it matters. */
export function toConditionsRequest({ fromMs, untilMs, hours, timeZone, ...when }: Conditions) {
  const isLocal = when.weekdays !== undefined || hours !== undefined;
  return {
    ...when,
    from: fromMs === undefined ? undefined : new Date(fromMs).toISOString(),
    until: untilMs === undefined ? undefined : new Date(untilMs).toISOString(),
    hours: hours && ([formatTimeOfDay(hours.from), formatTimeOfDay(hours.until)] as [string, string]),
    timeZone: isLocal ? timeZone : undefined,
  } satisfies ConditionsRequest;
}
