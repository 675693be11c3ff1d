import { readOverview } from '#service/overview/read-overview.ts';
import { toLocalDay } from '#core/scans/time-zone.ts';
import { toNewForm } from '../codes/form/new.tsx';
import { readKnownTags } from '../codes/tags/read-known-tags.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { readUsualZone } from '../frame/reader-zone.ts';
import { renderPage } from '../frame/render.tsx';
import { OverviewPage } from './page.tsx';
import { readOverviewQuestion } from './query.ts';

/** `GET /overview`: the first page of the dashboard. */
export async function showOverview(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const nowMs = deps.nowMs();
  const usualZone = readUsualZone(c);
  const { query, period, problems } = readOverviewQuestion(new URL(c.req.url).searchParams, usualZone, nowMs);
  const { compare, tag, from, range } = query;
  const days = from === undefined ? { range } : { from: period.firstDay, to: period.lastDay };
  const zone = query.timeZone ?? usualZone;
  const [overview, tags] = await Promise.all([
    readOverview(deps, c.get('person').account, {
      ...days,
      timeZone: zone,
      compare: compare ?? undefined,
      tag: tag ?? undefined,
    }),
    readKnownTags(c),
  ]);
  return renderPage(
    c,
    { title: 'Overview', section: 'Overview' },
    <OverviewPage
      {...{ overview, query, zone, problems, tags, nowMs }}
      period={overview.statistics.period}
      today={toLocalDay(nowMs, zone)}
      firstForm={toNewForm(c)}
    />,
  );
}
