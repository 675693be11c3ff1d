import { toPrintedUrl } from '#core/links/printed-url.ts';
import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { DEFAULT_SCAN_RANGE, type ScanRange } from '#core/scans/range.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { FILTER_DIMENSIONS } from '#core/scans/filter.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { Statistics } from '#service/scans/read-statistics.ts';
import { hasBranches } from '../../scans/charts/branches.tsx';
import type { ScanFiguresProps } from '../../scans/figures.tsx';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { readUsualZone } from '../../frame/reader-zone.ts';
import { type Question, readQuestion, resolveQuestion, zoneOf } from '../../scans/question.ts';
import { readFigures } from '../../scans/read-figures.ts';
import { isOutdated } from '../../scans/words.ts';

/** What the figures of a code's page are asked for. */
interface AskedFigures {
  readonly range: ScanRange;
  readonly zone: TimeZone;
  /** The same as a question, of which the rest of the query is no part. */
  readonly question: Question;
  /** What the query requests but does not exist, one sentence each. */
  readonly problems: readonly string[];
}

/** The period and the time zone of the query, or the usual ones if it names none that exists. */
export function readAskedFigures(c: DashboardContext): AskedFigures {
  const query = new URL(c.req.url).searchParams;
  const { question: asked, problems } = readQuestion(query, FILTER_DIMENSIONS, readUsualZone(c));
  const range = asked.range ?? DEFAULT_SCAN_RANGE;
  const days = { range, from: undefined, to: undefined, compare: undefined };
  const question: Question = { ...asked, ...days, filters: [], by: 'country' };
  return { range, zone: zoneOf(question), question, problems };
}

/** The statistics of a code, by country; null for a static code, and while the scan log does not respond. */
export async function findCodeScans(
  c: DashboardContext,
  code: QrCode,
  { question }: AskedFigures,
): Promise<Statistics | null> {
  if (!code.isDynamic) return null;
  const { codeId, control } = code;
  const asker = { accountId: c.get('person').account.id, scope: { kind: 'code', codeId, code } } as const;
  const resolved = resolveQuestion(question, c.get('deps').nowMs());
  const found = await readFigures(c, asker, resolved, hasBranches(control) ? ['rule', 'variant'] : []);
  return found.ok ? found.value : null;
}

/** The content of the figures; with `statistics` null, only what is known without the scan log. */
export function toFigures(
  c: DashboardContext,
  { code, scans }: CountedQrCode,
  { range, zone }: AskedFigures,
  statistics: Statistics | null,
): ScanFiguresProps {
  const deps = c.get('deps');
  const shortUrl = toPrintedUrl(deps.shortUrlBase, code);
  const isOld = statistics !== null && isOutdated(statistics.countedAsOfMs, deps.nowMs());
  const analyticsPath = `/codes/${toPublicId(code.codeId)}/analytics`;
  return {
    ...{ range, zone, analyticsPath, shortUrl, lifetimeScans: scans, statistics },
    isCounted: !code.control?.isUncounted,
    isOutdated: isOld,
  };
}
