import { type ApiRequest, FIRST_FAILURE, type LoggedRequest } from '#core/requests/api-request.ts';
import {
  type AnalyticsEngineConfig,
  querySql,
  type SqlRow,
  toCount,
  toText,
} from '../scans/analytics-engine-api.ts';
import { SAMPLE_INTERVAL_COLUMN, TIME_COLUMN } from '../scans/columns.ts';
import type { QueryShare } from '../scans/query-share.ts';
import { end, equals, quoteAccount, type ScanSource, table, toDateTime, toInteger } from '../scans/sql.ts';
import type { RequestLog, RequestPage } from './request-log.ts';

/**
 * The columns of the Analytics Engine dataset, for writer and reader: the account id is `index1`, then come `blob1`, `blob2`… and `double1`,
 * `double2`… in this order. A field's place never changes; new fields go to the end.
 */
const BLOBS = ['keyId', 'method', 'path', 'errorCode', 'requestId', 'fields'] as const;
/** With the time of the request, because that of a point is the second of its writing. */
const DOUBLES = ['requestedAtMs', 'status', 'durationMs'] as const;

type RequestField = (typeof BLOBS)[number] | (typeof DOUBLES)[number];

const ACCOUNT_ID_COLUMN = 'index1';

const REQUEST_COLUMNS: readonly string[] = [...BLOBS, ...DOUBLES].map(columnOf);

interface Options {
  readonly dataset: AnalyticsEngineDataset;
  /** How to read the same dataset. */
  readonly api: AnalyticsEngineConfig;
  readonly share: QueryShare;
}

/** A point for each request. Analytics Engine keeps only a sample of those of an account that sends very many. */
export function createAnalyticsEngineRequestLog({ dataset, api, share }: Options): RequestLog {
  return {
    async record(request) {
      dataset.writeDataPoint(toRequestPoint(request));
    },

    async list(accountId, page) {
      const { filter, after, limit } = page;
      const key = `requests ${accountId} ${JSON.stringify([filter, after, limit])}`;
      const { value } = await share.run({ key, accountId, queries: 1 }, async () => ({
        value: await querySql(api, requestsSql(api, accountId, page), toRequest),
      }));
      return value;
    },
  };
}

/** An account's requests that match, newest first, by the names of their columns. */
function requestsSql(source: ScanSource, accountId: string, page: RequestPage): string {
  const { filter, sinceMs, after, limit } = page;
  const time = columnOf('requestedAtMs');
  const id = columnOf('requestId');
  const conditions = [
    `${ACCOUNT_ID_COLUMN} = ${quoteAccount(accountId)}`,
    `${TIME_COLUMN} >= ${toDateTime(sinceMs)}`,
    filter.keyId === null ? [] : equals(columnOf('keyId'), filter.keyId),
    filter.isFailed ? `${columnOf('status')} >= ${FIRST_FAILURE}` : [],
    after ? `${time} <= ${toInteger(after.timeMs)}` : [],
    after ? `(${time} < ${toInteger(after.timeMs)} OR ${id} < ${quoteId(after.id)})` : [],
  ].flat();
  return `SELECT ${[...REQUEST_COLUMNS, SAMPLE_INTERVAL_COLUMN].join(', ')}
FROM ${table(source)} WHERE ${conditions.join(' AND ')}
ORDER BY ${time} DESC, ${id} DESC LIMIT ${toInteger(limit)}${end(source)}`;
}

function quoteId(requestId: string): string {
  if (!/^[0-9a-f-]+$/.test(requestId)) throw new Error('what is no request id never reaches the SQL');
  return `'${requestId}'`;
}

function toRequest(row: SqlRow): LoggedRequest {
  const text = (field: RequestField) => toText(row[columnOf(field)]);
  const number = (field: RequestField) => toCount(row[columnOf(field)]);
  return {
    id: text('requestId'),
    requestedAtMs: number('requestedAtMs'),
    keyId: text('keyId'),
    method: text('method'),
    path: text('path'),
    status: number('status'),
    errorCode: text('errorCode') || null,
    durationMs: number('durationMs'),
    requestId: text('requestId'),
    fields: JSON.parse(text('fields')) as string[],
    standsFor: toCount(row[SAMPLE_INTERVAL_COLUMN]),
  };
}

/** A request as a point. A null is an empty blob, and names of fields are JSON. */
function toRequestPoint(request: ApiRequest): Required<AnalyticsEngineDataPoint> {
  const texts = { ...request, errorCode: request.errorCode ?? '', fields: JSON.stringify(request.fields) };
  return {
    indexes: [request.accountId],
    blobs: BLOBS.map((field) => texts[field]),
    doubles: DOUBLES.map((field) => request[field]),
  };
}

/** The column that holds a field of the request. */
function columnOf(field: RequestField): string {
  const blob = BLOBS.findIndex((name) => name === field) + 1;
  return blob > 0 ? `blob${blob}` : `double${DOUBLES.findIndex((name) => name === field) + 1}`;
}
