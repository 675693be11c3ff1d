import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { DEFAULT_SCAN_RANGE, type ScanRange } from '#core/scans/range.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { FILTER_DIMENSIONS } from '#core/scans/filter.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { toShortUrl } from '#core/links/short-url.ts';
import { readStatistics, type Statistics } from '#service/scans/read-statistics.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import { hasBranches } from '../control/branches.tsx';
import type { ScanFiguresProps } from './figures.tsx';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { readUsualZone } from '../frame/reader-zone.ts';
import { pageNotFound } from '../frame/page-error.ts';
import { readQuestion, zoneOf } from './question.ts';
import { isOutdated } from './words.ts';

/** What the figures of a code's page are asked for. */
interface AskedFigures {
  readonly range: ScanRange;
  readonly zone: TimeZone;
  /** What the query requests but does not exist, one sentence each. */
  readonly problems: readonly string[];
}

/** The period and the time zone of the query, or the usual ones if it names none that exists. */
export function readAskedFigures(c: DashboardContext): AskedFigures {
  const query = new URL(c.req.url).searchParams;
  const { question, problems } = readQuestion(query, FILTER_DIMENSIONS, readUsualZone(c));
  return { range: question.range ?? DEFAULT_SCAN_RANGE, zone: zoneOf(question), problems };
}

/** The statistics of a dynamic code, by country. Throws a 404 for any other code, and a storage failure if the scan log does not respond. */
export async function readCodeScans(
  c: DashboardContext,
  code: QrCode,
  { range, zone }: AskedFigures,
): Promise<Statistics> {
  const { codeId, control } = code;
  const found = await readStatistics(c.get('deps'), c.get('person').account.id, {
    ...{ scope: { kind: 'code', codeId, code }, range, timeZone: zone },
    include: ['country', ...(hasBranches(control) ? (['rule', 'variant'] as const) : [])],
    filters: [],
  });
  if (found.ok) return found.value;
  if (found.error.reason === 'invalid_period') throw new Error(`no period: ${range}`);
  // The code is static and has no scans.
  throw pageNotFound();
}

/** The same for a page that has more to show: null for a static code, and while the scan log does not respond. */
export async function findCodeScans(
  c: DashboardContext,
  code: QrCode,
  asked: AskedFigures,
): Promise<Statistics | null> {
  if (!code.isDynamic) return null;
  try {
    return await readCodeScans(c, code, asked);
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    c.get('deps').reportFailure('scan_statistics_failed', error);
    return null;
  }
}

/** The content of the figures; with `statistics` null, only what is known without the scan log. */
export function toFigures(
  c: DashboardContext,
  { code, scans }: CountedQrCode,
  { range, zone }: AskedFigures,
  statistics: Statistics | null,
): ScanFiguresProps {
  const deps = c.get('deps');
  const shortUrl = toShortUrl(deps.shortUrlBase, code);
  const isOld = statistics !== null && isOutdated(statistics.countedAsOfMs, deps.nowMs());
  const analyticsPath = `/codes/${toPublicId(code.codeId)}/analytics`;
  return {
    ...{ range, zone, analyticsPath, shortUrl, lifetimeScans: scans, statistics },
    isOutdated: isOld,
  };
}
