import { DEVICES } from '../scans/device.ts';
import { parseTimeZone, UTC, type TimeZone } from '../scans/time-zone.ts';
import { BROWSER_NAMES, OPERATING_SYSTEM_NAMES } from '../scans/user-agent.ts';
import { type Conditions, type Hours, WEEKDAYS } from './conditions.ts';
import { checkInstant } from './check-instant.ts';
import { type ControlProblem, problem } from './control-problem.ts';
import { parseCountryCode, parseRegionCode } from './countries.ts';
import { MINUTES_OF_DAY } from './local-clock.ts';
import { parseTimeOfDay } from './time-of-day.ts';

/** The conditions of a rule as its owner sends them; types and enumerations are checked before, their sense here. */
export interface ConditionsRequest {
  readonly country?: readonly string[] | undefined;
  readonly notCountry?: readonly string[] | undefined;
  readonly region?: readonly string[] | undefined;
  readonly language?: readonly string[] | undefined;
  readonly os?: readonly string[] | undefined;
  readonly device?: readonly string[] | undefined;
  readonly browser?: readonly string[] | undefined;
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

/** How a request names the conditions, for their paths. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  notCountry: 'not_country',
  timeZone: 'timezone',
};

const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/;

/** The conditions in their normal form; what is wrong with them goes to `problems`. */
export function checkConditions(
  request: ConditionsRequest,
  path: string,
  problems: ControlProblem[],
): Conditions {
  const list = (
    name: keyof ConditionsRequest,
    parse: (text: string) => string | null,
    code: string,
    rule: string,
  ) =>
    readList(
      request[name] as readonly string[] | undefined,
      `${path}.${fieldName(name)}`,
      { parse, code, rule },
      problems,
    );
  const readTime = (text: string | undefined, name: string) =>
    text === undefined ? undefined : checkInstant(text, `${path}.${name}`, problems);
  const { query } = request;
  const fromMs = readTime(request.from, 'from');
  const untilMs = readTime(request.until, 'until');
  const conditions = {
    country: list('country', parseCountryCode, 'invalid_country', COUNTRY_RULE),
    notCountry: list('notCountry', parseCountryCode, 'invalid_country', COUNTRY_RULE),
    region: list('region', parseRegionCode, 'invalid_region', REGION_RULE),
    language: list('language', parseLanguageTag, 'invalid_language', LANGUAGE_RULE),
    os: list(
      'os',
      oneOf(OPERATING_SYSTEM_NAMES),
      'invalid_value',
      `must be one of ${OPERATING_SYSTEM_NAMES.join(', ')}`,
    ),
    browser: list(
      'browser',
      oneOf(BROWSER_NAMES),
      'invalid_value',
      `must be one of ${BROWSER_NAMES.join(', ')}`,
    ),
    device: list('device', oneOf(DEVICES), 'invalid_value', `must be one of ${DEVICES.join(', ')}`),
    query: readQuery(query, `${path}.query`, problems),
    fromMs,
    untilMs,
    weekdays: list('weekdays', oneOf(WEEKDAYS), 'invalid_value', `must be one of ${WEEKDAYS.join(', ')}`),
    hours: readHours(request.hours, `${path}.hours`, problems),
  };
  if (Object.values(conditions).every((condition) => condition === undefined)) {
    problems.push(
      problem(
        path,
        'rule_without_condition',
        `"${path}" needs a condition, such as "country" or "device": without one it would take every scan, as the target does.`,
      ),
    );
  }
  if (fromMs && untilMs && fromMs >= untilMs) {
    const field = `${path}.until`;
    problems.push(
      problem(
        field,
        'window_empty',
        `"${field}" must be later than "${path}.from": no scan would ever match.`,
      ),
    );
  }
  const timeZone = readTimeZone(request.timeZone, `${path}.timezone`, problems);
  return { ...withoutAbsent(conditions), timeZone };
}

const COUNTRY_RULE = 'must be a country of ISO 3166-1 in two letters, like "DE"';
const REGION_RULE = 'must be a region of ISO 3166-2, like "DE-BY"';
const LANGUAGE_RULE = 'must be a language tag, like "de" or "pt-BR"';

interface ListRule {
  readonly parse: (text: string) => string | null;
  readonly code: string;
  readonly rule: string;
}

/** A value in normal form for each that was sent; none twice. */
function readList(
  values: readonly string[] | undefined,
  path: string,
  { parse, code, rule }: ListRule,
  problems: ControlProblem[],
): readonly string[] | undefined {
  if (values?.length === 0) {
    problems.push(
      problem(path, 'too_small', `"${path}" is empty: name at least one value, or leave it out.`),
    );
  }
  const parsed = values?.map((value, i) => {
    const normal = parse(value);
    if (normal === null) problems.push(problem(`${path}[${i}]`, code, `"${path}[${i}]" ${rule}.`));
    return normal ?? value;
  });
  return parsed && [...new Set(parsed)];
}

function fieldName(name: string): string {
  return FIELD_NAMES[name] ?? name;
}

function parseLanguageTag(text: string): string | null {
  const tag = text.toLowerCase();
  return tag.length <= 35 && LANGUAGE_TAG.test(tag) ? tag : null;
}

function oneOf(names: readonly string[]): (text: string) => string | null {
  return (text) => names.find((name) => name.toLowerCase() === text.toLowerCase()) ?? null;
}

function readQuery(
  query: ConditionsRequest['query'],
  path: string,
  problems: ControlProblem[],
): ConditionsRequest['query'] {
  if (!query) return undefined;
  const entries = Object.entries(query);
  if (entries.length === 0 || entries.length > MAX_QUERY_CONDITIONS) {
    problems.push(
      problem(path, 'invalid_value', `"${path}" must name 1 to ${MAX_QUERY_CONDITIONS} parameters.`),
    );
  }
  const isTooLong = (text: string | null) => text !== null && text.length > LONGEST_PARAMETER;
  if (entries.some(([name, value]) => name === '' || isTooLong(name) || isTooLong(value))) {
    problems.push(
      problem(
        path,
        'invalid_value',
        `"${path}" must hold names and values of at most ${LONGEST_PARAMETER} characters, and no empty name.`,
      ),
    );
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
    problems.push(
      problem(
        path,
        'invalid_value',
        `"${path}" must be two times of day, like ["09:00", "18:00"]; the second may be "24:00".`,
      ),
    );
    return undefined;
  }
  if (from === until) {
    problems.push(
      problem(path, 'window_empty', `"${path}" begin and end at the same time: no scan would ever match.`),
    );
  }
  return { from, until };
}

function readTimeZone(name: string | undefined, path: string, problems: ControlProblem[]): TimeZone {
  const zone = name === undefined ? UTC : parseTimeZone(name);
  if (!zone) {
    problems.push(
      problem(
        path,
        'invalid_timezone',
        `"${path}" must be a name of the IANA time zone database, like "Europe/Berlin".`,
      ),
    );
  }
  return zone ?? UTC;
}

function withoutAbsent(conditions: object): Omit<Conditions, 'timeZone'> {
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
}
