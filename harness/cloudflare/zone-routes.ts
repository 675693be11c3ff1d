import { ApiFailure, type ApiRequest, param, readJson, type Routes } from './route.ts';
import type { Account, Zone } from './account.ts';

/** Zones with their DNS records and Worker routes, accounts, tokens, and queries of Analytics Engine and of usage. */
export const ZONE_ROUTES: Routes = {
  'GET /user/tokens/verify': () => ({ id: 'token', status: 'active' }),
  'GET /accounts/:account/tokens/verify': () => ({ id: 'token', status: 'active' }),
  'GET /accounts': ({ account }) => [{ id: account.id, name: 'Team' }],
  'GET /memberships': ({ account }) => [{ id: 'membership', account: { id: account.id, name: 'Team' } }],
  'GET /user': () => ({ id: 'user', email: 'team@example.com' }),
  'GET /zones': ({ account, query }) =>
    account.zones.filter(({ name }) => !query.get('name') || name === query.get('name')).map(describeZone),
  'GET /zones/:zone/dns_records': (request) => {
    const name = request.query.get('name') ?? request.query.get('name.exact');
    return findZone(request).records.filter((record) => !name || record.name === name);
  },
  'DELETE /zones/:zone/dns_records/:record': (request) => {
    remove(findZone(request).records, param(request, 'record'));
    return { id: param(request, 'record') };
  },
  'GET /zones/:zone/workers/routes': (request) => findZone(request).routes,
  'DELETE /zones/:zone/workers/routes/:route': (request) => {
    remove(findZone(request).routes, param(request, 'route'));
    return { id: param(request, 'route') };
  },
  'POST /zones/:zone/purge_cache': (request) => {
    const { files } = readJson(request) as { files?: string[] };
    if (!files || files.length > 30) throw new ApiFailure(400, 1_094, 'Unable to purge');
    return { id: findZone(request).id };
  },
  'POST /accounts/:account/analytics_engine/sql': queryAnalyticsEngine,
  'POST /analytics/sql': queryAnalyticsSql,
  'POST /graphql': ({ account }) =>
    Response.json({ data: { viewer: { accounts: [describeUsage(account)] } } }),
};

function describeZone({ id, name, status, accountId }: Zone) {
  return { id, name, status, account: { id: accountId, name: 'Team' } };
}

function findZone(request: ApiRequest): Zone {
  const zone = request.account.zones.find(({ id }) => id === param(request, 'zone'));
  if (!zone)
    throw new ApiFailure(
      404,
      7003,
      'Could not route to the zone, perhaps your object identifier is invalid?',
    );
  return zone;
}

function remove(list: { readonly id: string }[], id: string): void {
  const index = list.findIndex((one) => one.id === id);
  if (index < 0) throw new ApiFailure(404, 81_044, 'Record does not exist.');
  list.splice(index, 1);
}

/** Supports only the installation's queries: the existing datasets, and the number of points of one. */
function queryAnalyticsEngine({ account, body }: ApiRequest): Response {
  const sql = body.toString('utf8');
  const json = (data: readonly object[]) => Response.json({ meta: [], data, rows: data.length });
  if (account.faults.analyticsEngineOff)
    return new Response('Analytics Engine is not enabled for this account', { status: 403 });
  if (/^\s*SHOW TABLES/i.test(sql)) return json([...account.datasets.keys()].map((dataset) => ({ dataset })));
  const dataset = /FROM\s+"?(\w+)"?/i.exec(sql)?.[1] ?? '';
  const points = account.datasets.get(dataset);
  if (points === undefined)
    return new Response(`unable to find type of column or table ${dataset}`, { status: 422 });
  const largest_interval = account.faults.sampleInterval;
  return json([{ points: String(points), scans: String(points), largest_interval }]);
}

/** The other API of the same datasets, which weights aggregates by itself. */
function queryAnalyticsSql(request: ApiRequest): Response {
  const { account } = request;
  const { query, scope } = readJson(request) as { query: string; scope?: { accountTag?: string } };
  const dataset = /FROM events\.analyticsEngine\.(\w+)/.exec(query)?.[1] ?? '';
  const points = account.datasets.get(dataset);
  if (scope?.accountTag !== account.id || points === undefined || /\bFORMAT\b/.test(query))
    return Response.json({ error: 'invalid query' }, { status: 422 });
  const { sampleInterval, weightsTwice } = account.faults;
  // A sum of the weights is itself weighted.
  const isDoubled = weightsTwice || query.includes('SUM(_sample_interval)');
  const scans = isDoubled ? points * sampleInterval : points;
  return Response.json({ data: [{ scans, largest_interval: sampleInterval }], rows: 1, statistics: {} });
}

/** The last day, by the names of Cloudflare's GraphQL API. */
function describeUsage({ usage }: Account) {
  return {
    workersInvocationsAdaptive: [{ sum: { requests: usage.requests } }],
    kvOperationsAdaptiveGroups: [{ sum: { requests: usage.kvWrites }, dimensions: { actionType: 'write' } }],
    d1AnalyticsAdaptiveGroups: [{ sum: { rowsRead: usage.rowsRead, rowsWritten: usage.rowsWritten } }],
  };
}
