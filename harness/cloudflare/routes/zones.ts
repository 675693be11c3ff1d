import { ApiFailure, type ApiRequest, param, readJson, type Routes } from './route.ts';
import { type Account, hexId, type Zone } from '../account.ts';

/** Zones with their DNS records and Worker routes, accounts, tokens, and queries of Analytics Engine and of usage. */
export const ZONE_ROUTES: Routes = {
  'GET /user/tokens/verify': () => ({ id: 'token', status: 'active' }),
  'GET /accounts/:account/tokens/verify': () => ({ id: 'token', status: 'active' }),
  'GET /accounts': ({ account }) => listAccounts(account),
  'GET /memberships': ({ account }) =>
    listAccounts(account).map((one) => ({ id: `membership-${one.id}`, account: one })),
  'GET /user': () => ({ id: 'user', email: 'team@example.com' }),
  'GET /zones': ({ account, query }) =>
    account.zones.filter(({ name }) => !query.get('name') || name === query.get('name')).map(describeZone),
  'GET /zones/:zone/dns_records': (request) => {
    const name = request.query.get('name') ?? request.query.get('name.exact');
    return findZone(request).records.filter((record) => !name || record.name === name);
  },
  'POST /zones/:zone/dns_records': createRecord,
  'DELETE /zones/:zone/dns_records/:record': (request) => {
    remove(findZone(request).records, param(request, 'record'));
    return { id: param(request, 'record') };
  },
  'GET /zones/:zone/workers/routes': (request) => findZone(request).routes,
  'POST /zones/:zone/workers/routes': createRoute,
  'DELETE /zones/:zone/workers/routes/:route': (request) => {
    remove(findZone(request).routes, param(request, 'route'));
    return { id: param(request, 'route') };
  },
  'GET /zones/:zone/custom_hostnames': (request) => findZone(request).customHostnames,
  'GET /zones/:zone/custom_hostnames/fallback_origin': (request) => {
    const { fallbackOrigin, records } = findZone(request);
    if (!fallbackOrigin) throw new ApiFailure(404, 1551, 'Resource not found');
    const isProxied = records.some(({ name, proxied }) => name === fallbackOrigin.origin && proxied);
    // It is deployed after the answer to the change.
    if (fallbackOrigin.status === 'pending_deployment')
      fallbackOrigin.status = isProxied ? 'active' : 'deployment_timed_out';
    return { ...fallbackOrigin, errors: [] };
  },
  'PUT /zones/:zone/custom_hostnames/fallback_origin': (request) => {
    const zone = findZone(request);
    const { origin } = readJson(request) as { origin: string };
    zone.fallbackOrigin = { origin, status: 'pending_deployment' };
    return { ...zone.fallbackOrigin, errors: [] };
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

/** The others first, so that who takes the first one takes another's. */
function listAccounts({ id, others }: Account): { readonly id: string; readonly name: string }[] {
  return [...others, { id, name: 'Team' }];
}

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

function createRecord(request: ApiRequest): unknown {
  const zone = findZone(request);
  const { type, name, content, proxied } = readJson(request) as Record<string, string> & { proxied: boolean };
  const there = zone.records.filter((record) => record.name === name);
  if (there.some((record) => record.type === type && record.content === content))
    throw new ApiFailure(400, 81_058, 'An identical record already exists.');
  if (there.some((record) => record.type === 'CNAME'))
    throw new ApiFailure(400, 81_053, 'An A, AAAA, or CNAME record with that host already exists.');
  const record = { id: hexId(), type: type!, name: name!, content: content!, proxied };
  zone.records.push(record);
  return record;
}

/** A route without a Worker leaves requests to what else serves them. */
function createRoute(request: ApiRequest): unknown {
  const { routes } = findZone(request);
  const { pattern = '', script = null } = readJson(request) as { pattern?: string; script?: string };
  if (script !== null && !request.account.scripts.has(script))
    throw new ApiFailure(
      400,
      10_019,
      'Cannot configure a route for a Worker which does not exist. Please ensure this Worker exists and try again.',
    );
  if (routes.some((one) => one.pattern === pattern))
    throw new ApiFailure(409, 10_020, 'workers.api.error.duplicate_route');
  const route = { id: hexId(), pattern, script };
  routes.push(route);
  return route;
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
