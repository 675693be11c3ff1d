import type { TimeZone } from '../scans/time-zone.ts';
import { type Fact, FACT_NAMES, type FactName } from './facts.ts';
import { DAYS_OF_WEEK, toLocalTime } from './local-clock.ts';
import type { Visit } from './visit.ts';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

type Weekday = (typeof WEEKDAYS)[number];

/** Minutes since local midnight: from 0…1,439, until 1…1,440, exclusive. If `until` is before `from`, the range includes midnight. */
export interface Hours {
  readonly from: number;
  readonly until: number;
}

type FactConditions = { readonly [Name in FactName]?: readonly Fact<Name>[] };

/**
 * When a rule matches: every condition holds; a condition holds if any of its values does. A rule has at least one condition besides the
 * time zone.
 */
export interface Conditions extends FactConditions {
  readonly country?: readonly string[];
  readonly notCountry?: readonly string[];
  readonly region?: readonly string[];
  /** Language tags in lower case. `de` also holds for `de-at`. */
  readonly language?: readonly string[];
  /** Parameters of the short link's query; null stands for any value. */
  readonly query?: Readonly<Record<string, string | null>>;
  readonly fromMs?: number;
  readonly untilMs?: number;
  /** The weekday on which the hours begin, if they cross midnight. */
  readonly weekdays?: readonly Weekday[];
  readonly hours?: Hours;
  /** Applies to the weekdays and hours. */
  readonly timeZone: TimeZone;
}

export type ConditionName = Exclude<keyof Conditions, 'timeZone'>;

/** The first condition that does not hold, or null if the rule matches. */
export function findUnmetCondition(when: Conditions, visit: Visit, nowMs: number): ConditionName | null {
  return (
    findUnmetTime(when, nowMs) ??
    (misses(when.country, () => visit.country) ? 'country' : null) ??
    (isExcluded(when.notCountry, visit) ? 'notCountry' : null) ??
    (misses(when.region, () => visit.region) ? 'region' : null) ??
    findUnmetFact(when, visit) ??
    (missesLanguage(when.language, visit) ? 'language' : null) ??
    (missesQuery(when.query, visit) ? 'query' : null)
  );
}

/** The clock comes first, because it needs nothing from the request. */
function findUnmetTime(
  { fromMs, untilMs, weekdays, hours, timeZone }: Conditions,
  nowMs: number,
): ConditionName | null {
  if (fromMs !== undefined && nowMs < fromMs) return 'fromMs';
  if (untilMs !== undefined && nowMs >= untilMs) return 'untilMs';
  if (!weekdays && !hours) return null;
  const { weekday, minute } = toLocalTime(nowMs, timeZone);
  if (hours && !isWithin(hours, minute)) return 'hours';
  // After midnight, hours that cross it still belong to the day before.
  const isOfDayBefore = hours !== undefined && hours.until < hours.from && minute < hours.until;
  const day = WEEKDAYS[(weekday + (isOfDayBefore ? DAYS_OF_WEEK - 1 : 0)) % DAYS_OF_WEEK];
  return weekdays && day && !weekdays.includes(day) ? 'weekdays' : null;
}

function isWithin({ from, until }: Hours, minute: number): boolean {
  return from < until ? from <= minute && minute < until : from <= minute || minute < until;
}

function misses<T>(wanted: readonly T[] | undefined, read: () => T | null): boolean {
  if (!wanted) return false;
  const value = read();
  return value === null || !wanted.includes(value);
}

/** A loop, and no list of functions, because it runs for every scan of a code with rules. */
function findUnmetFact(when: Conditions, visit: Visit): FactName | null {
  for (const name of FACT_NAMES) if (when[name] && misses<string>(when[name], () => visit[name])) return name;
  return null;
}

function isExcluded(unwanted: readonly string[] | undefined, { country }: Visit): boolean {
  return unwanted !== undefined && (country === null || unwanted.includes(country));
}

/** Basic filtering (RFC 4647 §3.3.1): a range matches an equal tag, and any tag that it begins. */
function missesLanguage(wanted: readonly string[] | undefined, { languages }: Visit): boolean {
  return (
    wanted !== undefined &&
    !languages.some((tag) => wanted.some((range) => tag === range || tag.startsWith(`${range}-`)))
  );
}

function missesQuery(wanted: Conditions['query'], visit: Visit): boolean {
  if (!wanted) return false;
  const { query } = visit;
  // Most scans have none, and parsing it is a call into the platform.
  if (query === '') return true;
  const parameters = new URLSearchParams(query);
  return !Object.entries(wanted).every(([name, value]) =>
    value === null ? parameters.has(name) : parameters.getAll(name).includes(value),
  );
}
