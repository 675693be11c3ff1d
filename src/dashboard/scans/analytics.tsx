import { toPublicId } from '#core/codes/code-id.ts';
import type { ScanDimension } from '#core/scans/dimension.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import { toLocalDay } from '#core/scans/time-zone.ts';
import type { CountedQrCode } from '#service/codes/read.ts';
import { readScanStatistics } from '#service/scans/read-statistics.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import { findCode } from '../codes/find-code.ts';
import { nameCode } from '../codes/name-code.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { pageNotFound } from '../frame/page-error.ts';
import { readUsualZone } from '../frame/reader-zone.ts';
import { renderPage } from '../frame/render.tsx';
import { AnalyticsPage } from './analytics-page.tsx';
import { type Obstacle, resolveQuestion, toObstacles } from './resolve-question.ts';
import { type Question, toPeriodRequest, zoneOf } from './question.ts';
import { isOutdated } from './read-figures.ts';
import { type Found, toCodeSubject } from './subject.ts';
import { formatScans } from './words.ts';

/** `GET /codes/{id}/analytics`: a code's scans, as the address asks. */
export async function showAnalytics(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const { code } = counted;
  if (!code.isDynamic) throw pageNotFound();
  const nowMs = c.get('deps').nowMs();
  const subject = toCodeSubject(`/codes/${toPublicId(code.codeId)}`, nameCode(code));
  const usualZone = readUsualZone(c);
  const resolved = await resolveQuestion({ url: c.req.url, usualZone, nowMs }, subject, (question, period) =>
    ask(c, counted, question, period),
  );
  const { question, found } = resolved;
  return renderPage(
    c,
    { title: `Scans of ${nameCode(code)}`, section: 'Codes' },
    <AnalyticsPage
      {...resolved}
      subject={subject}
      nowMs={nowMs}
      today={toLocalDay(nowMs, zoneOf(question))}
      unavailable={`The figures are not available right now. Scans are still being counted: ${formatScans(counted.scans)} of all time, as of the last count. Please try again in a moment.`}
      isOutdated={found !== null && isOutdated(found.statistics, nowMs)}
    />,
  );
}

async function ask(
  c: DashboardContext,
  { code }: CountedQrCode,
  question: Question,
  period: ScanPeriod,
): Promise<Found | null | readonly Obstacle[]> {
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
    if (found.error.reason === 'invalid_period') return toObstacles(found.error.problems);
    // The code was deleted meanwhile.
    throw pageNotFound();
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    c.get('deps').reportFailure('scan_statistics_failed', error);
    return null;
  }
}
