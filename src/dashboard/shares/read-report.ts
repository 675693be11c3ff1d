import { type ScanPeriod, toLoggedPart } from '#core/scans/period.ts';
import type { Device } from '#core/scans/device.ts';
import type { ValueCount } from '#core/scans/scan.ts';
import type { Share, ShareSubject } from '#core/shares/share.ts';
import { readQrCode } from '#service/codes/read.ts';
import { readAccountScans } from '#service/scans/read-account-scans.ts';
import { readInZone, type ZoneProblem } from '#service/scans/read-in-zone.ts';
import { readScanStatistics } from '#service/scans/read-statistics.ts';
import { findTagName } from '#storage/shares/shares.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { readUsualZone } from '../frame/reader-zone.ts';
import { type ReportPeriod, readReportPeriod } from './report-period.ts';
import { nameSubject } from './words.ts';

/** The figures of a code, or of many codes together. */
export interface ReportFigures {
  readonly totalScans: number;
  /** Of many codes the visitors of each, added up; null where they are not known. */
  readonly uniqueScans: number | null;
  readonly byDay: readonly { readonly date: string; readonly scans: number }[];
  readonly byDevice: Readonly<Record<Device, number>>;
  /** Countries, and hours where it is a single day; null where they are not known. */
  readonly breakdowns: ReadonlyMap<string, readonly ValueCount[]> | null;
  readonly isEstimated: boolean;
  readonly asOfMs: number;
}

/** What a link to statistics shows. */
export interface Report {
  readonly title: string;
  readonly asked: ReportPeriod;
  /** The one that is shown. */
  readonly period: ScanPeriod;
  readonly isOfManyCodes: boolean;
  /** Why it has UTC days, where it does. */
  readonly zoneProblem: ZoneProblem | null;
  /** Scans of all time; null where only the period is known. */
  readonly lifetimeScans: number | null;
  /** Null where the scan log does not respond. */
  readonly figures: ReportFigures | null;
}

/** The report of a link in the period of the query; null where what it is about is gone. */
export async function readReport(c: DashboardContext, { subject, accountId }: Share): Promise<Report | null> {
  const query = new URL(c.req.url).searchParams;
  const asked = readReportPeriod(query, readUsualZone(c), c.get('deps').nowMs());
  return subject.kind === 'code'
    ? reportOnCode(c, accountId, subject, asked)
    : reportOnCodes(c, accountId, subject, asked);
}

/** The hours of a single day, and countries. */
function toRequest({ period }: ReportPeriod) {
  const { firstDay: from, lastDay: to, zone: timeZone } = period;
  const hour = from === to ? (['hour'] as const) : [];
  return { from, to, timeZone, include: ['country', ...hour] } as const;
}

async function reportOnCode(
  c: DashboardContext,
  accountId: string,
  subject: Extract<ShareSubject, { kind: 'code' }>,
  asked: ReportPeriod,
): Promise<Report | null> {
  const deps = c.get('deps');
  const counted = await readQrCode(deps, accountId, subject.codeId);
  if (!counted?.code.isDynamic) return null;
  const figures = await readOrNull(c, async () => {
    const found = await readScanStatistics(deps, accountId, subject.codeId, toRequest(asked));
    if (!found.ok) return null;
    const { statistics, period } = found.value;
    return { ...statistics, uniqueScans: toLoggedPart(period) ? statistics.uniqueScans : null };
  });
  return {
    ...{ asked, period: asked.period, isOfManyCodes: false, figures },
    title: nameSubject(subject, counted.code.title),
    zoneProblem: asked.isInUtcInstead ? 'old_days' : null,
    lifetimeScans: counted.scans,
  };
}

async function reportOnCodes(
  c: DashboardContext,
  accountId: string,
  subject: Exclude<ShareSubject, { kind: 'code' }>,
  asked: ReportPeriod,
): Promise<Report | null> {
  const deps = c.get('deps');
  const tag = subject.kind === 'tag' ? await findTagName(deps.db, accountId, subject.tagId) : null;
  if (subject.kind === 'tag' && tag === null) return null;
  const read = await readOrNull(c, async () => {
    const { include, ...days } = toRequest(asked);
    const { found, zoneProblem } = await readInZone(deps, days, (period) =>
      readAccountScans(deps, accountId, { ...period, include, tag: tag ?? undefined, isLenient: true }),
    );
    return found.ok ? { ...found.value, zoneProblem } : null;
  });
  return {
    ...{ asked, isOfManyCodes: true, lifetimeScans: null },
    title: nameSubject(subject, tag),
    period: read?.period ?? asked.period,
    zoneProblem: asked.isInUtcInstead ? 'old_days' : (read?.zoneProblem ?? null),
    figures: read && { ...read, asOfMs: read.countedAsOfMs },
  };
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
