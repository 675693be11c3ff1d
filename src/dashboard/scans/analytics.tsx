import { toPublicId } from '#core/codes/code-id.ts';
import type { ScanDimension } from '#core/scans/dimension.ts';
import { type PeriodProblem, type ScanPeriod, toScanPeriod } from '#core/scans/period.ts';
import { toLocalDay, UTC } from '#core/scans/time-zone.ts';
import type { CountedQrCode } from '#service/codes/read.ts';
import { type CodeStatistics, readScanStatistics } from '#service/scans/read-statistics.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import { findCode } from '../codes/find-code.ts';
import { nameCode } from '../codes/name-code.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { pageNotFound } from '../frame/page-error.ts';
import { renderPage } from '../frame/render.tsx';
import { AnalyticsPage } from './analytics-page.tsx';
import { explainPeriod } from './explain-period.ts';
import { type Question, readQuestion, toPeriodRequest } from './question.ts';
import { isOutdated } from './read-figures.ts';

/** `GET /codes/{id}/analytics`: a code's scans, as the address asks. */
export async function showAnalytics(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const { code } = counted;
  if (!code.isDynamic) throw pageNotFound();
  const { question, period, found, problems } = await answer(c, counted);
  const nowMs = c.get('deps').nowMs();
  return renderPage(
    c,
    { title: `Scans of ${nameCode(code)}`, section: 'Codes' },
    <AnalyticsPage
      {...{ code, question, period, problems, found }}
      codePath={`/codes/${toPublicId(code.codeId)}`}
      today={toLocalDay(nowMs, question.timeZone ?? UTC)}
      lifetimeScans={counted.scans}
      isOutdated={found !== null && isOutdated(found.statistics, nowMs)}
    />,
  );
}

interface Answer {
  /** The one that was answered: another one than asked where that made no sense. */
  readonly question: Question;
  readonly period: ScanPeriod;
  readonly problems: readonly string[];
  /** Null where the scan log does not respond. */
  readonly found: CodeStatistics | null;
}

/** Reads what the address asks for. Where that cannot be, it shows the nearest thing that can, and says so. */
async function answer(c: DashboardContext, counted: CountedQrCode): Promise<Answer> {
  const { question: asked, problems } = readQuestion(new URL(c.req.url).searchParams);
  const nowMs = c.get('deps').nowMs();
  let question = asked;
  const seen = [...problems];
  // Each turn takes away what is in the way: at last the last 30 days are left, which can always be.
  for (;;) {
    const period = toScanPeriod(toPeriodRequest(question), nowMs);
    const result = period.ok ? await ask(c, counted, question, period.value) : period.error;
    if (period.ok && !Array.isArray(result))
      return { question, period: period.value, problems: seen, found: result };
    for (const problem of result as readonly PeriodProblem[]) {
      seen.push(explainPeriod(problem));
      question = relax(question, problem);
    }
  }
}

async function ask(
  c: DashboardContext,
  { code }: CountedQrCode,
  question: Question,
  period: ScanPeriod,
): Promise<CodeStatistics | null | PeriodProblem[]> {
  const { by, compare, filters } = question;
  const include = new Set<ScanDimension>(period.days.length === 1 ? ['hour'] : []);
  if (by !== 'device') include.add(by);
  try {
    const found = await readScanStatistics(c.get('deps'), c.get('person').account.id, code.codeId, {
      ...toPeriodRequest(question),
      include: [...include],
      compare,
      filters,
    });
    if (found.ok) return found.value;
    if (found.error.reason === 'invalid_period') return [...found.error.problems];
    // The code was deleted meanwhile.
    throw pageNotFound();
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    c.get('deps').reportFailure('scan_statistics_failed', error);
    return null;
  }
}

function relax(question: Question, { field }: PeriodProblem): Question {
  switch (field) {
    case 'tz':
      return { ...question, timeZone: undefined };
    case 'compare':
      return { ...question, compare: undefined };
    default:
      return { ...question, range: undefined, from: undefined, to: undefined };
  }
}
