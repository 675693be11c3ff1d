import { type Context, Hono } from 'hono';
import type { AppEnv } from '../app-env.ts';
import { accountStatsQuery } from '#contract/account-statistics.ts';
import { REPEATABLE_STATISTICS } from '#contract/statistics.ts';
import { readQuery, validateQuery } from '../validation.ts';
import { allowOnly } from '../middleware/allow-only.ts';
import { findStatistics } from './read-statistics.ts';
import { toStatisticsResource } from './statistics.ts';

/** `/v1/stats` */
export const accountStatisticsRoutes = new Hono<AppEnv>()
  .get('/', showStatistics)
  .all('/', allowOnly('GET, HEAD'));

async function showStatistics(c: Context<AppEnv>): Promise<Response> {
  const { tag, ...query } = validateQuery(accountStatsQuery, readQuery(c.req.url, REPEATABLE_STATISTICS));
  const scope = tag === undefined ? ({ kind: 'account' } as const) : ({ kind: 'tag', tag } as const);
  // What counts codes rather than scans knows no filters.
  const found = await findStatistics(c, { ...query, scope, ranksCodes: query.filter.length === 0 });
  return c.json(toStatisticsResource(found, query.tz));
}
