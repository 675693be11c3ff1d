import { z } from 'zod';
import { countCodes } from '#storage/codes/code-states.ts';
import { placeOfWork, type Work } from '../steps/installation-steps.ts';
import { namesOf } from '../settings/names.ts';
import { type Finding, lookAt, note, ok } from './finding.ts';
import { readLoggedScans } from './statistics.ts';

/** Cloudflare's limits and included amounts, as of November 2026: docs/costs.md. */
const LIMITS = {
  free: {
    requests: 100_000,
    kvWrites: 1_000,
    rowsWritten: 100_000,
    points: 100_000,
    databaseBytes: 500_000_000,
  },
  /** One day's share of the monthly included amount. */
  paid: {
    requests: 333_333,
    kvWrites: 33_333,
    rowsWritten: 1_666_666,
    points: 333_333,
    databaseBytes: 10_000_000_000,
  },
} as const;

export type WorkersPlan = keyof typeof LIMITS;

const DAY_MS = 86_400_000;
const WARN_AT = 0.8;
const MANY_DAYS = 3_650;

interface DayUsage {
  readonly requests: number;
  readonly kvWrites: number;
  readonly rowsWritten: number;
}

/** How much of the plan the last day used, and how long the database lasts at the pace of the last week. */
export async function examineUsage(work: Work, plan: WorkersPlan): Promise<Finding[]> {
  const { accountId, settings } = work;
  const found = await Promise.all([
    lookAt('use', accountId, () => examineDay(work, plan)),
    ...(settings.scanLog === 'd1' ? [] : [lookAt('dataset', accountId, () => examinePoints(work, plan))]),
    lookAt('use: D1', accountId, async () => [await examineDatabase(work, plan)]),
  ]);
  return found.flat();
}

async function examineDay(work: Work, plan: WorkersPlan): Promise<Finding[]> {
  const day = await readDayUsage(work);
  if (!day)
    return [
      note('use', 'Cloudflare does not show the usage: the API token needs "Account Analytics: Read".'),
    ];
  const limits = LIMITS[plan];
  return [
    describeUse(plan, 'requests', day.requests, limits.requests),
    describeUse(plan, 'KV writes', day.kvWrites, limits.kvWrites),
    describeUse(plan, 'D1 rows written', day.rowsWritten, limits.rowsWritten),
  ];
}

async function examinePoints(work: Work, plan: WorkersPlan): Promise<Finding[]> {
  const untilMs = work.platform.nowMs();
  const points = await readLoggedScans(work, { fromMs: untilMs - DAY_MS, untilMs });
  return [describePoints(plan, points?.scans)];
}

function describeUse(plan: WorkersPlan, name: string, used: number, limit: number): Finding {
  const share = `${format(used)} in the last day, ${Math.round((100 * used) / limit)} % of ${
    plan === 'free' ? `the ${format(limit)} that Free allows` : "a day's share of what Paid includes"
  }.`;
  return used >= limit * WARN_AT ? note(`use: ${name}`, share) : ok(`use: ${name}`, share);
}

/** Undefined if the dataset does not exist yet. */
function describePoints(plan: WorkersPlan, points: number | undefined): Finding {
  if (points === undefined)
    return note(
      'dataset',
      'Analytics Engine has no scan yet: the dataset appears a minute or two after the first one.',
    );
  if (points === 0) return note('dataset', 'Analytics Engine received no scan in the last day.');
  return describeUse(plan, 'Analytics Engine points', points, LIMITS[plan].points);
}

async function readDayUsage({
  session,
  accountId,
  found,
  settings,
  platform,
}: Work): Promise<DayUsage | null> {
  const names = namesOf(settings);
  const query = `query ($account: String!, $since: Time!, $scripts: [String!], $database: String!, $namespaces: [String!]) {
    viewer { accounts(filter: { accountTag: $account }) {
      workersInvocationsAdaptive(limit: 100, filter: { datetime_geq: $since, scriptName_in: $scripts }) { sum { requests } }
      kvOperationsAdaptiveGroups(limit: 100, filter: { datetime_geq: $since, namespaceId_in: $namespaces, actionType: "write" }) { sum { requests } }
      d1AnalyticsAdaptiveGroups(limit: 100, filter: { datetime_geq: $since, databaseId: $database }) { sum { rowsWritten } }
    } } }`;
  const variables = {
    account: accountId,
    since: new Date(platform.nowMs() - DAY_MS).toISOString(),
    scripts: [names.api, names.shortLink],
    database: found.databaseId,
    namespaces: [found.namespaceId, found.appsNamespaceId],
  };
  const { data } = await session.api.askPlain('/graphql', { query, variables }, USAGE);
  const account = data?.viewer.accounts[0];
  if (!account) return null;
  return {
    requests: add(account.workersInvocationsAdaptive),
    kvWrites: add(account.kvOperationsAdaptiveGroups),
    rowsWritten: add(account.d1AnalyticsAdaptiveGroups),
  };
}

const SUMS = z.array(
  z.object({ sum: z.object({ requests: z.number().optional(), rowsWritten: z.number().optional() }) }),
);
/** `data` is null if the token may not read it. */
const USAGE = z.object({
  data: z
    .object({
      viewer: z.object({
        accounts: z.array(
          z.object({
            workersInvocationsAdaptive: SUMS,
            kvOperationsAdaptiveGroups: SUMS,
            d1AnalyticsAdaptiveGroups: SUMS,
          }),
        ),
      }),
    })
    .nullable(),
});

function add(list: z.infer<typeof SUMS>): number {
  return list.reduce((total, { sum }) => total + (sum.requests ?? sum.rowsWritten ?? 0), 0);
}

/** How long the database has room, at last week's number of codes a day. */
async function examineDatabase(work: Work, plan: WorkersPlan): Promise<Finding> {
  const { session, accountId, found, platform } = work;
  const { file_size: bytes } = await session.api.get(
    `/accounts/${accountId}/d1/database/${found.databaseId}`,
    z.object({ file_size: z.number() }),
  );
  const weekAgoMs = platform.nowMs() - 7 * DAY_MS;
  const { all: codes, recent } = await countCodes(placeOfWork(work).db, weekAgoMs);
  const limit = LIMITS[plan].databaseBytes;
  const bytesPerDay = codes > 0 ? (bytes / codes) * (recent / 7) : 0;
  const days = bytesPerDay > 0 ? Math.floor((limit - bytes) / bytesPerDay) : Number.POSITIVE_INFINITY;
  const lasts = days > MANY_DAYS ? 'more than ten years' : `${format(days)} days`;
  const text = `${(bytes / 1e6).toFixed(1)} MB with ${format(codes)} codes, of ${limit / 1e6} MB. At the pace of the last week it lasts ${lasts}.`;
  return bytes >= limit * WARN_AT || days < 90 ? note('use: D1', text) : ok('use: D1', text);
}

function format(value: number): string {
  return value.toLocaleString('en');
}
