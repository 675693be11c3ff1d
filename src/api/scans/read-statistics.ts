import type { Context } from 'hono';
import type { FieldError } from '#contract/error-codes.ts';
import type { z } from 'zod';
import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { pickAccepted } from '#core/accept-header.ts';
import { STATISTICS_CSV_TYPE, toStatisticsCsv } from '#core/scans/csv.ts';
import type { PeriodProblem } from '#core/scans/period.ts';
import type { ScanStatistics } from '#core/scans/scan.ts';
import { readScanStatistics, type StatisticsProblem } from '#service/scans/read-statistics.ts';
import type { AppEnv } from '../app-env.ts';
import { readCodeId } from '../codes/read-code-id.ts';
import { type ApiError, codeNotDynamic, invalidFields, notFound } from '../errors.ts';
import { toStatisticsResource } from './statistics.ts';
import { REPEATABLE_STATISTICS, statsCsvQuery, statsQuery } from '#contract/statistics.ts';
import { readQuery, validateQuery } from '../validation.ts';

/** `GET /v1/qr/{id}/stats`: JSON, or its daily table as CSV where the caller asks for `text/csv`. */
export async function readStatistics(c: Context<AppEnv>): Promise<Response> {
  const codeId = await readCodeId(c);
  const query = validateQuery(statsQuery, readQuery(c.req.url, REPEATABLE_STATISTICS));
  c.header('Vary', 'Accept');
  const isCsv = pickAccepted(c.req.header('Accept'), ['application/json', 'text/csv']) === 'text/csv';
  if (isCsv) refuseInCsv(query);
  const found = await read(c, codeId, query);
  return isCsv
    ? respondWithCsv(c, found.statistics)
    : c.json(toStatisticsResource(toPublicId(codeId), found, query.tz));
}

/** `GET /v1/qr/{id}/stats.csv`: the daily table. */
export async function readDailyTable(c: Context<AppEnv>): Promise<Response> {
  const codeId = await readCodeId(c);
  const query = validateQuery(statsCsvQuery, readQuery(c.req.url, REPEATABLE_STATISTICS));
  const { statistics } = await read(c, codeId, { ...query, include: [] });
  return respondWithCsv(c, statistics);
}

/** Reads the statistics, and says in the header `Age` how old they are (RFC 9111 §5.1). */
async function read(
  c: Context<AppEnv>,
  codeId: CodeId,
  { tz: timeZone, filter: filters, ...query }: z.output<typeof statsQuery>,
) {
  const found = await readScanStatistics(c.get('deps'), c.get('account').id, codeId, {
    ...query,
    timeZone,
    filters,
  });
  if (!found.ok) throw toStatisticsError(found.error);
  const { statistics, compared } = found.value;
  const asOfMs = Math.min(statistics.asOfMs, compared?.asOfMs ?? Infinity);
  const ageMs = Math.max(0, c.get('deps').nowMs() - asOfMs);
  c.header('Age', String(Math.floor(ageMs / 1_000)));
  return found.value;
}

function respondWithCsv(c: Context<AppEnv>, statistics: ScanStatistics): Response {
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

/** Turns a reason into an error of the contract. */
function toStatisticsError(problem: StatisticsProblem): ApiError {
  switch (problem.reason) {
    case 'not_found':
      return notFound();
    case 'code_not_dynamic':
      return codeNotDynamic('its scans are not tracked');
    case 'invalid_period':
      return invalidFields(toPeriodErrors(problem.problems));
  }
}

export function toPeriodErrors(problems: readonly PeriodProblem[]): FieldError[] {
  return problems.map(({ field, code, message }) => ({ field, code, message: `"${field}" ${message}` }));
}
