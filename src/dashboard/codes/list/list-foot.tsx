import { formatCursor } from '#core/codes/list-cursor.ts';
import type { QrCodePage } from '#service/codes/read.ts';
import { formatCount } from '../../frame/format-count.ts';
import { type CodeListQuery, toListPath } from './list-query.ts';

interface ListFootProps {
  readonly query: CodeListQuery;
  readonly page: QrCodePage;
  /** How many codes the list has; null where that is not known. */
  readonly length: number | null;
}

/** Below the list: which part of it this is, the way to the other parts, and all of it as a file. */
export function ListFoot({ query, page, length }: ListFootProps) {
  const { parameters, after, codesBefore } = query;
  const { codes, next } = page;
  const before = String(codesBefore + codes.length);
  return (
    <div class="list-foot">
      {codes.length === 0 ? null : <p>{describePart(codesBefore, page, length)}</p>}
      <nav class="pages" aria-label="Pages">
        {after === null ? null : <a href={toListPath(parameters)}>First page</a>}
        {next === null ? null : (
          <a
            href={toListPath([...parameters, ['cursor', formatCursor(next)], ['before', before]])}
            rel="next"
          >
            Next page
          </a>
        )}
      </nav>
      {codes.length === 0 ? null : (
        <p class="export">
          Download {parameters.length > 0 ? 'all that match' : 'all'}:{' '}
          <a href={toListPath(parameters, '/codes/export.csv')}>CSV</a>{' '}
          <a href={toListPath(parameters, '/codes/export.ndjson')}>JSON Lines</a>
        </p>
      )}
    </div>
  );
}

/** `21–40 of 4,213`: by the number that is stored of the account; a filtered list is only on its last page known to be as long as what was shown. */
function describePart(codesBefore: number, { codes, next }: QrCodePage, total: number | null): string {
  const last = codesBefore + codes.length;
  const part = `${formatCount(codesBefore + 1)}–${formatCount(last)}`;
  const known = total ?? (next === null ? last : null);
  // Codes that were deleted since the first page can make the rest of the list shorter than the address says.
  return known === null || known < last ? part : `${part} of ${formatCount(known)}`;
}
