import type { ImportJob, RowState } from '#core/imports/import-job.ts';
import { say } from '#languages/say.ts';
import type { ReportedRow } from '#service/imports/report.ts';
import { formatCount } from '../../kit/format-count.ts';
import { Pages } from '../../kit/pages.tsx';
import { Table } from '../../kit/table.tsx';
import { sayChangedField, sayChangesLeftOut, sayErrors, sayWarnings } from './say-row.ts';
import { nameState } from './words.ts';

export interface ResultsProps {
  readonly job: ImportJob;
  readonly results: readonly ReportedRow[];
  readonly state: RowState | null;
  readonly isFirst: boolean;
  /** The row after which the next page begins; null on the last one. */
  readonly next: number | null;
}

/** What came, or would come, of each row. */
export function Results({ job, results, state, isFirst, next }: ResultsProps) {
  const path = `/codes/import/${job.id}`;
  const address = (of: RowState | null, after: number | null = null) => {
    const query = new URLSearchParams({
      ...(of === null ? {} : { state: of }),
      ...(after === null ? {} : { after: String(after) }),
    }).toString();
    return query === '' ? path : `${path}?${query}`;
  };
  const repeated = [...countWarnings(results)].filter(([, count]) => count > 1);
  const isOnce = new Set(repeated.map(([message]) => message));
  return (
    <section>
      <h2>{say('Rows')}</h2>
      {state === null ? null : (
        <p>
          {say('{state}: {count, number}', {
            state: nameState(state, job.isDryRun),
            count: job.counts[state],
          })}{' '}
          <a href={address(null)}>{say('Show all of them')}</a>
        </p>
      )}
      {repeated.map(([message, count]) => (
        <p class="muted">{say('{count, number} of these rows: {message}', { count, message })}</p>
      ))}
      {results.length === 0 ? (
        <p>{say('No rows.')}</p>
      ) : (
        <div class="import-rows stacked">
          <Table
            columns={[
              { label: say('Row'), isNumber: true },
              { label: say('Title') },
              { label: say('Target') },
              { label: say('Short link') },
              { label: say('Result') },
            ]}
          >
            {results.map((result) => (
              <ResultRow result={result} isDryRun={job.isDryRun} isOnce={isOnce} />
            ))}
          </Table>
        </div>
      )}
      <Pages first={isFirst ? null : address(state)} next={next === null ? null : address(state, next)} />
    </section>
  );
}

/** How many rows have each warning. */
function countWarnings(results: readonly ReportedRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const message of results.flatMap(sayWarnings)) counts.set(message, (counts.get(message) ?? 0) + 1);
  return counts;
}

interface ResultRowProps {
  readonly result: ReportedRow;
  readonly isDryRun: boolean;
  /** The warnings that are said once for all rows. */
  readonly isOnce: ReadonlySet<string>;
}

function ResultRow({ result, isDryRun, isOnce }: ResultRowProps) {
  const { row, state, id, target, title, tags, shortUrl, changes, changesLeftOut } = result;
  return (
    <tr>
      <td class="number">{formatCount(row)}</td>
      <td class="title">
        {title === null ? '–' : <bdi>{title}</bdi>}
        {tags === null ? null : <small>{tags}</small>}
      </td>
      <td class="target">{id === null ? (target ?? '–') : <a href={`/codes/${id}`}>{target ?? id}</a>}</td>
      <td class="short">
        {state === 'failed' ? '–' : (shortUrl?.replace(/^https?:\/\//, '') ?? say('Created on import'))}
      </td>
      <td class="result">
        <mark class={state}>{nameState(state, isDryRun)}</mark>
        {changes.map(({ field, from, to }) => (
          <small class="change">
            {sayChangedField(field)}: <ChangedValue value={from} as="del" /> →{' '}
            <ChangedValue value={to} as="ins" />
          </small>
        ))}
        {changesLeftOut === 0 ? null : <small>{sayChangesLeftOut(changesLeftOut)}</small>}
        {sayErrors(result).map((message) => (
          <small class="error">{message}</small>
        ))}
        {sayWarnings(result)
          .filter((message) => !isOnce.has(message))
          .map((message) => (
            <small>{message}</small>
          ))}
      </td>
    </tr>
  );
}

interface ChangedValueProps {
  readonly value: ReportedRow['changes'][number]['to'];
  readonly as: 'del' | 'ins';
}

/** A value before or after a change, as the file writes it. */
function ChangedValue({ value, as: Tag }: ChangedValueProps) {
  return value === null ? '–' : <Tag dir="auto">{String(value)}</Tag>;
}
