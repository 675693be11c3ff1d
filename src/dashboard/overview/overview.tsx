import { COMPARISONS } from '#core/scans/period.ts';
import { DEFAULT_SCAN_RANGE, SCAN_RANGES } from '#core/scans/range.ts';
import { parseTag } from '#core/codes/tags.ts';
import { readOverview } from '#service/overview/read-overview.ts';
import { toNewForm } from '../codes/form/new.tsx';
import { readKnownTags } from '../codes/tags/read-known-tags.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { renderPage } from '../frame/render.tsx';
import { OverviewPage } from './page.tsx';
import type { OverviewQuery } from './query.ts';

/** `GET /overview`: the first page of the dashboard. */
export async function showOverview(c: DashboardContext): Promise<Response> {
  const query = readQuery(c);
  const deps = c.get('deps');
  const [overview, tags] = await Promise.all([
    readOverview(deps, c.get('person').account, { ...query, tag: query.tag ?? undefined }),
    readKnownTags(c),
  ]);
  return renderPage(
    c,
    { title: 'Overview', section: 'Overview' },
    <OverviewPage
      overview={overview}
      query={query}
      tags={tags}
      nowMs={deps.nowMs()}
      firstForm={toNewForm(c)}
    />,
  );
}

/** What is no choice of the page counts as not chosen. */
function readQuery(c: DashboardContext): OverviewQuery {
  const range = SCAN_RANGES.find((name) => name === c.req.query('range')) ?? DEFAULT_SCAN_RANGE;
  const compare = COMPARISONS.find((name) => name === c.req.query('compare')) ?? 'previous_period';
  const tag = parseTag(c.req.query('tag') ?? '');
  return { range, compare, tag: tag.ok ? tag.value : null };
}
