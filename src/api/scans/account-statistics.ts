import { accountStatsQuery } from '#contract/scans/account-statistics.ts';
import { REPEATABLE_STATISTICS } from '#contract/scans/statistics.ts';
import { operation } from '../operation.ts';
import { findStatistics } from './read-statistics.ts';
import { toAccountStatistics } from './statistics.ts';

export const getAccountStatistics = operation({
  method: 'get',
  path: '/v1/stats',
  query: accountStatsQuery,
  repeatable: REPEATABLE_STATISTICS,
  async handle({ c, query: { tag, ...query } }) {
    const scope = tag === undefined ? ({ kind: 'account' } as const) : ({ kind: 'tag', tag } as const);
    // Figures that count codes and not scans have no filters.
    const found = await findStatistics(c, { ...query, scope, ranksCodes: query.filter.length === 0 });
    return toAccountStatistics(found, query.tz);
  },
});
