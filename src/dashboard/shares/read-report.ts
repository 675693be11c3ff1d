import { DEFAULT_SCAN_RANGE, SCAN_RANGES, type ScanRange } from '#core/scans/range.ts';
import type { Device } from '#core/scans/device.ts';
import type { ValueCount } from '#core/scans/scan.ts';
import type { Share, ShareSubject } from '#core/shares/share.ts';
import { readQrCode } from '#service/codes/read.ts';
import { readAccountStatistics } from '#service/scans/read-account-statistics.ts';
import { readScanStatistics } from '#service/scans/read-statistics.ts';
import { findTagName } from '#storage/shares/shares.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { nameSubject } from './words.ts';

/** The figures of a code, or of many codes together. */
export interface ReportFigures {
  readonly totalScans: number;
  /** Of many codes the visitors of each, added up; null where they are not known. */
  readonly uniqueScans: number | null;
  readonly byDay: readonly { readonly date: string; readonly scans: number }[];
  readonly byDevice: Readonly<Record<Device, number>>;
  /** Null where they are not known. */
  readonly countries: readonly ValueCount[] | null;
  readonly isEstimated: boolean;
  readonly asOfMs: number;
}

/** What a link to statistics shows. */
export interface Report {
  readonly title: string;
  readonly range: ScanRange;
  readonly isOfManyCodes: boolean;
  /** Scans of all time; null where only the period is known. */
  readonly lifetimeScans: number | null;
  /** Null where the scan log does not respond. */
  readonly figures: ReportFigures | null;
}

/** The report of a link in the period of the query; null where what it is about is gone. */
export async function readReport(c: DashboardContext, { subject, accountId }: Share): Promise<Report | null> {
  const asked = c.req.query('range');
  const range = SCAN_RANGES.find((known) => known === asked) ?? DEFAULT_SCAN_RANGE;
  return subject.kind === 'code'
    ? reportOnCode(c, accountId, subject, range)
    : reportOnCodes(c, accountId, subject, range);
}

async function reportOnCode(
  c: DashboardContext,
  accountId: string,
  subject: Extract<ShareSubject, { kind: 'code' }>,
  range: ScanRange,
): Promise<Report | null> {
  const deps = c.get('deps');
  const counted = await readQrCode(deps, accountId, subject.codeId);
  if (!counted?.code.isDynamic) return null;
  const figures = await readOrNull(c, async () => {
    const found = await readScanStatistics(deps, accountId, subject.codeId, { range, include: ['country'] });
    if (!found.ok) return null;
    const { statistics } = found.value;
    return { ...statistics, countries: statistics.breakdowns.get('country') ?? null };
  });
  const title = nameSubject(subject, counted.code.title);
  return { title, range, isOfManyCodes: false, lifetimeScans: counted.scans, figures };
}

async function reportOnCodes(
  c: DashboardContext,
  accountId: string,
  subject: Exclude<ShareSubject, { kind: 'code' }>,
  range: ScanRange,
): Promise<Report | null> {
  const deps = c.get('deps');
  const tag = subject.kind === 'tag' ? await findTagName(deps.db, accountId, subject.tagId) : null;
  if (subject.kind === 'tag' && tag === null) return null;
  const figures = await readOrNull(c, async () => {
    const request = { range, tag: tag ?? undefined, include: ['country'], isLenient: true } as const;
    const found = await readAccountStatistics(deps, accountId, request);
    if (!found.ok) return null;
    const { breakdowns, countedAsOfMs: asOfMs, ...statistics } = found.value;
    return { ...statistics, asOfMs, countries: breakdowns?.get('country') ?? null };
  });
  return { title: nameSubject(subject, tag), range, isOfManyCodes: true, lifetimeScans: null, figures };
}

/** The rest of a page stays where the scan log does not respond. */
async function readOrNull<T>(c: DashboardContext, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    c.get('deps').reportFailure('scan_statistics_failed', error);
    return null;
  }
}
