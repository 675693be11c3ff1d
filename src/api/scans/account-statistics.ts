import { accountStatsQuery } from '#contract/scans/statistics.ts';
import { accountStatistics } from '#contract/scans/account-statistics-responses.ts';
import { REPEATABLE_STATISTICS } from '#contract/scans/statistics.ts';
import { ACCOUNT_STATISTICS } from '../examples.ts';
import { operation } from '../operation.ts';
import { reply } from '../reply.ts';
import { findStatistics } from './read-statistics.ts';
import { toAccountStatistics } from './statistics.ts';

export const getAccountStatistics = operation({
  method: 'get',
  path: '/v1/stats',
  summary: 'Read the scan statistics of the account or of a tag',
  description:
    'The scans of all codes by day and by device, the most scanned, rising and falling codes, and the number of new codes; more with `include` and `compare`.',
  query: accountStatsQuery,
  repeatable: REPEATABLE_STATISTICS,
  response: accountStatistics,
  example: ACCOUNT_STATISTICS,
  async handle(call) {
    const { tag, ...query } = call.query;
    const scope = tag === undefined ? ({ kind: 'account' } as const) : ({ kind: 'tag', tag } as const);
    // Figures that count codes and not scans have no filters.
    const asked = { ...query, scope, ranksCodes: query.filter.length === 0 };
    const { statistics, headers } = await findStatistics(call, asked);
    return reply(toAccountStatistics(statistics, query.tz), headers);
  },
});
