import type { ApiRequest } from '#core/requests/api-request.ts';

/**
 * The columns of the Analytics Engine dataset, for writer and reader: the account id is `index1`, then come `blob1`, `blob2`… and `double1`,
 * `double2`… in this order. A field's place never changes; new fields go to the end.
 */
const BLOBS = ['keyId', 'method', 'path', 'errorCode', 'requestId', 'fields'] as const;
/** With the time of the request, because that of a point is the second of its writing. */
const DOUBLES = ['requestedAtMs', 'status', 'durationMs'] as const;

export type RequestField = (typeof BLOBS)[number] | (typeof DOUBLES)[number];

export const ACCOUNT_ID_COLUMN = 'index1';

/** A request as a point. A null is an empty blob, and names of fields are JSON. */
export function toRequestPoint(request: ApiRequest): Required<AnalyticsEngineDataPoint> {
  const texts = { ...request, errorCode: request.errorCode ?? '', fields: JSON.stringify(request.fields) };
  return {
    indexes: [request.accountId],
    blobs: BLOBS.map((field) => texts[field]),
    doubles: DOUBLES.map((field) => request[field]),
  };
}

/** The column that holds a field of the request. */
export function columnOf(field: RequestField): string {
  const blob = BLOBS.findIndex((name) => name === field) + 1;
  return blob > 0 ? `blob${blob}` : `double${DOUBLES.findIndex((name) => name === field) + 1}`;
}

export const REQUEST_COLUMNS: readonly string[] = [...BLOBS, ...DOUBLES].map(columnOf);
