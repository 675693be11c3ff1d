import { toPublicId } from '../../core/code-id.ts';
import { STATISTICS_CSV_TYPE, toCountriesCsv, toDevicesCsv, toStatisticsCsv } from '../../core/scan-csv.ts';
import { toAttachment } from '../attachment.ts';
import { codeOf } from '../code-of.ts';
import { ScanFigures } from '../components/scan-figures.tsx';
import type { DashboardContext } from '../dashboard-env.ts';
import { rangeOf, readStatistics, toFigures } from '../read-figures.ts';

const DAILY_TABLE = { toCsv: toStatisticsCsv, ending: ' scans.csv' };

const TABLES: ReadonlyMap<string, typeof DAILY_TABLE> = new Map([
  ['device', { toCsv: toDevicesCsv, ending: ' scans by device.csv' }],
  ['country', { toCsv: toCountriesCsv, ending: ' scans by country.csv' }],
]);

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
