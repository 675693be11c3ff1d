import { toPublicId } from '#core/codes/code-id.ts';
import {
  STATISTICS_CSV_TYPE,
  toCountriesCsv,
  toDevicesCsv,
  toRulesCsv,
  toStatisticsCsv,
  toVariantsCsv,
} from '#core/scans/csv.ts';
import type { ScanDimension } from '#core/scans/dimension.ts';
import type { CodeStatistics } from '#service/scans/read-statistics.ts';
import { toAttachment } from '../frame/attachment.ts';
import { findCode } from '../codes/find-code.ts';
import { ScanFigures } from './figures.tsx';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { readRange, readStatistics, toFigures } from './read-figures.ts';

interface Table {
  readonly dimension: ScanDimension;
  readonly toCsv: (found: CodeStatistics) => string;
  readonly ending: string;
}

const DAILY_TABLE: Table = {
  dimension: 'country',
  toCsv: ({ statistics }) => toStatisticsCsv(statistics),
  ending: ' scans.csv',
};

const NO_SPLIT = { visitors: new Map(), weights: new Map() };

const TABLES: ReadonlyMap<string, Omit<Table, 'ending'>> = new Map([
  ['device', { dimension: 'country', toCsv: ({ statistics }) => toDevicesCsv(statistics) }],
  ['country', { dimension: 'country', toCsv: ({ statistics }) => toCountriesCsv(statistics) }],
  ['rule', { dimension: 'rule', toCsv: ({ statistics }) => toRulesCsv(statistics) }],
  [
    'variant',
    {
      dimension: 'variant',
      toCsv: ({ statistics, split }) => toVariantsCsv(statistics, split ?? NO_SPLIT),
    },
  ],
]);

/** `GET /codes/{id}/scans`: the figures alone, for a live page. It fails where there are none, and the page keeps its figures. */
export async function showScans(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const range = readRange(c);
  const { statistics } = await readStatistics(c, counted, range, 'country');
  return c.html(<ScanFigures {...toFigures(c, counted, range, statistics)} />);
}

/** `GET /codes/{id}/scans.csv?by={device|country|rule|variant}`: the daily table, or one of the others. */
export async function downloadScans(c: DashboardContext): Promise<Response> {
  const counted = await findCode(c);
  const { code } = counted;
  const by = c.req.query('by') ?? '';
  const table = TABLES.get(by);
  const { dimension, toCsv, ending } = table ? { ...table, ending: ` scans by ${by}.csv` } : DAILY_TABLE;
  const found = await readStatistics(c, counted, readRange(c), dimension);
  c.header('Content-Disposition', toAttachment(code.title, toPublicId(code.codeId), ending));
  return c.body(toCsv(found), 200, { 'Content-Type': STATISTICS_CSV_TYPE });
}
