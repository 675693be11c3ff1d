import { toPublicId } from '#core/codes/code-id.ts';
import { STATISTICS_CSV_TYPE, toCountriesCsv, toDevicesCsv, toStatisticsCsv } from '#core/scans/csv.ts';
import { toAttachment } from '../frame/attachment.ts';
import { findCode } from '../codes/find-code.ts';
import { ScanFigures } from './figures.tsx';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { readRange, readStatistics, toFigures } from './read-figures.ts';

const DAILY_TABLE = { toCsv: toStatisticsCsv, ending: ' scans.csv' };

const TABLES: ReadonlyMap<string, typeof DAILY_TABLE> = new Map([
  ['device', { toCsv: toDevicesCsv, ending: ' scans by device.csv' }],
  ['country', { toCsv: toCountriesCsv, ending: ' scans by country.csv' }],
]);

/** `GET /codes/{id}/scans`: the figures alone, for a live page. It fails where there are none, and the page keeps its figures. */
export async function showScans(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const range = readRange(c);
  const statistics = await readStatistics(c, counted, range);
  return c.html(<ScanFigures {...toFigures(c, counted, range, statistics)} />);
}

/** `GET /codes/{id}/scans.csv?by={device|country}`: the daily table, or one of the others on the page. */
export async function downloadScans(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const statistics = await readStatistics(c, counted, readRange(c));
  const { code } = counted;
  const { toCsv, ending } = TABLES.get(c.req.query('by') ?? '') ?? DAILY_TABLE;
  c.header('Content-Disposition', toAttachment(code.title, toPublicId(code.codeId), ending));
  return c.body(toCsv(statistics), 200, { 'Content-Type': STATISTICS_CSV_TYPE });
}
