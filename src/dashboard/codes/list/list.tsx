import { say } from '#languages/say.ts';
import { type ListPage, readListPage } from '#service/lists/list-page.ts';
import { type ListLength, readListLength } from '#service/lists/list-length.ts';
import { err, ok, type Result } from '#core/result.ts';
import { type CodeListQuery, formatParameters, readCodeListQuery, saySearchTooBroad } from './list-query.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { listDomains } from '#storage/domains/domains.ts';
import { renderPage } from '../../frame/render.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { FirstCode } from '../form/first-code.tsx';
import { toNewForm } from '../form/new.tsx';
import { listKnownTags } from '#service/codes/tags.ts';
import { chooseColumns, type Columns, readColumns } from './columns.ts';
import { CodeFilter } from './filter.tsx';
import { SelectionBar } from '../selection/bar.tsx';
import { KnownTags } from '../tags/tags-field.tsx';
import { ListFoot } from './list-foot.tsx';
import { findSharedTags, ListCount, Nothing, Refused } from './list-state.tsx';
import { CodeTable } from './table.tsx';
import { SavedViews } from '../../views/saved-views.tsx';

const CODES_PER_PAGE = 20;

/** `GET /codes` */
export async function listCodes(c: DashboardContext): Promise<Response> {
  const chosen = chooseColumns(c);
  if (chosen) return chosen;
  const asked = readCodeListQuery(c.req.url);
  const [read, length, tags, domains] = await Promise.all([
    asked.form.hasErrors ? null : readPage(c, asked),
    readListLength(c.get('deps'), c.get('person').account.id, asked.form.hasErrors ? {} : asked.filter),
    listKnownTags(c.get('deps'), c.get('person').account.id),
    listDomains(c.get('deps').db, c.get('person').account.id),
  ]);
  if (read?.ok === false) asked.form.refuse('q', read.error);
  const { query, page } = read?.ok ? read.value : { query: asked, page: null };
  return renderPage(
    c,
    { title: say('Codes'), section: 'Codes', status: query.form.hasErrors ? 400 : 200 },
    <CodeListPage
      query={query}
      page={page}
      length={length}
      tags={tags}
      hosts={domains.map(({ host }) => host)}
      columns={readColumns(c)}
      shortUrlBase={c.get('deps').shortUrlBase}
      nowMs={c.get('deps').nowMs()}
      firstForm={toNewForm(c, { domain: domains.find(({ isDefault }) => isDefault)?.host ?? '' })}
    />,
  );
}

interface ShownPage {
  readonly query: CodeListQuery;
  readonly page: ListPage;
}

/** The requested page, or the first one if the address names none; or the reason why the search is refused. */
async function readPage(c: DashboardContext, query: CodeListQuery): Promise<Result<ShownPage, string>> {
  const { sort, filter, cursor, parameters } = query;
  const page = await readListPage(c.get('deps'), c.get('person').account.id, {
    sort,
    filter,
    cursor,
    limit: CODES_PER_PAGE,
    parameters: formatParameters(parameters),
  });
  if (page.ok) return ok({ query, page: page.value });
  if (page.error.reason === 'search_too_broad_to_sort') return err(saySearchTooBroad());
  // No page of this list has the cursor.
  return readPage(c, { ...query, cursor: null, codesBefore: 0 });
}

interface CodeListProps {
  readonly query: CodeListQuery;
  /** Null if the query was refused. */
  readonly page: ListPage | null;
  readonly length: ListLength;
  readonly tags: readonly string[];
  readonly hosts: readonly string[];
  readonly columns: Columns;
  readonly shortUrlBase: string;
  readonly nowMs: number;
  /** For an account without codes. */
  readonly firstForm: Form;
}

function CodeListPage(props: CodeListProps) {
  const { query, length, firstForm } = props;
  const isFiltered = query.isFiltered || query.form.hasErrors;
  return length.account === 0 && !isFiltered ? <FirstCode form={firstForm} /> : <Codes {...props} />;
}

function Codes(props: CodeListProps) {
  const { query, page, length, tags, hosts, columns } = props;
  const sharedTags = findSharedTags(page?.codes ?? []);
  return (
    <>
      <PageHead title={say('Codes')}>
        <a class="upload" href="/codes/library">
          {say('Library')}
        </a>
        <EditorsOnly>
          <a class="upload" href="/codes/import">
            {say('Import codes')}
          </a>
        </EditorsOnly>
      </PageHead>
      <SavedViews />
      <CodeFilter query={query} tags={tags} hosts={hosts} columns={columns} />
      <p class="list-count cluster fine" role="status" data-live-part="count">
        <ListCount query={query} total={length.list} sharedTags={sharedTags} />
      </p>
      <div data-live-part="list">
        {page === null ? (
          <Refused />
        ) : page.codes.length > 0 ? (
          <>
            <CodeTable {...props} codes={page.codes} sharedTags={sharedTags} />
            <EditorsOnly>
              <SelectionBar query={query} page={page} length={length.list} />
              <KnownTags tags={tags} />
            </EditorsOnly>
          </>
        ) : (
          <Nothing query={query} isEnd={page.nextCursor === null} />
        )}
        {page === null ? null : <ListFoot query={query} page={page} length={length.list} />}
      </div>
    </>
  );
}
