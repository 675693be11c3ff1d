import { type PeriodProblem, type ScanPeriod, toScanPeriod } from '#core/scans/period.ts';
import { type TimeZone, UTC } from '#core/scans/time-zone.ts';
import { toUtcDay } from '#core/utc-day.ts';
import { explainPeriod } from './explain-period.ts';
import { type Question, readQuestion, toPeriodRequest } from './question.ts';
import type { Found, Subject } from './subject.ts';

/** What stands in the way of a question, and what has to go. */
export interface Obstacle {
  /** A sentence for people; null where days of UTC are shown instead, which the page says for itself. */
  readonly says: string | null;
  readonly without: Partial<Question>;
}

export interface Resolved {
  /** The one whose figures are shown: another one than asked where that made no sense. */
  readonly question: Question;
  readonly period: ScanPeriod;
  readonly problems: readonly string[];
  /** Whether days of the zone that is asked for are not known, and it shows those of UTC. */
  readonly isInUtcInstead: boolean;
  /** Null where nothing is known right now. */
  readonly found: Found | null;
}

interface Asked {
  readonly url: string;
  /** Where the address names none. */
  readonly usualZone: TimeZone;
  readonly nowMs: number;
}

/** Reads what an address asks for. Where that cannot be, it shows the nearest thing that can, and says so. */
export async function resolveQuestion(
  { url, usualZone, nowMs }: Asked,
  { dimensions, tags }: Subject,
  ask: (question: Question, period: ScanPeriod) => Promise<Found | null | readonly Obstacle[]>,
): Promise<Resolved> {
  const { question: asked, problems } = readQuestion(new URL(url).searchParams, dimensions, usualZone);
  // One code is asked for by its path.
  let question: Question = tags === null ? { ...asked, tag: undefined } : asked;
  const seen = [...problems];
  let isInUtcInstead = false;
  // Each turn takes away what is in the way: at last the last 30 days are left, which can always be.
  for (;;) {
    const period = toScanPeriod(toPeriodRequest(question), nowMs);
    const result = period.ok ? await ask(question, period.value) : toObstacles(period.error);
    if (period.ok && !isInTheWay(result))
      return {
        ...{ question, period: period.value, problems: seen, found: result },
        isInUtcInstead,
      };
    for (const { says, without } of isInTheWay(result) ? result : []) {
      if (says === null) isInUtcInstead = true;
      else seen.push(says);
      question = change(question, without, nowMs);
    }
  }
}

/** East of UTC it may be tomorrow already. */
function change(question: Question, part: Partial<Question>, nowMs: number): Question {
  const changed = { ...question, ...part };
  if (part.usualZone === undefined) return changed;
  const today = toUtcDay(nowMs);
  const clamp = (day: string | undefined) => (day !== undefined && day > today ? today : day);
  return { ...changed, from: clamp(changed.from), to: clamp(changed.to) };
}

function isInTheWay(result: Found | null | readonly Obstacle[]): result is readonly Obstacle[] {
  return Array.isArray(result);
}

/** What is wrong with a period, and the part of the question that is wrong. */
export function toObstacles(problems: readonly PeriodProblem[]): Obstacle[] {
  return problems.map((problem) => ({
    says: problem.field === 'tz' ? null : explainPeriod(problem),
    without: toRest(problem),
  }));
}

function toRest({ field }: PeriodProblem): Partial<Question> {
  switch (field) {
    case 'tz':
      return { timeZone: undefined, usualZone: UTC };
    case 'compare':
      return { compare: undefined };
    default:
      return { range: undefined, from: undefined, to: undefined };
  }
}
