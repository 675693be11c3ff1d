import type { CodeId } from '#core/codes/code-id.ts';
import type { Control } from '#core/control/control.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import type { Share, ShareSubject } from '#core/shares/share.ts';
import { withAllScans } from '#service/codes/read.ts';
import type { KnownStatistics } from '#service/scans/read-statistics.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { findTagName } from '#storage/shares/shares.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { readUsualZone } from '../frame/reader-zone.ts';
import { readFigures } from '../scans/read-figures.ts';
import { type ReportPeriod, readReportPeriod } from '../scans/sharing/report-period.ts';
import { nameSubject } from '../scans/sharing/words.ts';

/** The content of a link to statistics. */
export interface Report {
  readonly title: string;
  readonly asked: ReportPeriod;
  /** The period that is shown. */
  readonly period: ScanPeriod;
  readonly isOfManyCodes: boolean;
  /** What decides about scans of the code; null for many codes. */
  readonly control: Control | null;
  /** Scans of all time; null if only the period is known. */
  readonly lifetimeScans: number | null;
  /** Null if the scan log does not respond. */
  readonly statistics: KnownStatistics | null;
}

/** The report of a link for the period of the query; null if its subject no longer exists. */
export async function readReport(c: DashboardContext, { subject, accountId }: Share): Promise<Report | null> {
  const query = new URL(c.req.url).searchParams;
  const asked = readReportPeriod(query, readUsualZone(c), c.get('deps').nowMs());
  const scope = await findScope(c, accountId, subject);
  if (!scope) return null;
  const [title, found, counted] = await Promise.all([
    findTitle(c, accountId, scope),
    readFigures(c, { accountId, scope }, asked, ['source']),
    scope.kind === 'code' ? withAllScans(c.get('deps'), [scope.code]) : null,
  ]);
  if (title === null) return null;
  // The rest of the page stays if the scan log does not respond.
  const statistics = found.ok ? found.value : null;
  return {
    ...{ title, asked, statistics },
    lifetimeScans: counted?.[0]?.scans ?? null,
    period: statistics?.period ?? asked.period,
    isOfManyCodes: scope.kind !== 'code',
    control: scope.kind === 'code' ? scope.code.control : null,
  };
}

/** The subject of a link; a code with what it is now. */
type SharedScope =
  | { readonly kind: 'code'; readonly codeId: CodeId; readonly code: QrCode }
  | Exclude<ShareSubject, { readonly kind: 'code' }>;

/** Null if it is a code that no longer exists. */
export async function findScope(
  c: DashboardContext,
  accountId: string,
  subject: ShareSubject,
): Promise<SharedScope | null> {
  if (subject.kind !== 'code') return subject;
  const code = await findQrCode(c.get('deps').db, accountId, subject.codeId);
  return code?.isDynamic ? { ...subject, code } : null;
}

/** Null if it is a tag that no longer exists. */
export async function findTitle(
  c: DashboardContext,
  accountId: string,
  scope: SharedScope,
): Promise<string | null> {
  if (scope.kind === 'code') return nameSubject(scope, scope.code.title);
  if (scope.kind === 'account') return nameSubject(scope, null);
  const tag = await findTagName(c.get('deps').db, accountId, scope.tagId);
  return tag === null ? null : nameSubject(scope, tag);
}
