import type { CodeId } from '../core/code-id.ts';
import type { ListPosition } from '../core/list-position.ts';
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
import { findQrCode, listQrCodes, type QrCodeFilter } from '../storage/qr-codes.ts';
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

export interface QrCodePage {
  readonly codes: readonly CountedQrCode[];
  /** Where the next page starts; null on the last one. */
  readonly next: ListPosition | null;
}

/** A page of the account's codes, newest first. */
export async function readQrCodePage(
  deps: Dependencies,
  accountId: string,
  page: { readonly limit: number; readonly after: ListPosition | null; readonly filter: QrCodeFilter },
): Promise<QrCodePage> {
  // One more than asked for tells whether there is a next page.
  const found = await listQrCodes(deps.db, accountId, { ...page, limit: page.limit + 1 });
  const codes = found.slice(0, page.limit);
  const next = found.length > page.limit ? (codes.at(-1)?.position ?? null) : null;
  const scans = await countScans(deps, codes);
  return { codes: codes.map((code) => ({ code, scans: scans.get(code.codeId) ?? 0 })), next };
}

/** Codes that an export reads at a time: two queries for each 500 codes stay far below D1's limit for a request. */
const EXPORT_PAGE = 500;

/** All codes that the filter lets through, newest first, page by page as they are asked for. */
export async function* readAllQrCodes(
  deps: Dependencies,
  accountId: string,
  filter: QrCodeFilter,
): AsyncGenerator<readonly CountedQrCode[]> {
  let after: ListPosition | null = null;
  do {
    const page: QrCodePage = await readQrCodePage(deps, accountId, { limit: EXPORT_PAGE, after, filter });
    yield page.codes;
    after = page.next;
  } while (after !== null);
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
