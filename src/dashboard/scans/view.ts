import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { ACCOUNT_FILTER_DIMENSIONS, FILTER_DIMENSIONS } from '#core/scans/filter.ts';
import { DEFAULT_SCAN_RANGE, SCAN_RANGE_DAYS } from '#core/scans/range.ts';
import { UTC } from '#core/scans/time-zone.ts';
import type { ShareSubject } from '#core/shares/share.ts';
import { say } from '#languages/say.ts';
import { type Question, readQuestion, toQuery, zoneOf } from './question.ts';
import { BY_DIMENSION, formatFullDay, nameFilter } from './words.ts';

/**
 * A link can show one view of analytics and nothing else: its question, written as the query of that page. The subject of the link says
 * whose scans these are.
 */
export function formatView(question: Question): string {
  return toQuery({ ...question, tag: undefined, timeZone: zoneOf(question) }).slice(1);
}

/** Null if there is none, or any part of it makes no sense (any more): without that part, the link would show more than was shared. */
export function readView(view: string, kind: ShareSubject['kind']): Question | null {
  if (view === '') return null;
  const dimensions = kind === 'code' ? FILTER_DIMENSIONS : ACCOUNT_FILTER_DIMENSIONS;
  const { question, problems } = readQuestion(new URLSearchParams(view), dimensions, UTC);
  return problems.length === 0 ? { ...question, tag: undefined } : null;
}

/** What a link to a page of analytics is about, as its form says. */
export function toShared(codeId: CodeId | null, { tag }: Question): string {
  if (codeId !== null) return `code:${toPublicId(codeId)}`;
  return tag === undefined ? 'account' : `tag:${tag}`;
}

/** Its parts in words: the days, what they are compared with, the filters, the list. */
export function describeView(question: Question): string[] {
  const { compare, filters, by } = question;
  return [
    say('{days}, in the time zone {zone}', { days: describeAskedDays(question), zone: zoneOf(question) }),
    ...(compare === 'previous_period' ? [say('Compared with the previous period')] : []),
    ...(compare === 'previous_year' ? [say('Compared with the previous year')] : []),
    ...filters.map(nameFilter),
    say(BY_DIMENSION[by]),
  ];
}

/** A range moves with time; days do not. */
function describeAskedDays({ range = DEFAULT_SCAN_RANGE, from, to }: Question): string {
  if (from === undefined) return say('The last {days, number} days', { days: SCAN_RANGE_DAYS[range] });
  if (to === undefined) return say('Since {day}', { day: formatFullDay(from) });
  if (from === to) return formatFullDay(from);
  return say('{from} to {to}', { from: formatFullDay(from), to: formatFullDay(to) });
}
