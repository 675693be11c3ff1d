import type { Context } from 'hono';
import type { z } from 'zod';
import { type CodeId, toPublicId } from '#core/codes/code-id.ts';
import { pickAccepted } from '#core/accept-header.ts';
import { STATISTICS_CSV_TYPE, toStatisticsCsv } from '#core/scans/csv.ts';
import type { ScanStatistics } from '#core/scans/scan.ts';
import { readScanStatistics, type StatisticsProblem } from '#service/codes/read.ts';
import type { AppEnv } from '../app-env.ts';
import { readCodeId } from '../codes/read-code-id.ts';
import { type ApiError, codeNotDynamic, invalidFields, notFound } from '../errors.ts';
import { toStatisticsResource } from './statistics.ts';
import { statsCsvQuery, statsQuery } from '../contract/requests.ts';
import { readQuery, validateQuery } from '../contract/validation.ts';

/** `GET /v1/qr/{id}/stats`: JSON, or its daily table as CSV where the caller asks for `text/csv`. */
export async function readStatistics(c: Context<AppEnv>): Promise<Response> {
  const codeId = await readCodeId(c);
  const query = validateQuery(statsQuery, readQuery(c.req.url));
  c.header('Vary', 'Accept');
  const isCsv = pickAccepted(c.req.header('Accept'), ['application/json', 'text/csv']) === 'text/csv';
  if (isCsv && query.include.length > 0) throw includeInCsv();
  const { period, statistics, split, origin } = await read(c, codeId, query);
  if (isCsv) return respondWithCsv(c, statistics);
  return c.json(
    toStatisticsResource(toPublicId(codeId), period, statistics, { timeZone: query.tz, split, origin }),
  );
}

/** `GET /v1/qr/{id}/stats.csv`: the daily table. */
export async function readDailyTable(c: Context<AppEnv>): Promise<Response> {
  const codeId = await readCodeId(c);
  const query = validateQuery(statsCsvQuery, readQuery(c.req.url));
  const { statistics } = await read(c, codeId, { ...query, include: [] });
  return respondWithCsv(c, statistics);
}

/** Reads the statistics, and says in the header `Age` how old they are (RFC 9111 §5.1). */
async function read(
  c: Context<AppEnv>,
  codeId: CodeId,
  { tz: timeZone, ...query }: z.output<typeof statsQuery>,
) {
  const found = await readScanStatistics(c.get('deps'), c.get('account').id, codeId, { ...query, timeZone });
  if (!found.ok) throw toStatisticsError(found.error);
  const ageMs = Math.max(0, c.get('deps').nowMs() - found.value.statistics.asOfMs);
  c.header('Age', String(Math.floor(ageMs / 1_000)));
  return found.value;
}

function respondWithCsv(c: Context<AppEnv>, statistics: ScanStatistics): Response {
  return c.body(toStatisticsCsv(statistics), 200, { 'Content-Type': STATISTICS_CSV_TYPE });
}

function includeInCsv() {
  const message = '"include" does not work with CSV, which has the daily table only. Ask for JSON.';
  return invalidFields([{ field: 'include', code: 'conflict', message }]);
}

/** Turns a reason into an error of the contract. */
function toStatisticsError(problem: StatisticsProblem): ApiError {
  switch (problem.reason) {
    case 'not_found':
      return notFound();
    case 'code_not_dynamic':
      return codeNotDynamic('its scans are not tracked');
    case 'invalid_period':
      return invalidFields(
        problem.problems.map(({ field, code, message }) => ({
          field,
          code,
          message: `"${field}" ${message}`,
        })),
      );
  }
}
