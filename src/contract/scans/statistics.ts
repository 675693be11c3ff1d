import * as z from 'zod';
import { ACCOUNT_DIMENSIONS, CODE_DIMENSIONS, type ScanDimension } from '#core/scans/dimension.ts';
import { toIssue } from '../problems/issue.ts';
import {
  ACCOUNT_FILTER_DIMENSIONS,
  FILTER_DIMENSIONS,
  type FilterDimension,
  parseScanFilters,
  type ScanFilter,
} from '#core/scans/filter.ts';
import { COMPARISONS, MAX_PERIOD_DAYS, SCAN_RETENTION_DAYS } from '#core/scans/period.ts';
import { SCAN_RANGES } from '#core/scans/range.ts';
import { parseTimeZone } from '#core/scans/time-zone.ts';
import { namesAmong, parsedText } from '../parsed-text.ts';
import { MAX_TAG_CODES } from '#core/scans/selection.ts';
import { tagName } from '../codes/filing.ts';

/** The query of scan statistics. */

const day = z.iso.date('must be a date of the form "YYYY-MM-DD".').optional();

function includeOf(known: readonly ScanDimension[], description: string) {
  return namesAmong(known).default([]).meta({ default: undefined, description });
}

const timeZone = parsedText(
  parseTimeZone,
  'must be a name of the IANA time zone database, like "Europe/Berlin" or "UTC".',
);

/**
 * @param names the dimensions that scans can be filtered by
 * @param exception continues the description: the figures that cannot be filtered
 */
function filtersBy(names: readonly FilterDimension[], exception = '') {
  return z
    .array(z.string())
    .max(names.length)
    .transform((texts, ctx): readonly ScanFilter[] => {
      const parsed = parseScanFilters(texts, names);
      if (parsed.ok) return parsed.value;
      for (const { index, fault } of parsed.error)
        ctx.issues.push({ ...toIssue(fault), input: texts, path: [index] });
      return z.NEVER;
    })
    .default([])
    .meta({
      default: undefined,
      description: `Counts only scans that match, like \`country:DE\`; repeat it for further dimensions: ${names.join(', ')}. An empty value matches scans for which it is unknown. Only for scans in the last ${SCAN_RETENTION_DAYS} days${exception}.`,
    });
}

/** The period of the statistics, and a filter for scans. The CSV takes only these, because it has only the daily table. */
export const statsCsvQuery = z.strictObject({
  range: z
    .enum(SCAN_RANGES)
    .optional()
    .describe('The days up to today. Default: `last_30_days`, unless you send `from` and `to`.'),
  from: day.describe(
    `The first day, instead of \`range\`. At most ${MAX_PERIOD_DAYS} days; if it is more than ${SCAN_RETENTION_DAYS - 1} days ago, days are UTC days, and visitors and breakdowns begin at \`details_from\`.`,
  ),
  to: day.describe('The last day, instead of `range`.'),
  tz: timeZone.optional().describe('The IANA time zone of the days. Default: UTC.'),
  filter: filtersBy(FILTER_DIMENSIONS),
});

export const statsQuery = statsCsvQuery.extend({
  include: includeOf(
    CODE_DIMENSIONS,
    `Further breakdowns, separated by commas: ${CODE_DIMENSIONS.join(', ')}.`,
  ),
  compare: z
    .enum(COMPARISONS)
    .optional()
    .describe(
      'Adds `compare`: the same figures for the same number of days just before (`previous_period`), or for the same dates one year earlier (`previous_year`).',
    ),
});

/** The parameter of statistics that can be repeated. */
export const REPEATABLE_STATISTICS = ['filter'];

/** The query of `GET /v1/stats`. */
export const accountStatsQuery = statsQuery.extend({
  tag: tagName.optional().describe('Only codes that have this tag now, in any spelling. Default: all codes.'),
  filter: filtersBy(ACCOUNT_FILTER_DIMENSIONS, `, and not for a tag with more than ${MAX_TAG_CODES} codes`),
  include: includeOf(
    ACCOUNT_DIMENSIONS,
    `Breakdowns, separated by commas: ${ACCOUNT_DIMENSIONS.join(', ')}. Not for a tag with more than ${MAX_TAG_CODES} codes.`,
  ),
});
