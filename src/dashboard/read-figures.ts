import { DEFAULT_SCAN_RANGE, SCAN_RANGES, type ScanRange } from '../core/scan-range.ts';
import type { ScanStatistics } from '../core/scan.ts';
import { toShortUrl } from '../core/short-url.ts';
import { type CountedQrCode, readScanStatistics } from '../service/read-qr-codes.ts';
import { isStorageFailure } from '../storage/unavailable.ts';
import type { ScanFiguresProps } from './components/scan-figures.tsx';
import type { DashboardContext } from './dashboard-env.ts';
import { pageNotFound } from './page-error.ts';

/** The period of the query; what is none is the usual one. */
export function rangeOf(c: DashboardContext): ScanRange {
  const asked = c.req.query('range');
  return SCAN_RANGES.find((range) => range === asked) ?? DEFAULT_SCAN_RANGE;
}

/** What a code's page shows of its scans: it stands also while the scan log does not answer. */
export async function readFigures(
  c: DashboardContext,
  counted: CountedQrCode,
  range: ScanRange,
): Promise<ScanFiguresProps> {
  if (!counted.code.isDynamic) return toFigures(c, counted, range, null);
  try {
    return toFigures(c, counted, range, await readStatistics(c, counted, range));
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    c.get('deps').reportFailure('scan_statistics_failed', error);
    return toFigures(c, counted, range, null);
  }
}

/** The statistics of a code that has some; else an error, as where the scan log does not answer. */
export async function readStatistics(
  c: DashboardContext,
  { code }: CountedQrCode,
  range: ScanRange,
): Promise<ScanStatistics> {
  const found = await readScanStatistics(c.get('deps'), c.get('person').account.id, code.codeId, {
    range,
    include: ['country'],
  });
  if (found.ok) return found.value.statistics;
  if (found.error.reason === 'invalid_period') throw new Error(`no period: ${range}`);
  // Deleted meanwhile, or static, which has no scans to show.
  throw pageNotFound();
}

/** What the figures show; without statistics, what is known without the scan log. */
export function toFigures(
  c: DashboardContext,
  { code, scans }: CountedQrCode,
  range: ScanRange,
  statistics: ScanStatistics | null,
): ScanFiguresProps {
  const shortUrl = toShortUrl(c.get('deps').shortUrlBase, code.codeId);
  return { range, shortUrl, lifetimeScans: scans, statistics };
}
