import { say } from '#languages/say.ts';
import type { ScanPeriod } from '#core/scans/period.ts';
import { ChoicesForm } from '../scans/filters/choice-fields.tsx';
import { askedZoneOf, type Question } from '../scans/question.ts';
import { describeDays } from '../scans/words.ts';

interface ChoicesProps {
  readonly question: Question;
  /** The period that is shown. */
  readonly period: ScanPeriod;
  /** In the requested zone, or the usual one. */
  readonly today: string;
  readonly tags: readonly string[];
}

/** The current choice on one line, and a form to change it. The form is closed, because it would fill a phone. */
export function Choices({ question, period, today, tags }: ChoicesProps) {
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
