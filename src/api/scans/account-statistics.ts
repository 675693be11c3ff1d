import { type Context, Hono } from 'hono';
import { MAX_TAG_CODES } from '#core/scans/account-dimension.ts';
import type { z } from 'zod';
import { toPublicId } from '#core/codes/code-id.ts';
import type { AccountDimension } from '#core/scans/account-dimension.ts';
import { HOURS_OF_DAY } from '#core/scans/dimension.ts';
import type { ValueCount } from '#core/scans/scan.ts';
import { formatScanFilter } from '#core/scans/filter.ts';
import {
  type AccountScans,
  type AccountStatisticsProblem,
  readAccountScans,
} from '#service/scans/read-account-scans.ts';
import {
  type AccountStatistics,
  readAccountStatistics,
  type ShownCode,
} from '#service/scans/read-account-statistics.ts';
import type { AppEnv } from '../app-env.ts';
import { type accountStatistics, accountStatsQuery } from '#contract/account-statistics.ts';
import { REPEATABLE_STATISTICS } from '#contract/statistics.ts';
import { readQuery, validateQuery } from '../validation.ts';
import { ApiError, invalidFields } from '../errors.ts';
import { allowOnly } from '../middleware/allow-only.ts';
import { toPeriodErrors } from './read-statistics.ts';
import { toComparedResource } from './statistics.ts';

/** `/v1/stats` */
export const accountStatisticsRoutes = new Hono<AppEnv>()
  .get('/', showStatistics)
  .all('/', allowOnly('GET, HEAD'));

async function showStatistics(c: Context<AppEnv>): Promise<Response> {
  const {
    tz: timeZone,
    filter: filters,
    ...query
  } = validateQuery(accountStatsQuery, readQuery(c.req.url, REPEATABLE_STATISTICS));
  const deps = c.get('deps');
  const accountId = c.get('account').id;
  const request = { ...query, timeZone };
  const found =
    filters.length > 0
      ? await readAccountScans(deps, accountId, { ...request, filters })
      : await readAccountStatistics(deps, accountId, request);
  if (!found.ok) throw toError(found.error);
  const { countedAsOfMs, detailsAsOfMs } = found.value;
  // RFC 9111 §5.1: how old the oldest of the figures are.
  const ageMs = deps.nowMs() - Math.min(countedAsOfMs, detailsAsOfMs ?? countedAsOfMs);
  c.header('Age', String(Math.floor(Math.max(0, ageMs) / 1_000)));
  return c.json(toResource(found.value, timeZone));
}

function toResource(
  scans: AccountScans | AccountStatistics,
  timeZone: string | undefined,
): z.output<typeof accountStatistics> {
  const { compared, detailsFrom, tag, filters } = scans;
  return {
    total_scans: scans.totalScans,
    unique_scans: scans.uniqueScans,
    range: scans.period.name,
    by_day: [...scans.byDay],
    by_device: scans.byDevice,
    ...(scans.isEstimated ? { estimated: true as const } : {}),
    ...(detailsFrom === null ? {} : { details_from: detailsFrom }),
    ...(timeZone === undefined ? {} : { tz: timeZone }),
    ...(tag === null ? {} : { tag }),
    ...(filters.length > 0 ? { filter: filters.map(formatScanFilter) } : {}),
    ...(compared ? { compare: toComparedResource(compared, [...(scans.breakdowns?.keys() ?? [])]) } : {}),
    ...('newCodes' in scans ? toCodes(scans) : {}),
    ...Object.fromEntries(
      [...(scans.breakdowns ?? [])].map(([dimension, values]) => [
        `by_${dimension}`,
        values.map((value) => toValueItem(dimension, value)),
      ]),
    ),
  };
}

function toCodes({ newCodes, top, rising, falling, codesAsOfMs }: AccountStatistics) {
  return {
    new_codes: newCodes,
    top_codes: top.map(toRankedCode),
    rising_codes: rising.map(toRankedCode),
    falling_codes: falling.map(toRankedCode),
    codes_as_of: codesAsOfMs === null ? null : new Date(codesAsOfMs).toISOString(),
  };
}

function toRankedCode({ codeId, code, scans, scansBefore }: ShownCode) {
  return { id: toPublicId(codeId), title: code.title, scans, scans_before: scansBefore };
}

function toValueItem(dimension: AccountDimension, { value, scans }: ValueCount) {
  if (dimension !== 'week_hour') return { [dimension]: dimension === 'hour' ? Number(value) : value, scans };
  const hour = Number(value);
  return { weekday: Math.floor(hour / HOURS_OF_DAY) + 1, hour: hour % HOURS_OF_DAY, scans };
}

/** Turns a reason into an error of the contract. */
function toError(problem: AccountStatisticsProblem): ApiError {
  switch (problem.reason) {
    case 'invalid_period':
      return invalidFields(toPeriodErrors(problem.problems));
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
    case 'being_counted':
      return new ApiError('unavailable', 'The scans are being counted. Ask again in a minute.');
  }
}
