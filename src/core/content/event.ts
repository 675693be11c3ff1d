import type { ContentFault } from './content-fault.ts';
import type { StaticContent } from './static-content.ts';
import { err, ok, type Result } from '../result.ts';
import { parsePropertyLines, type PropertyLine } from './property-lines.ts';

/** RFC 5545 §3.3.4 and §3.3.5: a date, or a date with a time that is local or, with Z, UTC. */
const DATE_OR_TIME = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z?)?$/;

/** One VEVENT (RFC 5545 §3.6.1), bare or in a VCALENDAR, with a start and a summary. */
export function parseEvent(target: string): Result<StaticContent, ContentFault> {
  const lines = parsePropertyLines(target);
  const fault = lines.ok ? findFault(lines.value) : lines.error;
  return fault ? err(fault) : ok({ symbolContent: target, redirectTo: null });
}

function findFault(lines: readonly PropertyLine[]): ContentFault | null {
  const outermost = lines[0]?.value.toUpperCase();
  const events = lines.filter(({ name, value }) => name === 'BEGIN' && value.toUpperCase() === 'VEVENT');
  if ((outermost !== 'VEVENT' && outermost !== 'VCALENDAR') || events.length !== 1)
    return { code: 'no_event', values: {} };
  const event = linesOfEvent(lines);
  const start = event.find(({ name }) => name === 'DTSTART')?.value;
  if (start === undefined) return { code: 'event_without_start', values: {} };
  if (!isDateOrTime(start))
    return { code: 'event_time_malformed', values: { name: 'DTSTART', value: start } };
  const summary = event.find(({ name }) => name === 'SUMMARY')?.value.trim() ?? '';
  if (summary === '') return { code: 'event_without_title', values: {} };
  return findEndFault(event, start);
}

/** The lines of the event itself, without those of its alarms. */
export function linesOfEvent(lines: readonly PropertyLine[]): PropertyLine[] {
  const path: string[] = [];
  const properties: PropertyLine[] = [];
  for (const line of lines) {
    if (line.name === 'END') path.pop();
    if (path.at(-1) === 'VEVENT') properties.push(line);
    if (line.name === 'BEGIN') path.push(line.value.toUpperCase());
  }
  return properties;
}

function findEndFault(event: readonly PropertyLine[], start: string): ContentFault | null {
  const end = event.find(({ name }) => name === 'DTEND')?.value;
  if (end === undefined) return null;
  if (!isDateOrTime(end)) return { code: 'event_time_malformed', values: { name: 'DTEND', value: end } };
  // RFC 5545 §3.6.1: either an end or a duration.
  if (event.some(({ name }) => name === 'DURATION')) return { code: 'event_end_and_duration', values: {} };
  // Times of one form sort as text; times of two zones would need a calendar.
  const isComparable = end.length === start.length;
  return isComparable && end < start ? { code: 'event_ends_early', values: { start, end } } : null;
}

function isDateOrTime(value: string): boolean {
  const [isFound, year, month, day, hour = '0', minute = '0', second = '0'] = DATE_OR_TIME.exec(value) ?? [];
  if (isFound === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isOnCalendar = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  // RFC 5545 §3.3.12 allows the second 60 for leap seconds.
  return isOnCalendar && Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
}
