import * as z from 'zod';
import { SCAN_RANGES } from '#core/scans/range.ts';
import { count, id, timestamp } from '../codes/responses.ts';

/** The responses of scan statistics. */

/** A breakdown, on request: the 50 most frequent values (null means unknown), then `other`. */
function countsBy(dimension: string, value: z.ZodType) {
  return z
    .array(z.object({ [dimension]: value.nullable(), scans: count }))
    .optional()
    .describe(`With \`include=${dimension}\`.`);
}

/** The breakdowns for the scans of a code, and of many codes. */
export const breakdowns = {
  by_country: countsBy('country', z.string()),
  by_region: countsBy('region', z.string()),
  by_city: countsBy('city', z.string()),
  by_os: countsBy('os', z.string()),
  by_browser: countsBy('browser', z.string()),
  by_referrer: countsBy('referrer', z.string()),
  by_hour: countsBy('hour', z.int().min(0).max(23)),
  by_language: countsBy('language', z.string()),
  by_source: z
    .object({ symbol: count, link: count, unknown: count })
    .optional()
    .describe(
      'With `include=source`: scans of the symbol, which holds the path in upper case, and opened links. Unknown where the path looks alike in both.',
    ),
};

export const daysWithScans = z.array(z.object({ date: z.string().meta({ format: 'date' }), scans: count }));

export const comparedStatistics = z
  .object({
    range: z.string().describe('The period compared with: `<from>/<to>`.'),
    tz: z
      .string()
      .describe(
        'The time zone of its days: that of the request, or UTC if the days are so old that scans are counted by UTC day only.',
      ),
    total_scans: count.describe('The sum of `by_day`.'),
    unique_scans: count
      .nullable()
      .describe('Distinct visitors. Null if the period is older than the log of single scans.'),
    by_day: daysWithScans.describe(
      'Every day of the period, oldest first. The number of days is the same, or differs by one because of a leap year.',
    ),
    by_hour: z
      .array(z.object({ hour: z.int().min(0).max(23), scans: count }))
      .nullable()
      .optional()
      .describe(
        'With `include=hour`: the scans of each hour of the day. Null if single scans are no longer kept for the whole period.',
      ),
  })
  .meta({ id: 'ComparedStatistics' });

export const scanStatistics = z
  .object({
    id,
    total_scans: count.describe('The sum of `by_day`, and of `by_device`.'),
    unique_scans: count.describe('Distinct visitors in the range.'),
    range: z.string().describe(`The period: ${SCAN_RANGES.join(', ')}, or \`<from>/<to>\`.`),
    by_day: daysWithScans.describe('Every UTC day of the range, oldest first. Days without scans have 0.'),
    by_device: z.object({ mobile: count, desktop: count, tablet: count }),
    estimated: z
      .literal(true)
      .optional()
      .describe('Present if the counts are estimates: there were so many scans that they were sampled.'),
    imported: z
      .object({
        scans: count.nullable(),
        by_day: daysWithScans.nullable(),
      })
      .optional()
      .describe(
        'The scans of an imported code in its previous service. They were counted by other rules, and are not part of the other figures.',
      ),
    details_from: z
      .string()
      .meta({ format: 'date' })
      .optional()
      .describe(
        'Present if the period begins before this day: `unique_scans` and the breakdowns count only scans from this day on; the other figures count all.',
      ),
    tz: z.string().optional().describe('The time zone of the request.'),
    filter: z.array(z.string()).optional().describe('The filters of the request.'),
    compare: comparedStatistics.optional().describe('With `compare`.'),
    ...breakdowns,
    by_rule: countsBy('rule', z.string()),
    by_name: countsBy('name', z.string()),
    by_link_type: countsBy('link_type', z.string()),
    by_variant: z
      .array(
        z.object({
          variant: z.string().nullable(),
          scans: count,
          unique_scans: count,
          expected_share: z.number().min(0).max(1).nullable(),
        }),
      )
      .optional()
      .describe(
        'With `include=variant`. `expected_share` is null for a variant that the code no longer has.',
      ),
    srm: z
      .object({
        chi2: z.number(),
        p: z.number(),
        flag: z.boolean().describe('p < 0.001: chance is an unlikely explanation for the split.'),
        since: timestamp.describe(
          'Only visitors since this time were counted: then the weights last changed.',
        ),
      })
      .nullable()
      .optional()
      .describe(
        'With `include=variant`: whether visitors were split as the weights say. Null if there are too few.',
      ),
  })
  .meta({ id: 'ScanStatistics' });
