import type { ScanPeriod } from '#core/scans/period.ts';
import type { Share, ShareSubject } from '#core/shares/share.ts';
import { readQrCode } from '#service/codes/read.ts';
import type { AskedScope } from '#service/scans/plan-statistics.ts';
import { type KnownStatistics, readKnownStatistics } from '#service/scans/read-statistics.ts';
import { findTagName } from '#storage/shares/shares.ts';
import { isStorageFailure } from '#storage/unavailable.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { readUsualZone } from '../frame/reader-zone.ts';
import { type ReportPeriod, readReportPeriod } from './report-period.ts';
import { nameSubject } from './words.ts';

/** The content of a link to statistics. */
export interface Report {
  readonly title: string;
  readonly asked: ReportPeriod;
  /** The period that is shown. */
  readonly period: ScanPeriod;
  readonly isOfManyCodes: boolean;
  /** Scans of all time; null if only the period is known. */
  readonly lifetimeScans: number | null;
  /** Null if the scan log does not respond. */
  readonly statistics: KnownStatistics | null;
}

/** The report of a link for the period of the query; null if its subject no longer exists. */
export async function readReport(c: DashboardContext, { subject, accountId }: Share): Promise<Report | null> {
  const query = new URL(c.req.url).searchParams;
  const asked = readReportPeriod(query, readUsualZone(c), c.get('deps').nowMs());
  const found = await findSubject(c, accountId, subject);
  if (!found) return null;
  const { scope, name, lifetimeScans } = found;
  const statistics = await readScans(c, accountId, scope, asked);
  return {
    ...{ asked, lifetimeScans, statistics },
    title: nameSubject(subject, name),
    period: statistics?.period ?? asked.period,
    isOfManyCodes: subject.kind !== 'code',
  };
}

interface FoundSubject {
  readonly scope: AskedScope;
  readonly name: string | null;
  readonly lifetimeScans: number | null;
}

export async function findSubject(
  c: DashboardContext,
  accountId: string,
  subject: ShareSubject,
): Promise<FoundSubject | null> {
  const deps = c.get('deps');
  switch (subject.kind) {
    case 'account':
      return { scope: subject, name: null, lifetimeScans: null };
    case 'tag': {
      const tag = await findTagName(deps.db, accountId, subject.tagId);
      return tag === null ? null : { scope: { kind: 'tag', tag }, name: tag, lifetimeScans: null };
    }
    case 'code': {
      const counted = await readQrCode(deps, accountId, subject.codeId);
      if (!counted?.code.isDynamic) return null;
      return { scope: subject, name: counted.code.title, lifetimeScans: counted.scans };
    }
  }
}

/** The countries, and the hours of a single day. The rest of the page stays if the scan log does not respond. */
async function readScans(
  c: DashboardContext,
  accountId: string,
  scope: AskedScope,
  { period }: ReportPeriod,
): Promise<KnownStatistics | null> {
  const deps = c.get('deps');
  const { firstDay: from, lastDay: to, zone: timeZone } = period;
  const include = ['country' as const, ...(from === to ? ['hour' as const] : [])];
  try {
    const request = { scope, from, to, timeZone, include, filters: [] };
    const found = await readKnownStatistics(deps, accountId, request);
    return found.ok ? found.value : null;
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    deps.reportFailure('scan_statistics_failed', error);
    return null;
  }
}
