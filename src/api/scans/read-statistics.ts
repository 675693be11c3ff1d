import type { Context } from 'hono';
import { toPublicId } from '#core/codes/code-id.ts';
import { pickAccepted } from '#core/accept-header.ts';
import { STATISTICS_CSV_TYPE, toStatisticsCsv } from '#core/scans/csv.ts';
import { readScanStatistics, type StatisticsProblem } from '#service/codes/read.ts';
import type { AppEnv } from '../app-env.ts';
import { readCodeId } from '../codes/read-code-id.ts';
import { type ApiError, codeNotDynamic, invalidFields, notFound } from '../errors.ts';
import { toStatisticsResource } from './statistics.ts';
import { statsQuery } from '../contract/requests.ts';
import { readQuery, validate } from '../contract/validation.ts';

/** `GET /v1/qr/{id}/stats`: JSON, or its daily table as CSV where the caller asks for `text/csv`. */
export async function readStatistics(c: Context<AppEnv>): Promise<Response> {
  const codeId = readCodeId(c);
  const { tz: timeZone, ...query } = validate(statsQuery, readQuery(c.req.url));
  const isCsv = pickAccepted(c.req.header('Accept'), ['application/json', 'text/csv']) === 'text/csv';
  if (isCsv && query.include.length > 0) throw includeInCsv();

  const found = await readScanStatistics(c.get('deps'), c.get('account').id, codeId, { ...query, timeZone });
  if (!found.ok) throw toStatisticsError(found.error);
  const { period, statistics, split } = found.value;
  c.header('Vary', 'Accept');
  // RFC 9111 §5.1: how old the figures are, in seconds.
  const ageMs = Math.max(0, c.get('deps').nowMs() - statistics.asOfMs);
  c.header('Age', String(Math.floor(ageMs / 1_000)));
  if (!isCsv)
    return c.json(toStatisticsResource(toPublicId(codeId), period, statistics, { timeZone, split }));
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
