import type { CodeId } from '../core/code-id.ts';
import type { QrCode } from '../core/qr-code.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { ScanDimension } from '../core/scan-dimension.ts';
import {
  type PeriodProblem,
  type PeriodRequest,
  type ScanPeriod,
  toScanPeriod,
} from '../core/scan-period.ts';
import type { ScanStatistics } from '../core/scan.ts';
import { findQrCode, type ListPosition, listQrCodes, type QrCodeFilter } from '../storage/qr-codes.ts';
import type { Dependencies } from './dependencies.ts';

export interface CountedQrCode {
  readonly code: QrCode;
  /** Lifetime scans. */
  readonly scans: number;
}

/** One code of the account with its scans; null where the account has no such code. */
export async function readQrCode(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
): Promise<CountedQrCode | null> {
  const code = await findQrCode(deps.db, accountId, codeId);
  return code && withScans(deps, code);
}

export async function withScans(deps: Dependencies, code: QrCode): Promise<CountedQrCode> {
  const scans = await countScans(deps, [code]);
  return { code, scans: scans.get(code.codeId) ?? 0 };
}

/** A page of the account's codes, newest first, and where the next page starts (null on the last one). */
export async function readQrCodePage(
  deps: Dependencies,
  accountId: string,
  page: { readonly limit: number; readonly after: ListPosition | null; readonly filter: QrCodeFilter },
): Promise<{ readonly codes: CountedQrCode[]; readonly next: ListPosition | null }> {
  // One more than asked for tells whether there is a next page.
  const found = await listQrCodes(deps.db, accountId, { ...page, limit: page.limit + 1 });
  const codes = found.slice(0, page.limit);
  const last = codes.at(-1);
  const next =
    found.length > page.limit && last ? { createdAtMs: last.createdAtMs, codeId: last.codeId } : null;
  const scans = await countScans(deps, codes);
  return { codes: codes.map((code) => ({ code, scans: scans.get(code.codeId) ?? 0 })), next };
}

export interface StatisticsRequest extends PeriodRequest {
  readonly include: readonly ScanDimension[];
}

export type StatisticsProblem =
  | { readonly reason: 'not_found' }
  | { readonly reason: 'code_not_dynamic' }
  | { readonly reason: 'invalid_period'; readonly problems: readonly PeriodProblem[] };

export async function readScanStatistics(
  deps: Dependencies,
  accountId: string,
  codeId: CodeId,
  request: StatisticsRequest,
): Promise<Result<{ readonly period: ScanPeriod; readonly statistics: ScanStatistics }, StatisticsProblem>> {
  const code = await findQrCode(deps.db, accountId, codeId);
  if (!code) return err({ reason: 'not_found' });
  if (!code.isDynamic) return err({ reason: 'code_not_dynamic' });
  const period = toScanPeriod(request, deps.nowMs());
  if (!period.ok) return err({ reason: 'invalid_period', problems: period.error });
  const statistics = await deps.scans.readStatistics(codeId, period.value, request.include);
  return ok({ period: period.value, statistics });
}

/** Only dynamic codes are tracked: the others are not asked for. */
function countScans(deps: Dependencies, codes: readonly QrCode[]): Promise<Map<CodeId, number>> {
  return deps.scans.countScans(codes.filter((code) => code.isDynamic).map((code) => code.codeId));
}
