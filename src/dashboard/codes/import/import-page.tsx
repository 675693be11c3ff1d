import {
  type ImportJob,
  isOpen,
  ROW_STATES,
  type RowResult,
  type RowState,
} from '#core/imports/import-job.ts';
import { MAX_EXPORTED_CODES } from '#core/prints/files-request.ts';
import { ButtonRow, PostButton } from '../../kit/buttons.tsx';
import { Notice } from '../../kit/notice.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Row, Rows } from '../../kit/rows.tsx';
import { formatCodes, formatCount } from '../../frame/format-count.ts';
import { describeCounts, nameState, STATUS_WORDS } from './words.ts';

interface ImportPageProps {
  readonly job: ImportJob;
  readonly results: readonly RowResult[];
  readonly state: RowState | null;
  readonly isFirst: boolean;
  /** The row after which the next page begins; null on the last one. */
  readonly next: number | null;
}

/** An import: its progress, the outcomes of its rows, and the possible actions. */
export function ImportPage(props: ImportPageProps) {
  const { job } = props;
  const path = `/codes/import/${job.id}`;
  return (
    <>
      <PageHead
        back={{ href: '/codes/import', label: 'Upload another file' }}
        title={job.isDryRun ? 'What the upload would do' : 'Import'}
      />
      {isOpen(job.status) ? <Progress job={job} path={path} /> : <Outcome job={job} path={path} />}
      {job.ignoredColumns.length > 0 ? (
        <p class="muted">
          Columns that are not used: {job.ignoredColumns.map((name) => `“${name}”`).join(', ')}.
        </p>
      ) : null}
      {job.position > 0 ? <Results {...props} path={path} /> : null}
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
      <PostButton kind="quiet" action={`${path}/cancel`}>
        Cancel
      </PostButton>
    </div>
  );
}

function Outcome({ job, path }: { readonly job: ImportJob; readonly path: string }) {
  const { created, updated, failed } = job.counts;
  const canStart = job.status === 'done' && job.isDryRun && job.hasFile;
  const toDo = created + updated;
  return (
    <>
      <Notice kind={job.status === 'failed' ? 'error' : 'done'} role="status">
        {job.status === 'done' ? '' : `${STATUS_WORDS[job.status]}. `}
        {describeCounts(job)} {job.failure ?? ''}
      </Notice>
      {job.status === 'cancelled' && !job.isDryRun ? <p>Codes that were already created stay.</p> : null}
      {canStart && toDo > 0 ? (
        <>
          <PostButton action={`${path}/start`}>
            Import {formatCount(toDo)} {toDo === 1 ? 'row' : 'rows'}
          </PostButton>
          {failed > 0 ? <p class="muted">Invalid rows are left out.</p> : null}
        </>
      ) : null}
      {canStart && toDo === 0 ? <p>There is nothing to import.</p> : null}
      {job.isDryRun ? null : <DownloadCodes job={job} />}
      {job.isDryRun || job.status === 'failed' ? null : (
        <p class="alone">
          <a href="/codes">See your codes</a>
        </p>
      )}
    </>
  );
}

function DownloadCodes({ job: { id, counts } }: { readonly job: ImportJob }) {
  const codes = counts.created + counts.updated + counts.unchanged + counts.skipped;
  if (codes === 0) return null;
  if (codes > MAX_EXPORTED_CODES) {
    return (
      <p class="muted">
        A ZIP has at most {formatCodes(MAX_EXPORTED_CODES)}, and these are {formatCount(codes)}. Download them
        from <a href="/codes">the list</a> in parts, for example tag by tag.
      </p>
    );
  }
  return (
    <PostButton action="/codes/selection" fields={{ action: 'download', import: id }}>
      Download these as ZIP
    </PostButton>
  );
}

function Results({ job, results, state, isFirst, next, path }: ImportPageProps & { readonly path: string }) {
  const address = (of: RowState | null, after: number | null = null) => {
    const query = new URLSearchParams({
      ...(of === null ? {} : { state: of }),
      ...(after === null ? {} : { after: String(after) }),
    }).toString();
    return query === '' ? path : `${path}?${query}`;
  };
  const shown = ROW_STATES.filter((one) => job.counts[one] > 0);
  const repeated = [...countWarnings(results)].filter(([, count]) => count > 1);
  const isOnce = new Set(repeated.map(([message]) => message));
  const withoutRepeated = (result: RowResult) => ({
    ...result,
    warnings: result.warnings.filter(({ message }) => !isOnce.has(message)),
  });
  return (
    <section>
      <h2>Rows</h2>
      <ButtonRow>
        <a href={address(null)} aria-current={state === null ? 'true' : undefined}>
          All
        </a>
        {shown.map((one) => (
          <a href={address(one)} aria-current={state === one ? 'true' : undefined}>
            {formatCount(job.counts[one])} {nameState(one, job.isDryRun)}
          </a>
        ))}
        <a href={`${path}/report.csv`}>Download the report</a>
      </ButtonRow>
      {repeated.map(([message, count]) => (
        <p class="muted">
          {formatCount(count)} of these rows: {message}
        </p>
      ))}
      <Rows>
        {results.map((result) => (
          <ResultRow result={withoutRepeated(result)} isDryRun={job.isDryRun} />
        ))}
      </Rows>
      {results.length === 0 ? <p>None.</p> : null}
      <Pages first={isFirst ? null : address(state)} next={next === null ? null : address(state, next)} />
    </section>
  );
}

/** How many rows have each warning. */
function countWarnings(results: readonly RowResult[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { message } of results.flatMap(({ warnings }) => warnings))
    counts.set(message, (counts.get(message) ?? 0) + 1);
  return counts;
}

function ResultRow({ result, isDryRun }: { readonly result: RowResult; readonly isDryRun: boolean }) {
  const { row, line, state, id, target, title, tags, shortUrl, error, warnings } = result;
  const problems = error?.errors ?? (error ? [error] : []);
  return (
    <Row
      title={`Row ${formatCount(row)}: ${nameState(state, isDryRun)}`}
      state={state === 'failed' ? 'failed' : undefined}
      more={
        <>
          <p>
            {id === null ? (target ?? 'no target') : <a href={`/codes/${id}`}>{target ?? id}</a>}{' '}
            <span class="muted">(line {formatCount(line)})</span>
          </p>
          {title === null && tags === null ? null : (
            <p>
              {title === null ? null : <bdi>{title}</bdi>}
              {title === null || tags === null ? null : ' · '}
              {tags === null ? null : <span class="muted">Tags: {tags}</span>}
            </p>
          )}
          {state === 'failed' ? null : (
            <p class="muted">Short link: {shortUrl ?? 'made when the row is imported'}</p>
          )}
          {problems.map(({ message }) => (
            <p class="error">{message}</p>
          ))}
          {warnings.map(({ message }) => (
            <p class="muted">{message}</p>
          ))}
        </>
      }
    />
  );
}
