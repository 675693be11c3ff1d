import type { CodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { toTagKey } from '#core/codes/tags.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { ScanDimension } from '#core/scans/dimension.ts';
import type { ScanFilter } from '#core/scans/filter.ts';
import {
  type Comparison,
  hasUtcDays,
  type PeriodProblem,
  type Periods,
  type ScanPeriod,
  toPeriods,
} from '#core/scans/period.ts';
import { MAX_TAG_CODES, type ScanScope } from '#core/scans/selection.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { findTagOfCodes } from '#storage/scans/rank-codes.ts';
import type { Dependencies } from '../dependencies.ts';

/** Whose scans to count: a code by its id, or as the caller has just read it; a tag by its name in any spelling, or by its id. */
export type AskedScope =
  | { readonly kind: 'code'; readonly codeId: CodeId; readonly code?: QrCode }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'tag'; readonly tagId: number }
  | { readonly kind: 'account' };

export interface StatisticsRequest {
  readonly scope: AskedScope;
  readonly period: ScanPeriod;
  readonly include: readonly ScanDimension[];
  readonly compare?: Comparison | undefined;
  /** Whether the values are also counted in the period that this one is compared with, and not only its hours. */
  readonly comparesValues?: boolean;
  /** For several codes never by rule or variant, which have meaning only within one code. */
  readonly filters: readonly ScanFilter[];
  /** Whether to rank the most scanned of several codes. Never with filters: codes are ranked by their daily sums. */
  readonly ranksCodes?: boolean;
}

export type StatisticsProblem =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'code_not_dynamic' }
  | { readonly reason: 'tag_not_found' }
  | { readonly reason: 'tag_too_large'; readonly fields: readonly ('include' | 'tz' | 'filter')[] }
  | { readonly reason: 'invalid_period'; readonly problems: readonly PeriodProblem[] };

/** The scope as found in the database. */
interface FoundScope {
  readonly scope: ScanScope;
  /** The code, if the scope is one code. */
  readonly code: QrCode | null;
  /** The tag in the spelling of its first use, if the scope is a tag. */
  readonly tag: string | null;
}

/** The queries for the stores. */
export interface StatisticsPlan extends FoundScope, Periods {
  readonly request: StatisticsRequest;
  /** Whether data that only the log of single scans has may be missing. */
  readonly isLenient: boolean;
  /** The time of the daily sums, once they are up to date. */
  readonly refreshed: Promise<number>;
}

/** Checks a request for statistics. */
export async function planStatistics(
  deps: Dependencies,
  accountId: string,
  request: StatisticsRequest,
  isLenient: boolean,
): Promise<Result<StatisticsPlan, StatisticsProblem>> {
  const refreshed = refreshDays(deps, accountId, request);
  const found = await findScope(deps, accountId, request.scope);
  if (!found.ok) return found;
  const fields = listTooMuch(found.value.scope, request, isLenient);
  if (fields.length > 0) return err({ reason: 'tag_too_large', fields });
  const periods = toPeriods(request.period, request);
  if (!periods.ok) return err({ reason: 'invalid_period', problems: periods.error });
  return ok({ ...found.value, ...periods.value, request, isLenient, refreshed });
}

/**
 * Brings several codes' daily sums up to date and gives their time. Filtered scans, and those of a single code, are counted in the log. It
 * needs no scope, and so runs while that is looked up; if there is none, it ends after the response.
 */
function refreshDays(deps: Dependencies, accountId: string, { scope, filters }: StatisticsRequest) {
  if (scope.kind === 'code' || filters.length > 0) return Promise.resolve(deps.nowMs());
  const refreshed = deps.scans.refreshDays(accountId);
  const ignore = () => undefined;
  deps.afterResponse(refreshed.then(ignore, ignore));
  return refreshed;
}

async function findScope(
  { db }: Dependencies,
  accountId: string,
  asked: AskedScope,
): Promise<Result<FoundScope, StatisticsProblem>> {
  switch (asked.kind) {
    case 'account':
      return ok({ scope: { kind: 'account', accountId }, code: null, tag: null });
    case 'code': {
      const code = asked.code ?? (await findQrCode(db, accountId, asked.codeId));
      if (!code) return err({ reason: 'not_found' });
      if (!code.isDynamic) return err({ reason: 'code_not_dynamic' });
      return ok({ scope: { kind: 'code', accountId, codeId: code.codeId }, code, tag: null });
    }
    case 'tag': {
      const name = 'tag' in asked ? { key: toTagKey(asked.tag) } : { id: asked.tagId };
      const tag = await findTagOfCodes(db, accountId, name, MAX_TAG_CODES);
      if (!tag) return err({ reason: 'tag_not_found' });
      const { id: tagId, codeIds } = tag;
      return ok({ scope: { kind: 'tag', accountId, tagId, codeIds }, code: null, tag: tag.name });
    }
  }
}

/** The parameters that a large tag does not support. */
function listTooMuch(
  scope: ScanScope,
  { include, filters, period }: StatisticsRequest,
  isLenient: boolean,
): ('include' | 'tz' | 'filter')[] {
  if (scope.kind !== 'tag' || scope.codeIds !== null) return [];
  return [
    ...(include.length > 0 && !isLenient ? ['include' as const] : []),
    ...(hasUtcDays(period) ? [] : ['tz' as const]),
    ...(filters.length > 0 ? ['filter' as const] : []),
  ];
}
