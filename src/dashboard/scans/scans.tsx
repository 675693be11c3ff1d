import { toPublicId } from '#core/codes/code-id.ts';
import {
  STATISTICS_CSV_TYPE,
  toCountriesCsv,
  toDevicesCsv,
  toStatisticsCsv,
  toValuesCsv,
  toVariantsCsv,
} from '#core/scans/csv.ts';
import { FILTER_DIMENSIONS, type FilterDimension } from '#core/scans/filter.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { type CodeStatistics, readScanStatistics } from '#service/scans/read-statistics.ts';
import { toAttachment } from '../frame/attachment.ts';
import { findCode } from '../codes/find-code.ts';
import { ScanFigures } from './figures.tsx';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { PageError, pageNotFound } from '../frame/page-error.ts';
import { explainPeriod } from './explain-period.ts';
import { readQuestion, toPeriodRequest } from './question.ts';
import { readAskedFigures, readStatistics, toFigures } from './read-figures.ts';
import { ScansSoFar } from './so-far.tsx';
import type { ShownStatistics } from './subject.ts';

const NO_SPLIT = { visitors: new Map(), weights: new Map() };

/** `GET /codes/{id}/scans`: the figures alone, for a live page. It fails where there are none, and the page keeps its figures. */
export async function showScans(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const asked = readAskedFigures(c);
  const { statistics } = await readStatistics(c, counted, asked, 'country');
  const figures = toFigures(c, counted, asked, statistics);
  return c.html(
    <>
      <p hidden>
        <ScansSoFar {...figures} />
      </p>
      <ScanFigures {...figures} />
    </>,
  );
}

/**
 * `GET /codes/{id}/scans.csv`: the daily table, or with `by` that of a dimension. It takes the period, the zone and the filters of the page of
 * statistics, and refuses what that page would show something else for: nobody sees from a file that it is of other days.
 */
export async function downloadScans(c: DashboardContext): Promise<Response> {
  const { code } = await findCode(c);
  const query = new URL(c.req.url).searchParams;
  const by = FILTER_DIMENSIONS.find((dimension) => dimension === query.get('by')) ?? null;
  query.delete('by');
  const { question, problems } = readQuestion(query, FILTER_DIMENSIONS, UTC);
  const found = await readScanStatistics(c.get('deps'), c.get('person').account.id, code.codeId, {
    ...toPeriodRequest(question),
    filters: question.filters,
    include: by === null || by === 'device' ? [] : [by],
  });
  if (!found.ok) {
    if (found.error.reason !== 'invalid_period') throw pageNotFound();
    problems.push(...found.error.problems.map(explainPeriod));
  }
  if (problems.length > 0 || !found.ok) throw new PageError(400, 'No such table', problems.join(' '));
  const ending = by === null ? ' scans.csv' : ` scans by ${by}.csv`;
  c.header('Content-Disposition', toAttachment(code.title, toPublicId(code.codeId), ending));
  return c.body(toCsv(found.value, by), 200, { 'Content-Type': STATISTICS_CSV_TYPE });
}

function toCsv({ statistics, split }: CodeStatistics, by: FilterDimension | null): string {
  return by === 'variant' ? toVariantsCsv(statistics, split ?? NO_SPLIT) : toTable(statistics, by);
}

/** The table of a dimension; the daily one where `by` is null. */
export function toTable(
  statistics: Pick<ShownStatistics, 'byDay' | 'byDevice' | 'breakdowns'>,
  by: FilterDimension | null,
): string {
  if (by === null) return toStatisticsCsv(statistics);
  if (by === 'device') return toDevicesCsv(statistics);
  const values = statistics.breakdowns?.get(by) ?? [];
  return by === 'country' ? toCountriesCsv(values) : toValuesCsv(by, values);
}
