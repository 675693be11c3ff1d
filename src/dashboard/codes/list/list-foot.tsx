import { say, sayRich } from '#languages/say.ts';
import type { Total } from '#service/lists/list-length.ts';
import type { ListPage } from '#service/lists/list-page.ts';
import { Pages } from '../../kit/pages.tsx';
import { formatCount, formatTotal } from '../../kit/format-count.ts';
import { type CodeListQuery, toListPath, toPlace, withParameter } from './list-query.ts';

interface ListFootProps {
  readonly query: CodeListQuery;
  readonly page: ListPage;
  /** Null if unknown. */
  readonly length: Total | null;
}

/** Below the list: the range of this page, the way to other pages, and the whole list as a file. */
export function ListFoot({ query, page, length }: ListFootProps) {
  const { parameters, cursor, codesBefore } = query;
  const { codes, nextCursor } = page;
  // A file is always in the order of creation, newest first.
  const exported = withParameter(parameters, 'sort', '');
  const next = nextCursor === null ? [] : toPlace(nextCursor, codesBefore + codes.length);
  return (
    <div class="list-foot cluster fine">
      {codes.length === 0 ? null : <p class="flush">{describePart(codesBefore, page, length)}</p>}
      <Pages
        first={cursor === null ? null : toListPath(parameters)}
        next={nextCursor === null ? null : toListPath([...parameters, ...next])}
      />
      {codes.length === 0 ? null : (
        <p class="export cluster flush">
          {query.isFiltered ? say('Download all that match:') : say('Download all:')}{' '}
          <a href={toListPath(exported, '/codes/export.csv')}>CSV</a>{' '}
          <a href={toListPath(exported, '/codes/export.ndjson')}>JSON Lines</a>{' '}
          <a href="/codes/leave">{say('Files for your own server')}</a>
        </p>
      )}
      {codes.length > 0 && query.filter.isArchived === false ? (
        <p class="flush">
          {sayRich('Archived codes are not shown. <show>Show them too</show>', {
            show: (text) => <a href={toListPath([...parameters, ['archived', 'any']])}>{text}</a>,
          })}
        </p>
      ) : null}
    </div>
  );
}

/** `21–40 of 4,213`, or `21–40 of 1,000+`. */
function describePart(codesBefore: number, { codes, nextCursor }: ListPage, length: Total | null): string {
  const last = codesBefore + codes.length;
  const part = `${formatCount(codesBefore + 1)}–${formatCount(last)}`;
  const isEnd = nextCursor === null && (length === null || length.isMore);
  const total = isEnd ? { codes: last, isMore: false } : length;
  // Codes that were deleted since the first page can make the list shorter than the address says.
  return total === null || total.codes < last
    ? part
    : say('{part} of {total}', { part, total: formatTotal(total) });
}
