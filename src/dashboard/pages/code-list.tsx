import { formatCursor } from '../../core/list-cursor.ts';
import type { QrCodePage } from '../../service/read-qr-codes.ts';
import type { CodeListQuery } from '../code-list-query.ts';
import { CodeFilter } from '../components/code-filter.tsx';
import { CodeTable } from '../components/code-table.tsx';

export interface CodeListProps {
  readonly query: CodeListQuery;
  /** Null where the query was refused. */
  readonly page: QrCodePage | null;
  readonly wasDeleted?: boolean;
}

export function CodeListPage({ query, page, wasDeleted = false }: CodeListProps) {
  const isFiltered = Object.keys(query.parameters).length > 0;
  const isEmptyAccount = page?.codes.length === 0 && !isFiltered && query.after === null;
  return (
    <>
      {wasDeleted ? (
        <p class="notice" role="status">
          The code was deleted.
        </p>
      ) : null}
      {isEmptyAccount ? <FirstCode /> : <Codes query={query} page={page} isFiltered={isFiltered} />}
    </>
  );
}

function FirstCode() {
  return (
    <section class="empty narrow">
      <h1>No codes yet</h1>
      <p>
        Print it once, and change where it leads whenever you like. Here you will see how often it was
        scanned.
      </p>
      <a role="button" href="/codes/new">
        Create your first code
      </a>
    </section>
  );
}

function Codes({ query, page, isFiltered }: CodeListProps & { readonly isFiltered: boolean }) {
  return (
    <>
      <div class="page-head">
        <h1>Codes</h1>
        <a role="button" href="/codes/new">
          New code
        </a>
      </div>
      <CodeFilter form={query.form} isFiltered={isFiltered} />
      {page === null ? null : page.codes.length > 0 ? (
        <CodeTable codes={page.codes} />
      ) : (
        <Nothing isFiltered={isFiltered} />
      )}
      {page === null ? null : <Pages query={query} next={page.next} />}
    </>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (!isFiltered) return <p class="empty">There are no more codes.</p>;
  return (
    <section class="empty">
      <p>No code fits this search.</p>
      <a role="button" class="secondary outline" href="/codes">
        Clear the search
      </a>
    </section>
  );
}

function Pages({ query, next }: { readonly query: CodeListQuery; readonly next: QrCodePage['next'] }) {
  if (query.after === null && next === null) return null;
  const toPath = (more: Record<string, string>) => {
    const parameters = new URLSearchParams({ ...query.parameters, ...more }).toString();
    return parameters === '' ? '/codes' : `/codes?${parameters}`;
  };
  return (
    <nav class="pages" aria-label="Pages">
      {query.after === null ? null : <a href={toPath({})}>First page</a>}
      {next === null ? null : (
        <a href={toPath({ cursor: formatCursor(next) })} rel="next">
          Next page
        </a>
      )}
    </nav>
  );
}
