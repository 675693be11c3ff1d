import type { z } from 'zod';
import type { CodeId } from '#core/codes/code-id.ts';
import { pickAccepted } from '#core/http/accept-header.ts';
import { STATISTICS_CSV_TYPE, toStatisticsCsv } from '#core/scans/csv.ts';
import { toScanPeriod } from '#core/scans/period.ts';
import { MAX_TAG_CODES } from '#core/scans/selection.ts';
import { findOldest } from '#core/scans/statistics.ts';
import type { AskedScope, StatisticsProblem, StatisticsRequest } from '#service/scans/plan-statistics.ts';
import { readStatistics as readOf, type Statistics } from '#service/scans/read-statistics.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { readCodeId } from '../codes/read-code-id.ts';
import { type ApiError, codeNotDynamic, invalidFields, notFound } from '#contract/problems/api-error.ts';
import { toCodeStatistics } from './statistics.ts';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import { REPEATABLE_STATISTICS, statsCsvQuery, statsQuery } from '#contract/scans/statistics.ts';
import { scanStatistics } from '#contract/scans/statistics-responses.ts';
import { STATISTICS, STATISTICS_CSV } from '../examples.ts';
import { type Caller, operation } from '../operation.ts';
import { reply, Reply } from '../reply.ts';

/** JSON, or its daily table as CSV if the caller asks for `text/csv`. */
export const getScanStatistics = operation({
  method: 'get',
  path: '/v1/qr/{id}/stats',
  summary: 'Read the scan statistics of a code',
  description:
    'Scans by day and by device, and more with `include`. A scan is one GET request by a person that the short link redirected. With `Accept: text/csv`, the response is that of `GET /v1/qr/{id}/stats.csv`.',
  find: readCodeId,
  query: statsQuery,
  repeatable: REPEATABLE_STATISTICS,
  response: scanStatistics,
  example: STATISTICS,
  errors: ['code_not_dynamic'],
  async handle(call) {
    const { accept, found: codeId, query } = call;
    const isCsv = pickAccepted(accept, ['application/json', 'text/csv']) === 'text/csv';
    if (isCsv) refuseInCsv(query);
    const found = await findStatistics(call, { ...query, scope: await findCodeScope(call, codeId) });
    const headers = { ...found.headers, Vary: 'Accept' };
    if (isCsv) return toCsv({ ...found, headers });
    return reply(toCodeStatistics(codeId, found.statistics, query.tz), headers);
  },
});

/** The daily table. */
export const getScanStatisticsAsCsv = operation({
  method: 'get',
  path: '/v1/qr/{id}/stats.csv',
  summary: 'Download the daily scans of a code as CSV',
  description: 'The daily table of `GET /v1/qr/{id}/stats` as CSV with a header line.',
  find: readCodeId,
  query: statsCsvQuery,
  repeatable: REPEATABLE_STATISTICS,
  response: 'text/csv',
  example: STATISTICS_CSV,
  errors: ['code_not_dynamic'],
  async handle(call) {
    const { found: codeId, query } = call;
    const scope = await findCodeScope(call, codeId);
    return toCsv(await findStatistics(call, { ...query, scope, include: [] }));
  },
});

type Asked = Omit<StatisticsRequest, 'period' | 'filters'> & z.output<typeof statsCsvQuery>;

interface FoundStatistics {
  readonly statistics: Statistics;
  /** Their age (RFC 9111 §5.1). */
  readonly headers: Readonly<Record<string, string>>;
}

/** The statistics of days that callers name. */
export async function findStatistics(
  { deps, actor: { account } }: Caller,
  { range, from, to, tz: timeZone, filter: filters, ...asked }: Asked,
): Promise<FoundStatistics> {
  const period = toScanPeriod({ range, from, to, timeZone }, deps.nowMs());
  if (!period.ok) throw invalidFields(period.error.map(toFieldError));
  const found = await readOf(deps, account.id, { ...asked, period: period.value, filters });
  if (!found.ok) throw toStatisticsError(found.error);
  const ageMs = Math.max(0, deps.nowMs() - findOldest(found.value));
  return { statistics: found.value, headers: { Age: String(Math.floor(ageMs / 1_000)) } };
}

/** The code, if it counts scans. */
async function findCodeScope({ deps, actor: { account } }: Caller, codeId: CodeId): Promise<AskedScope> {
  const code = await findQrCode(deps.db, account.id, codeId);
  if (!code) throw toStatisticsError({ reason: 'not_found' });
  if (!code.isDynamic) throw toStatisticsError({ reason: 'code_not_dynamic' });
  return { kind: 'code', codeId, code };
}

function toCsv({ statistics, headers }: FoundStatistics): Reply {
  return new Reply<never>(toStatisticsCsv(statistics), { ...headers, 'Content-Type': STATISTICS_CSV_TYPE });
}

function refuseInCsv({ include, compare }: z.output<typeof statsQuery>): void {
  const fields = [...(include.length > 0 ? ['include'] : []), ...(compare ? ['compare'] : [])];
  if (fields.length === 0) return;
  throw invalidFields(
    fields.map((field) => ({
      field,
      code: 'conflict',
      message: `"${field}" does not work with CSV, which has the daily table only. Ask for JSON.`,
    })),
  );
}

/** Converts a reason into an error of the contract. */
function toStatisticsError(problem: StatisticsProblem): ApiError {
  switch (problem.reason) {
    case 'not_found':
      return notFound();
    case 'code_not_dynamic':
      return codeNotDynamic('its scans are not tracked');
    case 'invalid_period':
      return invalidFields(problem.problems.map(toFieldError));
    case 'tag_not_found': {
      const message = '"tag" is no tag of the account. GET /v1/tags lists them.';
      return invalidFields([{ field: 'tag', code: 'unknown_tag', message }]);
    }
    case 'tag_too_large':
      return invalidFields(
        problem.fields.map((field) => ({
          field,
          code: 'tag_too_large',
          message: `"${field}" does not work with a tag of more than ${MAX_TAG_CODES} codes: leave it out, or ask for all codes.`,
        })),
      );
  }
}
