import { sayImportFailure } from '#contract/problems/import-phrases.ts';
import { type ImportJob, isOpen, ROW_STATES } from '#core/imports/import-job.ts';
import { MAX_EXPORTED_CODES } from '#core/prints/files-request.ts';
import { say, sayRich } from '#languages/say.ts';
import { ButtonRow, LinkButton, PostButton } from '../../kit/buttons.tsx';
import { Figure, Figures } from '../../kit/figures.tsx';
import { formatCount } from '../../kit/format-count.ts';
import { Notice } from '../../kit/notice.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Results, type ResultsProps } from './results.tsx';
import { Steps } from './steps.tsx';
import { nameState, STATUS_WORDS } from './words.ts';

interface ImportPageProps extends ResultsProps {
  readonly canUndo: boolean;
}

/** An import: its progress, the outcomes of its rows, and the possible actions. */
export function ImportPage({ canUndo, ...props }: ImportPageProps) {
  const { job } = props;
  const isUndo = job.undoes !== null;
  return (
    <section class="import">
      <PageHead
        back={{ href: '/codes/import', label: say('Choose another file') }}
        title={isUndo ? say('Undo an import') : say('Import codes')}
      />
      {isUndo ? (
        <p>
          {sayRich('This takes back what <import>an import</import> did.', {
            import: (text) => <a href={`/codes/import/${job.undoes}`}>{text}</a>,
          })}
        </p>
      ) : (
        <Steps current="Check and import" />
      )}
      {isOpen(job.status) ? <Progress job={job} /> : <Outcome job={job} />}
      {canUndo ? <UndoImport id={job.id} /> : null}
      {job.isUndone ? <p class="muted">{say('This import was undone.')}</p> : null}
      {job.ignoredColumns.length > 0 ? (
        <p class="muted">
          {say('Columns that are not imported: {columns}', { columns: job.ignoredColumns.join(', ') })}
        </p>
      ) : null}
      {job.position > 0 ? <Results {...props} /> : null}
    </section>
  );
}

interface JobProps {
  readonly job: ImportJob;
}

function Progress({ job: { id, isDryRun, undoes, position, rows } }: JobProps) {
  const done = { done: position, rows };
  return (
    <div role="status">
      <p>
        {isDryRun
          ? say('{done, number} of {rows, number} rows checked. You can leave this page.', done)
          : undoes !== null
            ? say('{done, number} of {rows, number} rows undone. You can leave this page.', done)
            : say('{done, number} of {rows, number} rows imported. You can leave this page.', done)}
      </p>
      <progress
        value={position}
        max={Math.max(1, rows)}
        aria-label={isDryRun ? say('Rows checked') : say('Rows imported')}
      />
      <PostButton kind="second" action={`/codes/import/${id}/cancel`}>
        {say('Cancel')}
      </PostButton>
    </div>
  );
}

function Outcome({ job }: JobProps) {
  const { id, counts, isDryRun, status } = job;
  return (
    <>
      {status === 'done' ? null : (
        <Notice kind={status === 'failed' ? 'error' : 'done'} role="status">
          <strong>{say(STATUS_WORDS[status])}.</strong>{' '}
          {status === 'cancelled' && !isDryRun && job.undoes === null
            ? say('Codes that were already created stay.')
            : null}{' '}
          {job.failure && sayImportFailure(job.failure)}
        </Notice>
      )}
      <div role="status">
        <Figures>
          {ROW_STATES.filter((state) => counts[state] > 0).map((state) => (
            <Figure
              label={nameState(state, isDryRun)}
              value={<a href={`/codes/import/${id}?state=${state}`}>{formatCount(counts[state])}</a>}
            />
          ))}
        </Figures>
      </div>
      {isDryRun ? <StartImport job={job} /> : job.undoes === null ? <AfterImport job={job} /> : null}
    </>
  );
}

function StartImport({ job: { id, counts, status, hasFile } }: JobProps) {
  if (status !== 'done' || !hasFile) return null;
  const { created: count } = counts;
  const existing = counts.updated + counts.skipped;
  if (count + existing === 0) return <p>{say('There is nothing to import.')}</p>;
  const start = `/codes/import/${id}/start`;
  return (
    <>
      {existing === 0 ? null : (
        <p>
          <strong>
            {say(
              '{count, plural, one {# code exists already and differs from the file. Change it?} other {# codes exist already and differ from the file. Change them?}}',
              { count: existing },
            )}
          </strong>
        </p>
      )}
      <ButtonRow>
        {existing === 0 ? (
          <PostButton action={start}>
            {say('Import {count, plural, one {# code} other {# codes}}', { count })}
          </PostButton>
        ) : (
          <PostButton action={start} fields={{ existing: 'update' }}>
            {count === 0
              ? say('Change {count, plural, one {the # code that differs} other {the # codes that differ}}', {
                  count: existing,
                })
              : say('Change them, and import {count, plural, one {# code} other {# codes}}', { count })}
          </PostButton>
        )}
        {existing === 0 ? null : count === 0 ? (
          <LinkButton kind="second" href="/codes">
            {say('Leave them as they are')}
          </LinkButton>
        ) : (
          <PostButton kind="second" action={start} fields={{ existing: 'skip' }}>
            {say('Leave them, and import {count, plural, one {# code} other {# codes}}', { count })}
          </PostButton>
        )}
        <Report id={id} />
      </ButtonRow>
      {counts.failed > 0 ? <p class="muted">{say('Invalid rows are left out.')}</p> : null}
    </>
  );
}

function AfterImport({ job: { id, counts, status } }: JobProps) {
  const codes = counts.created + counts.updated + counts.unchanged + counts.skipped;
  const isTooMany = codes > MAX_EXPORTED_CODES;
  return (
    <>
      <ButtonRow>
        {codes === 0 || isTooMany ? null : (
          <>
            <PostButton
              action="/codes/selection/files"
              fields={{ import: id, png: 'on', name: '{number}-{title}.{format}' }}
            >
              {say('Download PNG images as ZIP')}
            </PostButton>
            <PostButton kind="second" action="/codes/selection" fields={{ action: 'download', import: id }}>
              {say('Other formats and labels')}
            </PostButton>
          </>
        )}
        {status === 'failed' ? null : (
          <LinkButton kind="second" href="/codes">
            {say('See your codes')}
          </LinkButton>
        )}
        <Report id={id} />
      </ButtonRow>
      {isTooMany ? (
        <p class="muted">
          {sayRich(
            'A ZIP file holds at most {most, plural, one {# code} other {# codes}}, and these are {codes, number}. Download them in parts from <list>your codes</list>, for example by tag.',
            { most: MAX_EXPORTED_CODES, codes, list: (text) => <a href="/codes">{text}</a> },
          )}
        </p>
      ) : null}
    </>
  );
}

/** The button is behind another click, because it deletes codes. */
function UndoImport({ id }: { readonly id: string }) {
  return (
    <details class="more">
      <summary>{say('Undo this import')}</summary>
      <p>
        {say(
          'Codes that it created are deleted, unless they were scanned or changed since, or have a short code from the file, which may be printed. Codes that it changed get their earlier values back, unless they were changed since. A deleted code cannot be restored.',
        )}
      </p>
      <PostButton kind="danger" action={`/codes/import/${id}/undo`}>
        {say('Undo this import')}
      </PostButton>
    </details>
  );
}

function Report({ id }: { readonly id: string }) {
  return <a href={`/codes/import/${id}/report.csv`}>{say('Download the report')}</a>;
}
