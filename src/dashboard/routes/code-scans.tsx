import { toPublicId } from '../../core/code-id.ts';
import { STATISTICS_CSV_TYPE, toCountriesCsv, toDevicesCsv, toStatisticsCsv } from '../../core/scan-csv.ts';
import { DEFAULT_SCAN_RANGE, SCAN_RANGES, type ScanRange } from '../../core/scan-range.ts';
import type { ScanStatistics } from '../../core/scan.ts';
import { toShortUrl } from '../../core/short-url.ts';
import { type CountedQrCode, readScanStatistics } from '../../service/read-qr-codes.ts';
import { isStorageFailure } from '../../storage/unavailable.ts';
import { toAttachment } from '../attachment.ts';
import { codeOf } from '../code-of.ts';
import { ScanFigures, type ScanFiguresProps } from '../components/scan-figures.tsx';
import type { DashboardContext } from '../dashboard-env.ts';
import { pageNotFound } from '../page-error.ts';

const DAILY_TABLE = { toCsv: toStatisticsCsv, ending: ' scans.csv' };

const TABLES: ReadonlyMap<string, typeof DAILY_TABLE> = new Map([
  ['device', { toCsv: toDevicesCsv, ending: ' scans by device.csv' }],
  ['country', { toCsv: toCountriesCsv, ending: ' scans by country.csv' }],
]);

/** The period of the query; what is none is the usual one. */
export function rangeOf(c: DashboardContext): ScanRange {
  const asked = c.req.query('range');
  return SCAN_RANGES.find((range) => range === asked) ?? DEFAULT_SCAN_RANGE;
}

/** `GET /codes/{id}/scans`: the figures alone, for a page that renews them. It is an error where there are none: the page keeps its own. */
export async function showScans(c: DashboardContext): Promise<Response> {
  const counted = await codeOf(c);
  const range = rangeOf(c);
  const statistics = await readStatistics(c, counted, range);
  return c.html(<ScanFigures {...toFigures(c, counted, range, statistics)} />);
}

/** `GET /codes/{id}/scans.csv?by={device|country}`: the daily table, or another one that the page shows. */
export async function downloadScans(c: DashboardContext): Promise<Response> {
  const counted = await codeOf(c);
  const statistics = await readStatistics(c, counted, rangeOf(c));
  const { code } = counted;
  const { toCsv, ending } = TABLES.get(c.req.query('by') ?? '') ?? DAILY_TABLE;
  c.header('Content-Disposition', toAttachment(code.title, toPublicId(code.codeId), ending));
  return c.body(toCsv(statistics), 200, { 'Content-Type': STATISTICS_CSV_TYPE });
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

async function readStatistics(
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

function toFigures(
  c: DashboardContext,
  { code, scans }: CountedQrCode,
  range: ScanRange,
  statistics: ScanStatistics | null,
): ScanFiguresProps {
  const shortUrl = toShortUrl(c.env.SHORT_URL_BASE, code.codeId);
  return { range, shortUrl, lifetimeScans: scans, statistics };
}
