import { withScans } from '#service/codes/read.ts';
import { findCode } from '../codes/find-code.ts';
import { BranchCounts } from '../control/branches.tsx';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { ScanFigures, ScanTotals } from './figures.tsx';
import { readAskedFigures, readCodeScans, toFigures } from './read-figures.ts';

/** `GET /codes/{id}/scans`: only the figures, for a live page. It fails if there are none, and the page keeps its figures. */
export async function showScans(c: DashboardContext): Promise<Response> {
  const code = await findCode(c);
  const asked = readAskedFigures(c);
  const [counted, statistics] = await Promise.all([
    withScans(c.get('deps'), code),
    readCodeScans(c, code, asked),
  ]);
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
