import { SCAN_RANGES } from '#core/scans/range.ts';
import type { Overview } from '#service/overview/read-overview.ts';
import type { AccountStatistics } from '#service/scans/read-account-statistics.ts';
import { FirstCode } from '../codes/form/first-code.tsx';
import { EditorsOnly } from '../frame/editors-only.tsx';
import type { Form } from '../frame/form.ts';
import { formatCount } from '../frame/format-count.ts';
import { Minute } from '../frame/utc-time.tsx';
import { RANGE_NAMES } from '../scans/words.ts';
import { Attention, countNeeds } from './attention.tsx';
import { Change } from './change.tsx';
import { LineChart } from './line-chart.tsx';
import { type OverviewQuery, toOverviewPath } from './query.ts';
import { RankedCodes } from './ranked-codes.tsx';
import { WhoAndWhen } from './who-and-when.tsx';

interface OverviewPageProps {
  readonly overview: Overview;
  readonly query: OverviewQuery;
  readonly tags: readonly string[];
  readonly nowMs: number;
  /** For an account without codes. */
  readonly firstForm: Form;
}

/** Figures are asked for again after half a minute: older ones mean that the log of scans fails, or that there are very many. */
const OUTDATED_AFTER_MS = 60_000;

export function OverviewPage(props: OverviewPageProps) {
  const { overview } = props;
  if (overview.codes === 0 && (overview.statistics?.totalScans ?? 0) === 0)
    return <FirstCode form={props.firstForm} />;
  return <Figures {...props} />;
}

function Figures({ overview, query, tags, nowMs }: OverviewPageProps) {
  const { statistics, isTagUnknown } = overview;
  return (
    <div class="overview">
      <div class="page-head">
        <h1>Overview</h1>
        <Ranges query={query} />
      </div>
      <Choices query={query} tags={tags} />
      {isTagUnknown ? (
        <p class="notice">No code has the tag {query.tag} any more. These are the figures of all codes.</p>
      ) : null}
      {statistics === null ? (
        <p class="notice">
          After an upgrade, the scans of all codes are being added up. Please come back in ten minutes. Each
          code shows its own scans meanwhile.
        </p>
      ) : (
        <Scans overview={overview} statistics={statistics} query={query} nowMs={nowMs} />
      )}
      <Attention overview={overview} />
      <EditorsOnly>
        <p>
          <a href={query.tag === null ? '/shares' : `/shares?tag=${encodeURIComponent(query.tag)}`}>
            Share these statistics
          </a>{' '}
          with people who have no account.
        </p>
      </EditorsOnly>
    </div>
  );
}

function Ranges({ query }: { readonly query: OverviewQuery }) {
  return (
    <nav class="range-switch" aria-label="Period">
      <ul>
        {SCAN_RANGES.map((range) => (
          <li>
            <a
              href={toOverviewPath({ ...query, range })}
              aria-current={range === query.range ? 'true' : undefined}
            >
              {RANGE_NAMES[range]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Works without a script: a form that leads to the address of what was chosen. */
function Choices({ query, tags }: { readonly query: OverviewQuery; readonly tags: readonly string[] }) {
  const known = query.tag === null || tags.includes(query.tag) ? tags : [query.tag, ...tags];
  return (
    <form class="choices" method="get" action="/overview">
      <input type="hidden" name="range" value={query.range} />
      {known.length === 0 ? null : (
        <label>
          Codes
          <select name="tag">
            <option value="">All codes</option>
            {known.map((tag) => (
              <option value={tag} selected={tag === query.tag}>
                {`Tag ${tag}`}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        Compare with
        <select name="compare">
          <option value="previous_period">the days before</option>
          <option value="previous_year" selected={query.compare === 'previous_year'}>
            the year before
          </option>
        </select>
      </label>
      <button type="submit" class="secondary outline">
        Show
      </button>
    </form>
  );
}

interface ScansProps {
  readonly overview: Overview;
  readonly statistics: AccountStatistics;
  readonly query: OverviewQuery;
  readonly nowMs: number;
}

function Scans({ overview, statistics, query, nowMs }: ScansProps) {
  const asOfMs = statistics.countedAsOfMs;
  return (
    <>
      <Totals overview={overview} statistics={statistics} query={query} />
      {nowMs - asOfMs <= OUTDATED_AFTER_MS ? null : (
        <p class="muted">
          {asOfMs === 0 ? null : (
            <>
              As of <Minute timeMs={asOfMs} />.{' '}
            </>
          )}
          Newer scans are not available right now. They are still being counted.
        </p>
      )}
      <LineChart statistics={statistics} />
      <RankedCodes statistics={statistics} nowMs={nowMs} />
      <WhoAndWhen statistics={statistics} nowMs={nowMs} />
    </>
  );
}

function Totals({ overview, statistics, query }: Omit<ScansProps, 'nowMs'>) {
  const { totalScans, uniqueScans, detailsFrom, compared, newCodes, tag } = statistics;
  const needs = countNeeds(overview);
  const period = RANGE_NAMES[query.range];
  const before = query.compare === 'previous_year' ? 'the year before' : `the ${period} before`;
  const isComparable =
    detailsFrom === null && uniqueScans !== null && (compared?.uniqueScans ?? null) !== null;
  return (
    <dl class="totals">
      <div>
        <dt>{`Scans in ${period}`}</dt>
        <dd>{formatCount(totalScans)}</dd>
        <dd class="change">
          <Change now={totalScans} before={compared?.totalScans ?? 0} than={before} />
        </dd>
      </div>
      <div>
        <dt>Visitors of each code, added up</dt>
        <dd>{uniqueScans === null ? '–' : formatCount(uniqueScans)}</dd>
        <dd class="change">
          {detailsFrom !== null ? (
            `Known from ${detailsFrom} on`
          ) : uniqueScans === null ? (
            'Not known right now'
          ) : isComparable ? (
            <Change now={uniqueScans} before={compared?.uniqueScans ?? 0} than={before} />
          ) : null}
        </dd>
      </div>
      <div>
        <dt>{`New codes in ${period}`}</dt>
        <dd>{newCodes >= 10_000 ? '10,000 or more' : formatCount(newCodes)}</dd>
        <dd class="change">{tag === null ? `${formatCount(overview.codes)} in all` : null}</dd>
      </div>
      <div>
        <dt>Needs attention</dt>
        <dd>
          {needs === 0 ? 'Nothing' : <a href="#attention">{needs === 1 ? '1 thing' : `${needs} things`}</a>}
        </dd>
        <dd class="change">Of all codes</dd>
      </div>
    </dl>
  );
}
