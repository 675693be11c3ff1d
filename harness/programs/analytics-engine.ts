import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { STAND_IN } from './analytics-engine-account.ts';
import { type ClickHouse, startClickHouse } from './clickhouse.ts';

export interface AnalyticsEngine {
  /** The base URL of the API: `AE_API_URL` in production. */
  readonly apiUrl: string;
  readonly clickHouse: ClickHouse;
  stop(): Promise<void>;
}

const BLOBS = 20;
const DOUBLES = 20;

/**
 * A stand-in for Analytics Engine over a real ClickHouse. It has the SQL API (same path, same bearer check, ClickHouse's JSON with 64-bit
 * integers as strings), and `POST /points`, which a Worker's `writeDataPoint` calls, into a table with the documented columns.
 */
export async function startAnalyticsEngine(): Promise<AnalyticsEngine> {
  const clickHouse = await startClickHouse();
  await clickHouse.run(createTable(STAND_IN.dataset));
  const server = createServer((request, response) => {
    void respond(clickHouse, request, response);
  });
  const port = await listen(server);
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    clickHouse,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await clickHouse.stop();
    },
  };
}

/** See "Table structure" in the SQL API's documentation. The sort order suits reading one index over a time span. */
function createTable(dataset: string): string {
  const blobs = Array.from({ length: BLOBS }, (_, i) => `blob${i + 1} String`);
  const doubles = Array.from({ length: DOUBLES }, (_, i) => `double${i + 1} Float64`);
  return `CREATE TABLE ${dataset} (dataset String, timestamp DateTime, _sample_interval UInt32, index1 String, ${[...blobs, ...doubles].join(', ')})
    ENGINE = MergeTree PARTITION BY toYYYYMM(timestamp) ORDER BY (index1, timestamp)`;
}

async function respond(
  clickHouse: ClickHouse,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { status, body } = await serve(clickHouse, request);
    response.writeHead(status).end(body);
  } catch (error) {
    response.writeHead(422).end(String(error));
  }
}

async function serve(
  clickHouse: ClickHouse,
  request: IncomingMessage,
): Promise<{ status: number; body: string }> {
  const body = await readBody(request);
  if (request.url?.startsWith('/down/')) return { status: 503, body: 'the stand-in is down' };
  if (request.url === '/points') {
    await clickHouse.run(`INSERT INTO ${STAND_IN.dataset} FORMAT JSONEachRow ${body}`);
    return { status: 200, body: '' };
  }
  const token = request.headers.authorization?.replace(/^Bearer /, '');
  const isKnown = token === STAND_IN.apiToken || token === STAND_IN.weakToken;
  if (request.url === '/user/tokens/verify')
    return isKnown ? { status: 200, body: '{"success":true}' } : { status: 401, body: '{"success":false}' };
  if (!isKnown || token === STAND_IN.weakToken)
    return { status: 403, body: '{"errors":[{"code":10000,"message":"Authentication error"}]}' };
  if (request.url !== `/accounts/${STAND_IN.accountId}/analytics_engine/sql` || request.method !== 'POST')
    return { status: 404, body: '{"errors":[{"code":7003,"message":"Could not route"}]}' };
  return { status: 200, body: await clickHouse.run(body) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}
