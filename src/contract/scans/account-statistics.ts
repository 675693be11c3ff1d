import { ACCOUNT_DIMENSIONS } from '#core/scans/dimension.ts';
import { ACCOUNT_FILTER_DIMENSIONS } from '#core/scans/filter.ts';
import { MAX_TAG_CODES } from '#core/scans/selection.ts';
import { tagName } from '../codes/filing.ts';
import { filtersBy, includeOf, statsQuery } from './statistics.ts';

/** The query of `GET /v1/stats`. */

export const accountStatsQuery = statsQuery.extend({
  tag: tagName.optional().describe('Only codes that have this tag now, in any spelling. Default: all codes.'),
  filter: filtersBy(ACCOUNT_FILTER_DIMENSIONS, `, and not for a tag with more than ${MAX_TAG_CODES} codes`),
  include: includeOf(
    ACCOUNT_DIMENSIONS,
    `Breakdowns, separated by commas: ${ACCOUNT_DIMENSIONS.join(', ')}. Not for a tag with more than ${MAX_TAG_CODES} codes.`,
  ),
});
