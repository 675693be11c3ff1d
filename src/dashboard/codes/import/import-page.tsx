import {
  type ImportJob,
  isOpen,
  ROW_STATES,
  type RowResult,
  type RowState,
} from '#core/imports/import-job.ts';
import { formatCount } from '../../frame/format-count.ts';
import { describeCounts, nameState, STATUS_WORDS } from './words.ts';

interface ImportPageProps {
  readonly job: ImportJob;
  readonly results: readonly RowResult[];
  readonly state: RowState | null;
  readonly isFirst: boolean;
  /** The row behind which the next page begins; null on the last one. */
  readonly next: number | null;
}

/** An import: how far it is, what became of its rows, and what can be done now. */
export function ImportPage(props: ImportPageProps) {
  const { job } = props;
  const path = `/codes/import/${job.id}`;
  return (
    <>
      <p class="back">
        <a href="/codes/import">Upload another file</a>
      </p>
      <h1>{job.isDryRun ? 'What the upload would do' : 'Import'}</h1>
      {isOpen(job.status) ? <Progress job={job} path={path} /> : <Outcome job={job} path={path} />}
      {job.ignoredColumns.length > 0 ? (
        <p class="muted">
          Columns that are not used: {job.ignoredColumns.map((name) => `“${name}”`).join(', ')}.
        </p>
      ) : null}
      {job.position > 0 ? <Rows {...props} path={path} /> : null}
    </>
  );
}

function Progress({ job, path }: { readonly job: ImportJob; readonly path: string }) {
  const doing = job.isDryRun ? 'checked' : 'imported';
  return (
    <div role="status">
      <p>
        {formatCount(job.position)} of {formatCount(job.rows)} rows {doing}. This page shows how it goes on;
        you can leave it.
      </p>
      <progress value={job.position} max={Math.max(1, job.rows)} aria-label={`Rows ${doing}`} />
      <form method="post" action={`${path}/cancel`}>
        <button type="submit" class="secondary outline">
          Cancel
        </button>
      </form>
    </div>
  );
}

function Outcome({ job, path }: { readonly job: ImportJob; readonly path: string }) {
  const { created, updated, failed } = job.counts;
  const canStart = job.status === 'done' && job.isDryRun && job.hasFile;
  const toDo = created + updated;
  return (
    <>
      <p class={job.status === 'failed' ? 'notice error' : 'notice'} role="status">
        {job.status === 'done' ? '' : `${STATUS_WORDS[job.status]}. `}
        {describeCounts(job)} {job.failure ?? ''}
      </p>
      {job.status === 'cancelled' && !job.isDryRun ? <p>Codes that were made before stay.</p> : null}
      {canStart && toDo > 0 ? (
        <form method="post" action={`${path}/start`}>
          <button type="submit">
            Import {formatCount(toDo)} {toDo === 1 ? 'row' : 'rows'}
          </button>
          {failed > 0 ? <p class="muted">Rows with errors are left out.</p> : null}
        </form>
      ) : null}
      {canStart && toDo === 0 ? <p>There is nothing to import.</p> : null}
      {job.isDryRun || job.status === 'failed' ? null : (
        <p class="alone">
          <a href="/codes">See your codes</a>
        </p>
      )}
    </>
  );
}

function Rows({ job, results, state, isFirst, next, path }: ImportPageProps & { readonly path: string }) {
  const address = (of: RowState | null, after: number | null = null) => {
    const query = new URLSearchParams({
      ...(of === null ? {} : { state: of }),
      ...(after === null ? {} : { after: String(after) }),
    }).toString();
    return query === '' ? path : `${path}?${query}`;
  };
  const shown = ROW_STATES.filter((one) => job.counts[one] > 0);
  return (
    <section>
      <h2>Rows</h2>
      <p class="choices">
        <a href={address(null)} aria-current={state === null ? 'true' : undefined}>
          All
        </a>
        {shown.map((one) => (
          <a href={address(one)} aria-current={state === one ? 'true' : undefined}>
            {formatCount(job.counts[one])} {nameState(one, job.isDryRun)}
          </a>
        ))}
        <a href={`${path}/report.csv`}>Download the report</a>
      </p>
      <ul class="rows import-rows">
        {results.map((result) => (
          <Row result={result} isDryRun={job.isDryRun} />
        ))}
      </ul>
      {results.length === 0 ? <p>None.</p> : null}
      <nav class="pages" aria-label="Pages">
        {isFirst ? null : <a href={address(state)}>First page</a>}
        {next === null ? null : (
          <a href={address(state, next)} rel="next">
            Next page
          </a>
        )}
      </nav>
    </section>
  );
}

function Row({ result, isDryRun }: { readonly result: RowResult; readonly isDryRun: boolean }) {
  const { row, line, state, id, target, error, warnings } = result;
  const problems = error?.errors ?? (error ? [error] : []);
  return (
    <li class={state === 'failed' ? 'failed' : undefined}>
      <div>
        <strong>
          Row {formatCount(row)}: {nameState(state, isDryRun)}
        </strong>
        <p>
          {id === null ? (target ?? 'no target') : <a href={`/codes/${id}`}>{target ?? id}</a>}{' '}
          <span class="muted">(line {formatCount(line)})</span>
        </p>
        {problems.map(({ message }) => (
          <p class="error">{message}</p>
        ))}
        {warnings.map(({ message }) => (
          <p class="muted">{message}</p>
        ))}
      </div>
    </li>
  );
}
