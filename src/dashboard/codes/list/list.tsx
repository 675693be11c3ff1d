import { type ListLength, readListLength, readQrCodePage, type QrCodePage } from '#service/codes/read.ts';
import { type CodeListQuery, readCodeListQuery, SEARCH_TOO_SHORT } from './list-query.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { renderPage } from '../../frame/render.tsx';
import { readKnownTags } from '../tags/read-known-tags.ts';
import { CodeFilter } from './filter.tsx';
import { SelectionBar } from '../selection/bar.tsx';
import { describeDone } from '../selection/describe-done.ts';
import { KnownTags } from '../tags/tags-field.tsx';
import { ListFoot } from './list-foot.tsx';
import { CodeTable } from './table.tsx';

const CODES_PER_PAGE = 20;

/** `GET /codes` */
export async function listCodes(c: DashboardContext): Promise<Response> {
  const query = readCodeListQuery(c.req.url);
  const head = { title: 'Codes', section: 'Codes' } as const;
  const { filter, after } = query;
  const deps = c.get('deps');
  const { id: accountId } = c.get('person').account;
  const refused = query.form.hasErrors;
  const [page, length, tags] = await Promise.all([
    refused ? null : readQrCodePage(deps, accountId, { limit: CODES_PER_PAGE, after, filter }),
    readListLength(deps, accountId, filter),
    readKnownTags(c),
  ]);
  if (page?.ok === false) query.form.refuse('q', SEARCH_TOO_SHORT);
  return renderPage(
    c,
    { ...head, status: query.form.hasErrors ? 400 : 200 },
    <CodeListPage
      query={query}
      page={page?.ok ? page.value : null}
      length={length}
      tags={tags}
      notice={
        c.req.query('deleted') === '1'
          ? 'The code was deleted.'
          : describeDone(new URL(c.req.url).searchParams)
      }
    />,
  );
}

interface CodeListProps {
  readonly query: CodeListQuery;
  /** Null where the query was refused. */
  readonly page: QrCodePage | null;
  readonly length: ListLength;
  readonly tags: readonly string[];
  readonly notice: string | null;
}

function CodeListPage(props: CodeListProps) {
  const { query, length, notice } = props;
  const isFiltered = query.parameters.length > 0 || query.form.hasErrors;
  return (
    <>
      {notice === null ? null : (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      {length.account === 0 && !isFiltered ? <FirstCode /> : <Codes {...props} isFiltered={isFiltered} />}
    </>
  );
}

function FirstCode() {
  return (
    <section class="empty narrow">
      <h1>No codes yet</h1>
      <p>
        Print a dynamic code once and change its target whenever you like. This page will list your codes and
        show how often each is scanned.
      </p>
      <a role="button" href="/codes/new">
        Create your first code
      </a>
      <p>
        Or <a href="/codes/import">upload a CSV</a> of codes that you have elsewhere.
      </p>
    </section>
  );
}

function Codes({ query, page, length, tags, isFiltered }: CodeListProps & { readonly isFiltered: boolean }) {
  return (
    <>
      <div class="page-head">
        <h1>Codes</h1>
        <a class="upload" href="/codes/import">
          Upload a CSV
        </a>
        <a role="button" href="/codes/new">
          New code
        </a>
      </div>
      <CodeFilter query={query} tags={tags} />
      {page === null ? null : page.codes.length > 0 ? (
        <>
          <CodeTable codes={page.codes} />
          <SelectionBar query={query} />
          <KnownTags tags={tags} />
        </>
      ) : (
        <Nothing isFiltered={isFiltered} isEnd={page.next === null} />
      )}
      {page === null ? null : <ListFoot query={query} page={page} length={length.list} />}
    </>
  );
}

function Nothing({ isFiltered, isEnd }: { readonly isFiltered: boolean; readonly isEnd: boolean }) {
  if (!isEnd) return <p class="empty">No codes match so far. The next page looks further.</p>;
  if (!isFiltered) {
    return (
      <p class="empty">
        There are no more codes. <a href="/codes?archived=true">Show archived codes</a>
      </p>
    );
  }
  return (
    <section class="empty">
      <p>No codes match this search.</p>
      <a role="button" class="secondary outline" href="/codes">
        Clear the search
      </a>
    </section>
  );
}
