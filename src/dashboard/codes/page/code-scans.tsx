import { toPublicId } from '#core/codes/code-id.ts';
import { nameCode } from '#core/codes/name-code.ts';
import { say } from '#languages/say.ts';
import { withAllScans, withScans } from '#service/codes/read.ts';
import { notAvailable, pageNotFound } from '../../frame/page-error.ts';
import { downloadStatistics, showStatistics } from '../../scans/analytics.tsx';
import { chooseFilterOf } from '../../scans/filters/choose-filter.tsx';
import { toCodeSubject } from '../../scans/subject.ts';
import { findCode } from '../find-code.ts';
import { BranchCounts } from '../../scans/charts/branches.tsx';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { ScanFigures, ScanTotals } from '../../scans/figures.tsx';
import { findCodeScans, readAskedFigures, toFigures } from './read-code-figures.ts';

/** `GET /codes/{id}/scans`: only the figures, for a live page. It fails if there are none, and the page keeps its figures. */
export async function showScans(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  if (!code.isDynamic) throw pageNotFound();
  const asked = readAskedFigures(c);
  const [counted, statistics] = await Promise.all([
    withScans(c.get('deps'), code),
    findCodeScans(c, code, asked),
  ]);
  if (statistics === null) throw notAvailable();
  const figures = toFigures(c, counted, asked, statistics);
  return c.html(
    <>
      <div hidden>
        <ScanTotals {...figures} />
        <BranchCounts control={code.control} statistics={figures.statistics} />
      </div>
      <ScanFigures {...figures} />
    </>,
  );
}

/** `GET /codes/{id}/analytics`: a code's scans, as the address requests. */
export async function showAnalytics(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  if (!code.isDynamic) throw pageNotFound();
  const texts = { title: say('Scans of {code}', { code: nameCode(code) }), section: 'Codes' } as const;
  return showStatistics(c, toCodeSubject(code), texts, async () => {
    const [counted] = await withAllScans(c.get('deps'), [code]);
    return say(
      'The figures are not available right now. Scans are still being counted: {scans, plural, one {# scan} other {# scans}} in all at the last count. Please try again in a moment.',
      { scans: counted?.scans ?? 0 },
    );
  });
}

/** `GET /codes/{id}/analytics/filter?dimension=`: the values of a dimension, to filter a code's scans by one of them. */
export async function chooseFilter(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  if (!code.isDynamic) throw pageNotFound();
  return chooseFilterOf(c, toCodeSubject(code), 'Codes');
}

/** `GET /codes/{id}/scans.csv` */
export async function downloadScans(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  return downloadStatistics(c, toCodeSubject(code), () => [code.title, toPublicId(code.codeId)]);
}
