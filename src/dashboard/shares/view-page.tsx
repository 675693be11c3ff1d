import { say } from '#languages/say.ts';
import { Notice } from '../kit/notice.tsx';
import { Answer } from '../scans/answer.tsx';
import { Uncounted } from '../scans/uncounted.tsx';
import { UTC_INSTEAD } from '../scans/words.ts';
import type { ViewReport } from './read-view.ts';
import { ViewParts } from '../scans/sharing/view-parts.tsx';

/** One view of analytics for people without an account. It leads nowhere: they may see nothing else. */
export function ViewPage({ report, nowMs }: { readonly report: ViewReport; readonly nowMs: number }) {
  const { title, view, answer } = report;
  return (
    <article class="report analytics">
      <h1 dir="auto">{title}</h1>
      <ViewParts view={view} />
      <Uncounted control={report.control} />
      {answer.kind === 'too_old' ? (
        <Notice>
          {say(
            'Individual scans of these days are no longer kept, so this link has nothing to show any more. Ask the person who gave it to you for a new one.',
          )}
        </Notice>
      ) : answer.kind === 'unavailable' ? (
        <Notice>
          {say(
            'The figures are not available right now. Scans are still being counted. Please try again in a moment.',
          )}
        </Notice>
      ) : (
        <>
          {answer.utcReason === null ? null : <Notice>{say(UTC_INSTEAD[answer.utcReason])}</Notice>}
          <Answer
            question={answer.question}
            statistics={answer.statistics}
            visitors={report.isOfManyCodes ? say('Visitors, counted per code') : say('Unique visitors')}
            path={null}
            nowMs={nowMs}
          />
        </>
      )}
    </article>
  );
}
