import type { ScanPeriod } from '#core/scans/period.ts';
import { say } from '#languages/say.ts';
import type { Statistics } from '#service/scans/read-statistics.ts';
import { Notice, Problems } from '../kit/notice.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { ShareDialog } from './sharing/share-dialog.tsx';
import { toShared } from './view.ts';
import { Answer } from './answer.tsx';
import { PeriodSwitch } from './filters/choice-fields.tsx';
import { Choices, DimensionSwitch } from './filters/choices.tsx';
import { type Question, toCsvQuery, toQuery } from './question.ts';
import type { Subject } from './subject.ts';
import { Uncounted } from './uncounted.tsx';
import { BY_DIMENSION, UTC_INSTEAD } from './words.ts';

export interface AnalyticsPageProps {
  readonly subject: Subject;
  /** The tags to choose from; null for the scans of one code. */
  readonly tags: readonly string[] | null;
  readonly question: Question;
  /** Null for people who may not share. */
  readonly sharing: Pick<Parameters<typeof ShareDialog>[0], 'shares' | 'id'> | null;
  readonly period: ScanPeriod;
  readonly today: string;
  /** The parts of the address that were left out, one sentence each. */
  readonly problems: readonly string[];
  /** Whether the days of the requested zone are unknown. */
  readonly isInUtcInstead: boolean;
  /** Null if nothing is known right now. */
  readonly statistics: Statistics | null;
  /** The text for that case. */
  readonly unavailable: string;
  readonly nowMs: number;
}

/** Everything about the scans of a code, or of many: any period, compared, filtered, and by each dimension. */
export function AnalyticsPage(props: AnalyticsPageProps) {
  const { subject, tags, question, period, today, problems, statistics, nowMs } = props;
  const { above, path } = subject;
  return (
    <div class="report analytics">
      <PageHead
        back={above === null ? undefined : { href: above.path, label: <bdi>{above.name}</bdi> }}
        title={subject.heading}
      >
        <PeriodSwitch {...{ period, today }} hasYesterday hrefOf={(days) => path + toQuery(question, days)} />
        {props.sharing === null ? null : (
          <ShareDialog
            {...props.sharing}
            what={toShared(subject.code?.codeId ?? null, question)}
            view={question}
          />
        )}
      </PageHead>
      <Uncounted control={subject.code?.control} />
      <Problems problems={problems} />
      <Choices {...{ subject, tags, question, period, today }} />
      {props.isInUtcInstead ? <Notice>{say(UTC_INSTEAD.old_days)}</Notice> : null}
      {statistics === null ? (
        <Notice>{props.unavailable}</Notice>
      ) : (
        <>
          <Answer
            {...{ question, statistics, path, nowMs }}
            visitors={subject.visitors}
            lists={<DimensionSwitch subject={subject} question={question} />}
          />
          <Files {...{ subject, question }} />
        </>
      )}
    </div>
  );
}

/** The same figures as tables for other programs. */
function Files({ subject: { csvPath }, question }: Pick<AnalyticsPageProps, 'subject' | 'question'>) {
  const { by } = question;
  return (
    <p class="on-screen files">
      {say('Download as CSV:')}{' '}
      <a href={csvPath + toCsvQuery(question, null)} download>
        {say('By day')}
      </a>{' '}
      <a href={csvPath + toCsvQuery(question, by)} download>
        {say(BY_DIMENSION[by])}
      </a>
    </p>
  );
}
