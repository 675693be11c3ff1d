import type { Context } from 'hono';
import { toPublicId } from '../../core/code-id.ts';
import { STATISTICS_CSV_TYPE, toStatisticsCsv } from '../../core/scan-csv.ts';
import { readScanStatistics } from '../../service/read-qr-codes.ts';
import type { AppEnv } from '../app.ts';
import { codeIdOf } from '../code-id-of.ts';
import { invalidFields } from '../errors.ts';
import { toStatisticsError } from '../problems.ts';
import { prefersCsv, toStatisticsResource } from '../scan-statistics.ts';
import { statsQuery } from '../schemas.ts';
import { readQuery, validate } from '../validation.ts';

/** `GET /v1/qr/{id}/stats`: JSON, or its daily table as CSV where the caller asks for `text/csv`. */
export async function readStatistics(c: Context<AppEnv>): Promise<Response> {
  const codeId = codeIdOf(c);
  const { tz: timeZone, ...query } = validate(statsQuery, readQuery(c.req.url));
  const isCsv = prefersCsv(c.req.header('Accept'));
  if (isCsv && query.include.length > 0) throw includeInCsv();

  const found = await readScanStatistics(c.get('deps'), c.get('account').id, codeId, { ...query, timeZone });
  if (!found.ok) throw toStatisticsError(found.error);
  const { period, statistics } = found.value;
  c.header('Vary', 'Accept');
  if (!isCsv) return c.json(toStatisticsResource(toPublicId(codeId), period, statistics, { timeZone }));
  return c.body(toStatisticsCsv(statistics), 200, { 'Content-Type': STATISTICS_CSV_TYPE });
}

function includeInCsv() {
  const message = '"include" is not possible in CSV, which holds the daily table alone: ask for JSON.';
  return invalidFields([{ field: 'include', code: 'conflict', message }]);
}
