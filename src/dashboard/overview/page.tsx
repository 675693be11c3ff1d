import { say, sayRich } from '#languages/say.ts';
import type { Overview } from '#service/overview/read-overview.ts';
import { FirstCode } from '../codes/form/first-code.tsx';
import { EditorsOnly } from '../frame/editors-only.tsx';
import type { Form } from '../frame/forms/form.ts';
import { Minute } from '../frame/utc-time.tsx';
import { askedZoneOf, type Question, toQuery } from '../scans/question.ts';
import { describeDays, isOutdated, UTC_INSTEAD } from '../scans/words.ts';
import { Attention } from './attention.tsx';
import { toOverviewPath } from './query.ts';
import { ChoicesForm, PeriodSwitch } from '../scans/filters/choice-fields.tsx';
import { Totals } from './totals.tsx';
import { ScansOverTime } from '../scans/charts/over-time.tsx';
import { RankedCodes } from './ranked-codes.tsx';
import { WhoAndWhen } from './who-and-when.tsx';
import { LinkButton } from '../kit/buttons.tsx';
import { Notice, Problems } from '../kit/notice.tsx';
import { PageHead } from '../kit/page-head.tsx';
import type { ScanPeriod } from '#core/scans/period.ts';

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
      <PageHead title={say('Overview')}>
        <PeriodSwitch {...{ period, today }} hrefOf={(days) => toOverviewPath(question, days)} />
        <EditorsOnly>
          <LinkButton kind="second" href={`/analytics${toQuery(question)}#share`}>
            {say('Share')}
          </LinkButton>
        </EditorsOnly>
      </PageHead>
      <Problems problems={problems} />
      <Choices {...{ question, period, today, tags }} />
      {utcReason === null ? null : <Notice>{say(UTC_INSTEAD[utcReason])}</Notice>}
      {isTagUnknown ? (
        <Notice>
          {sayRich('No code has the tag {tag} any more. These figures are for all codes.', {
            tag: <bdi>{question.tag}</bdi>,
          })}
        </Notice>
      ) : null}
      <Scans {...{ overview, question, today, nowMs }} />
    </div>
  );
}

type ScansProps = Pick<OverviewPageProps, 'overview' | 'question' | 'today' | 'nowMs'>;

function Scans({ overview, question, today, nowMs }: ScansProps) {
  const { statistics, codes } = overview;
  const asOfMs = statistics.countedAsOfMs;
  return (
    <>
      <Totals overview={overview} today={today} />
      {!isOutdated(asOfMs, nowMs) ? null : (
        <p class="muted">
          {asOfMs === 0 ? null : sayRich('As of {time}.', { time: <Minute timeMs={asOfMs} /> })}{' '}
          {say('Newer scans are not available right now. They are still being counted.')}
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

interface ChoicesProps {
  readonly question: Question;
  /** The period that is shown. */
  readonly period: ScanPeriod;
  /** In the requested zone, or the usual one. */
  readonly today: string;
  readonly tags: readonly string[];
}

/** The current choice on one line, and a form to change it. The form is closed, because it would fill a phone. */
function Choices({ question, period, today, tags }: ChoicesProps) {
  return (
    <details class="overview-choices">
      <summary>
        {describeDays(period)} · {period.zone}
        {question.tag === undefined ? null : (
          <>
            {' · '}
            <span dir="auto">{question.tag}</span>
          </>
        )}{' '}
        <span class="change">{say('Change')}</span>
      </summary>
      <ChoicesForm
        {...{ period, today }}
        action="/overview"
        zone={askedZoneOf(question)}
        tags={{ known: tags, chosen: question.tag }}
        compare={question.compare ?? 'none'}
      />
    </details>
  );
}
