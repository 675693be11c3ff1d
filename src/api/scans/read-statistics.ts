import type { z } from 'zod';
import { pickAccepted } from '#core/http/accept-header.ts';
import { STATISTICS_CSV_TYPE, toStatisticsCsv } from '#core/scans/csv.ts';
import { MAX_TAG_CODES } from '#core/scans/selection.ts';
import { findOldest, type ScanStatistics } from '#core/scans/statistics.ts';
import type { StatisticsProblem, StatisticsRequest } from '#service/scans/plan-statistics.ts';
import { readStatistics as readOf, type Statistics } from '#service/scans/read-statistics.ts';
import { readCodeId } from '../codes/read-code-id.ts';
import { type ApiError, codeNotDynamic, invalidFields, notFound } from '#contract/problems/api-error.ts';
import { toCodeStatistics } from './statistics.ts';
import { toFieldError } from '#contract/problems/api-phrases.ts';
import { REPEATABLE_STATISTICS, statsCsvQuery, statsQuery } from '#contract/scans/statistics.ts';
import { type ApiContext, operation } from '../operation.ts';

/** JSON, or its daily table as CSV if the caller asks for `text/csv`. */
export const getScanStatistics = operation({
  method: 'get',
  path: '/v1/qr/{id}/stats',
  find: readCodeId,
  query: statsQuery,
  repeatable: REPEATABLE_STATISTICS,
  async handle({ c, found: codeId, query }) {
    c.header('Vary', 'Accept');
    const isCsv = pickAccepted(c.req.header('Accept'), ['application/json', 'text/csv']) === 'text/csv';
    if (isCsv) refuseInCsv(query);
    const found = await findStatistics(c, { ...query, scope: { kind: 'code', codeId } });
    if (isCsv) return respondWithCsv(c, found);
    return toCodeStatistics(codeId, found, query.tz);
  },
});

/** The daily table. */
export const getScanStatisticsAsCsv = operation({
  method: 'get',
  path: '/v1/qr/{id}/stats.csv',
  find: readCodeId,
  query: statsCsvQuery,
  repeatable: REPEATABLE_STATISTICS,
  async handle({ c, found: codeId, query }) {
    const scope = { kind: 'code', codeId } as const;
    return respondWithCsv(c, await findStatistics(c, { ...query, scope, include: [] }));
  },
});

type Asked = Omit<StatisticsRequest, 'timeZone' | 'filters'> & z.output<typeof statsCsvQuery>;

/** Reads statistics, and states their age in the header `Age` (RFC 9111 §5.1). */
export async function findStatistics(
  c: ApiContext,
  { tz: timeZone, filter: filters, ...query }: Asked,
): Promise<Statistics> {
  const deps = c.get('deps');
  const found = await readOf(deps, c.get('account').id, { ...query, timeZone, filters });
  if (!found.ok) throw toStatisticsError(found.error);
  const ageMs = Math.max(0, deps.nowMs() - findOldest(found.value));
  c.header('Age', String(Math.floor(ageMs / 1_000)));
  return found.value;
}

function respondWithCsv(c: ApiContext, statistics: ScanStatistics): Response {
  return c.body(toStatisticsCsv(statistics), 200, { 'Content-Type': STATISTICS_CSV_TYPE });
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
