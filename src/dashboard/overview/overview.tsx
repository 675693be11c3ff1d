import { say } from '#languages/say.ts';
import { readOverview } from '#service/overview/read-overview.ts';
import { toLocalDay } from '#core/scans/time-zone.ts';
import { toNewForm } from '../codes/form/new.tsx';
import { listKnownTags } from '#service/codes/tags.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { readUsualZone } from '../frame/reader-zone.ts';
import { renderPage } from '../frame/render.tsx';
import { askedZoneOf, toComparison } from '../scans/question.ts';
import { OverviewPage } from './page.tsx';
import { readOverviewQuestion } from './query.ts';

/** `GET /overview`: the first page of the dashboard. */
export async function showOverview(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const nowMs = deps.nowMs();
  const query = new URL(c.req.url).searchParams;
  const { question, period, problems } = readOverviewQuestion(query, readUsualZone(c), nowMs);
  const [overview, tags] = await Promise.all([
    readOverview(deps, c.get('person').account, {
      period,
      compare: toComparison(question),
      tag: question.tag,
    }),
    listKnownTags(c.get('deps'), c.get('person').account.id),
  ]);
  return renderPage(
    c,
    { title: say('Overview'), section: 'Overview' },
    <OverviewPage
      {...{ overview, question, problems, tags, nowMs }}
      today={toLocalDay(nowMs, askedZoneOf(question))}
      firstForm={toNewForm(c)}
    />,
  );
}
