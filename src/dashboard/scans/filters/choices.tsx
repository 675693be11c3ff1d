import type { ScanPeriod } from '#core/scans/period.ts';
import { say } from '#languages/say.ts';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Switch } from '../../kit/choices/switch.tsx';
import { SavedViews } from '../../views/saved-views.tsx';
import { ChoicesForm } from './choice-fields.tsx';
import { askedZoneOf, listParameters, type Question, toQuery } from '../question.ts';
import type { Subject } from '../subject.ts';
import { Filters } from './filters.tsx';
import { describeDays, DIMENSION_NAMES } from '../words.ts';

interface AboutProps {
  readonly subject: Subject;
  readonly question: Question;
}

interface ChoicesProps extends AboutProps {
  /** Null for the scans of one code. */
  readonly tags: readonly string[] | null;
  readonly period: ScanPeriod;
  /** In the period's zone. */
  readonly today: string;
}

/**
 * The choice of scans. The address contains all of it, so that it works without a script, and can be bookmarked and shared. What is chosen
 * seldom is closed, because its fields would fill a phone.
 */
export function Choices({ subject, tags, question, period, today }: ChoicesProps) {
  const { path } = subject;
  return (
    <div>
      <div class="scan-filters cluster">
        <Filters {...{ subject, question, tags }} />
        <SavedViews />
        <a id="page-link" href={path + toQuery(question)} hidden />
        <CopyButton of="page-link" what={say('Copy link')} />
      </div>
      <details class="overview-choices">
        <summary>
          {[describeDays(period), period.zone].join(' · ')}{' '}
          <span class="change">{say('Change or compare')}</span>
        </summary>
        <ChoicesForm
          {...{ period, today }}
          action={path}
          zone={askedZoneOf(question)}
          compare={question.compare ?? 'none'}
          kept={listParameters(question).filter(([name]) => KEPT.has(name))}
        />
      </details>
    </div>
  );
}

/** What the choice of days leaves as it is. */
const KEPT: ReadonlySet<string> = new Set(['tag', 'filter', 'by']);

/** Each dimension is a separate page, and one query of the log. */
export function DimensionSwitch({ subject: { path, dimensions }, question }: AboutProps) {
  return (
    <Switch
      label={say('Breakdown')}
      choices={dimensions.map((by) => ({
        label: say(DIMENSION_NAMES[by]),
        href: `${path}${toQuery(question, { by })}#breakdown`,
        isChosen: question.by === by,
      }))}
    />
  );
}
