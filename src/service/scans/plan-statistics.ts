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
  type PeriodRequest,
  type Periods,
  toPeriods,
  toScanPeriod,
} from '#core/scans/period.ts';
import { MAX_TAG_CODES, type ScanScope } from '#core/scans/selection.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { findTags } from '#storage/codes/tags.ts';
import { listScannedCodes } from '#storage/scans/rank-codes.ts';
import type { Dependencies } from '../dependencies.ts';

/** Whose scans to count. A tag may be named in any spelling. */
export type AskedScope =
  | { readonly kind: 'code'; readonly codeId: CodeId }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'account' };

export interface StatisticsRequest extends PeriodRequest {
  readonly scope: AskedScope;
  readonly include: readonly ScanDimension[];
  readonly compare?: Comparison | undefined;
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
}

/** Checks a request for statistics. */
export async function planStatistics(
  deps: Dependencies,
  accountId: string,
  request: StatisticsRequest,
  isLenient: boolean,
): Promise<Result<StatisticsPlan, StatisticsProblem>> {
  const period = toScanPeriod(request, deps.nowMs());
  const isOfCode = request.scope.kind === 'code';
  if (!period.ok && !isOfCode) return err({ reason: 'invalid_period', problems: period.error });
  const found = await findScope(deps, accountId, request.scope);
  if (!found.ok) return found;
  if (!period.ok) return err({ reason: 'invalid_period', problems: period.error });
  const fields = listTooMuch(found.value.scope, hasUtcDays(period.value), request, isLenient);
  if (fields.length > 0) return err({ reason: 'tag_too_large', fields });
  const periods = toPeriods(period.value, request);
  if (!periods.ok) return err({ reason: 'invalid_period', problems: periods.error });
  return ok({ ...found.value, ...periods.value, request, isLenient });
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
      const code = await findQrCode(db, accountId, asked.codeId);
      if (!code) return err({ reason: 'not_found' });
      if (!code.isDynamic) return err({ reason: 'code_not_dynamic' });
      return ok({ scope: { kind: 'code', accountId, codeId: code.codeId }, code, tag: null });
    }
    case 'tag': {
      const key = toTagKey(asked.tag);
      const tag = (await findTags(db, accountId, [key])).get(key);
      if (!tag) return err({ reason: 'tag_not_found' });
      const scope = { kind: 'tag', accountId, tagId: tag.id, codeIds: null } as const;
      const codeIds = await listScannedCodes(db, scope, '', MAX_TAG_CODES);
      return ok({ scope: { ...scope, codeIds }, code: null, tag: tag.name });
    }
  }
}

/** The parameters that a large tag does not support. */
function listTooMuch(
  scope: ScanScope,
  isOfUtcDays: boolean,
  { include, filters }: StatisticsRequest,
  isLenient: boolean,
): ('include' | 'tz' | 'filter')[] {
  if (scope.kind !== 'tag' || scope.codeIds !== null) return [];
  return [
    ...(include.length > 0 && !isLenient ? ['include' as const] : []),
    ...(isOfUtcDays ? [] : ['tz' as const]),
    ...(filters.length > 0 ? ['filter' as const] : []),
  ];
}
