import { say } from '#languages/say.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import type { Overview } from '#service/overview/read-overview.ts';
import { MAX_NEW_CODES } from '#core/scans/ranking.ts';
import { findDetailsStart, type ScanStatistics } from '#core/scans/statistics.ts';
import { FirstCode } from '../codes/form/first-code.tsx';
import { EditorsOnly } from '../frame/editors-only.tsx';
import type { Form } from '../frame/forms/form.ts';
import { formatCount } from '../frame/format-count.ts';
import { Minute } from '../frame/utc-time.tsx';
import type { Question } from '../scans/question.ts';
import { describeDays, formatAverage, formatFullDay, isOutdated, UTC_INSTEAD } from '../scans/words.ts';
import { Attention } from './attention.tsx';
import { Change } from './change.tsx';
import { Choices } from './choices.tsx';
import { toOverviewPath } from './query.ts';
import { PeriodSwitch } from '../scans/choice-fields.tsx';
import { ScansOverTime } from './over-time.tsx';
import { RankedCodes } from './ranked-codes.tsx';
import { WhoAndWhen } from './who-and-when.tsx';
import { Sparkline } from './sparkline.tsx';
import { toSeries } from '../scans/charts/series.ts';
import { LinkButton } from '../kit/buttons.tsx';
import { Figure, Figures } from '../kit/figures.tsx';
import { Notice, Problems } from '../kit/notice.tsx';
import { PageHead } from '../kit/page-head.tsx';

interface OverviewPageProps {
  readonly overview: Overview;
  readonly question: Question;
  /** In the requested zone, or the usual one. */
  readonly today: string;
  /** The parts of the address that were left out, one sentence each. */
  readonly problems: readonly string[];
  readonly tags: readonly string[];
  readonly nowMs: number;
  /** For an account without codes. */
  readonly firstForm: Form;
}

export function OverviewPage(props: OverviewPageProps) {
  const { overview } = props;
  if (overview.codeCount === 0 && overview.statistics.totalScans === 0)
    return <FirstCode form={props.firstForm} />;
  return <FilledOverview {...props} />;
}

function FilledOverview(props: OverviewPageProps) {
  const { overview, question, today, problems, tags, nowMs } = props;
  const { statistics, isTagUnknown } = overview;
  const { period } = statistics;
  const utcReason = question.isInUtc ? 'old_days' : statistics.sumsReason;
  return (
    <div class="overview report">
      <PageHead title="Overview">
        <PeriodSwitch {...{ period, today }} hrefOf={(days) => toOverviewPath(question, days)} />
        <EditorsOnly>
          <LinkButton
            kind="quiet"
            href={question.tag === undefined ? '/shares' : `/shares?tag=${encodeURIComponent(question.tag)}`}
          >
            Share
          </LinkButton>
        </EditorsOnly>
      </PageHead>
      <Problems problems={problems} />
      <Choices {...{ question, period, today, tags }} />
      {utcReason === null ? null : <Notice>{say(UTC_INSTEAD[utcReason])}</Notice>}
      {isTagUnknown ? (
        <Notice>No code has the tag {question.tag} any more. These figures are for all codes.</Notice>
      ) : null}
      <Scans {...{ overview, question, today, nowMs }} />
    </div>
  );
}

interface ScansProps {
  readonly overview: Overview;
  readonly question: Question;
  readonly today: string;
  readonly nowMs: number;
}

function Scans({ overview, question, today, nowMs }: ScansProps) {
  const { statistics, codes } = overview;
  const asOfMs = statistics.countedAsOfMs;
  return (
    <>
      <Totals {...{ overview, today }} />
      {!isOutdated(asOfMs, nowMs) ? null : (
        <p class="muted">
          {asOfMs === 0 ? null : (
            <>
              As of <Minute timeMs={asOfMs} />.{' '}
            </>
          )}
          Newer scans are not available right now. They are still being counted.
        </p>
      )}
      <Attention overview={overview} />
      <ScansOverTime statistics={statistics} nowMs={nowMs} />
      <WhoAndWhen statistics={statistics} question={question} nowMs={nowMs}>
        <RankedCodes codes={codes} isCompared={statistics.compared !== null} nowMs={nowMs} />
      </WhoAndWhen>
    </>
  );
}

function Totals({ overview, today }: Pick<ScansProps, 'overview' | 'today'>) {
  const { statistics, codeCount } = overview;
  const { totalScans, uniqueScans, compared, tag, byDay } = statistics;
  const { newCodes } = overview.codes;
  const detailsFrom = findDetailsStart(statistics.period);
  const during = describePeriod(statistics.period, today);
  const against = (now: number | null, before: number | null | undefined) =>
    now === null || before === null || before === undefined || !compared
      ? {}
      : {
          change: <Change now={now} before={before} />,
          note: `against ${formatCount(before)} ${describeBefore(compared.period)}`,
        };
  const visitors =
    detailsFrom !== null
      ? { note: `Known from ${detailsFrom} on` }
      : uniqueScans === null
        ? { note: 'Not known right now' }
        : against(uniqueScans, compared?.uniqueScans);
  const { stretches } = toSeries(statistics, null);
  return (
    <Figures>
      <Figure
        label={`Scans ${during}`}
        value={totalScans}
        {...against(totalScans, compared?.totalScans)}
        picture={<Sparkline values={stretches.map(({ scans }) => scans)} />}
      />
      <Figure label="Sum of each code’s visitors" value={uniqueScans} {...visitors} />
      {byDay.length === 1 ? null : <Average byDay={byDay} totalScans={totalScans} />}
      <Figure
        label={`New codes ${during}`}
        value={newCodes >= MAX_NEW_CODES ? '10,000 or more' : newCodes}
        note={tag === null ? `${formatCount(codeCount)} in total` : null}
      />
    </Figures>
  );
}

/** Beside the average, the day with the most scans, and the latest of equal ones. */
function Average({ byDay, totalScans }: Pick<ScanStatistics, 'byDay' | 'totalScans'>) {
  const busiest = byDay.reduce((most, day) => (day.scans >= most.scans ? day : most));
  const note =
    busiest.scans === 0 ? null : `at most ${formatCount(busiest.scans)}, on ${formatFullDay(busiest.date)}`;
  return <Figure label="Scans per day" value={formatAverage(totalScans / byDay.length)} note={note} />;
}

/** `on Sat, 14 Nov 2026` or `from 18 Sept to 17 Oct 2026` */
function describeBefore(before: ScanPeriod): string {
  return `${before.days.length === 1 ? 'on' : 'from'} ${describeDays(before)}`;
}

/** `in 30 days`, `today` or `on Sat, 21 Nov 2026` */
function describePeriod({ days, firstDay }: ScanPeriod, today: string): string {
  if (days.length > 1) return `in ${days.length} days`;
  return firstDay === today ? 'today' : `on ${formatFullDay(firstDay)}`;
}
