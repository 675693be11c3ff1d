import * as z from 'zod';
import { MAX_NEW_CODES, RANKED } from '#core/scans/ranking.ts';
import { MAX_TAG_CODES } from '#core/scans/selection.ts';
import { count, id, timestamp } from '../codes/responses.ts';
import { breakdowns, comparedStatistics, daysWithScans, scanStatistics } from './statistics-responses.ts';

/** The response of `GET /v1/stats`. */

const rankedCode = z.object({
  id,
  title: z.string().nullable(),
  scans: count.describe('Scans of the code in the range, counted by UTC days.'),
  scans_before: count.describe(
    'Its scans in the period before: that of `compare`, or the same number of days before.',
  ),
});

function rankedCodes(most: number, which: string) {
  return z.array(rankedCode).optional().describe(`Without \`filter\`: the ${most} codes ${which}.`);
}

export const accountStatistics = z
  .object({
    total_scans: count.describe(
      'The sum of `by_day`, and of `by_device`: scans of all codes, deleted ones too; with `tag`, of the codes that have it now.',
    ),
    unique_scans: count
      .nullable()
      .describe(
        `The distinct visitors of each code, added up: somebody who scans two codes counts twice. Null for a tag with more than ${MAX_TAG_CODES} codes, if the whole range is older than the log of single scans, and while the log does not respond.`,
      ),
    range: scanStatistics.shape.range,
    by_day: daysWithScans.describe('Every day of the range, oldest first. Days without scans have 0.'),
    by_device: scanStatistics.shape.by_device,
    estimated: scanStatistics.shape.estimated,
    details_from: scanStatistics.shape.details_from,
    tz: scanStatistics.shape.tz,
    tag: z.string().optional().describe('With `tag`: in the spelling of its first use.'),
    compare: comparedStatistics.optional().describe('With `compare`.'),
    filter: scanStatistics.shape.filter,
    new_codes: count
      .optional()
      .describe(
        `Without \`filter\`: codes created in the range that still exist, including static ones. ${MAX_NEW_CODES / 1_000},000 means as many or more.`,
      ),
    top_codes: rankedCodes(RANKED.top, 'with the most scans'),
    rising_codes: rankedCodes(RANKED.rising, 'that gained the most scans'),
    falling_codes: rankedCodes(RANKED.falling, 'that lost the most scans'),
    codes_as_of: timestamp
      .nullable()
      .optional()
      .describe(
        'When the three lists were made: now, or, if more than 200 codes were scanned, when somebody last asked for them. Null while they are made for the first time; they are then empty, so ask again in a minute.',
      ),
    ...breakdowns,
    by_week_hour: z
      .array(
        z.object({
          weekday: z.int().min(1).max(7).describe('1 is Monday (ISO 8601).'),
          hour: z.int().min(0).max(23),
          scans: count,
        }),
      )
      .optional()
      .describe('With `include=week_hour`: all 168 hours of a week.'),
  })
  .meta({ id: 'AccountStatistics' });
