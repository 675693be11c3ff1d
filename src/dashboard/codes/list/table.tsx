import { toPrintedUrl } from '#core/links/printed-url.ts';
import type { Child } from 'hono/jsx';
import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { ListSort } from '#core/lists/sort.ts';
import { say } from '#languages/say.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { nameCode, summarizeCode } from '#core/codes/name-code.ts';
import { SELECTION_FORM } from '../selection/bar.tsx';
import {
  ContentCell,
  CreatedCell,
  LastScanCell,
  LinkCell,
  ScansCell,
  StateCell,
  TagsCell,
} from './cells.tsx';
import { COLUMNS, type Column, type Columns } from './columns.ts';
import { type CodeListQuery, toListPath, withSort } from './list-query.ts';
import { RowMenu } from './row-menu.tsx';

interface CodeTableProps {
  readonly codes: readonly CountedQrCode[];
  readonly query: CodeListQuery;
  readonly columns: Columns;
  /** Tags that every row has, which none repeats. */
  readonly sharedTags: readonly string[];
  readonly shortUrlBase: string;
  readonly nowMs: number;
}

/** The orders of a column: the link in its head leads to the first of them, or to the next one. */
const SORTS: { readonly [C in Column]?: readonly [ListSort, ...ListSort[]] } = {
  scans: ['-scans'],
  last_scan: ['-last_scan_at'],
  created: ['-created_at', 'created_at'],
};

/** Codes as a table. Where it is narrow, the stylesheet draws each row in two or three lines; the roles keep it a table for screen readers. */
export function CodeTable(props: CodeTableProps) {
  const { codes, query, columns } = props;
  return (
    <table class="codes" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <Head name="select">
            <span class="visually-hidden">{say('Selection')}</span>
            <EditorsOnly>
              <label class="box">
                <input type="checkbox" data-select-page aria-label={say('Select this page')} />
              </label>
            </EditorsOnly>
          </Head>
          <Head name="thumbnail">
            <span class="visually-hidden">{say('Image')}</span>
          </Head>
          <SortedHead query={query} name="title" label={say('Code')} sorts={['title']} />
          {COLUMNS.filter(({ name }) => columns.has(name)).map(({ name, label }) => {
            const sorts = SORTS[name];
            return sorts ? (
              <SortedHead query={query} name={name} label={say(label)} sorts={sorts} />
            ) : (
              <Head name={name}>{say(label)}</Head>
            );
          })}
          <Head name="actions">
            <span class="visually-hidden">{say('Actions')}</span>
          </Head>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {codes.map((counted) => (
          <CodeRow {...props} counted={counted} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ name, children }: { readonly name: string; readonly children: Child }) {
  return (
    <th scope="col" role="columnheader" class={name}>
      {children}
    </th>
  );
}

interface SortedHeadProps {
  readonly query: CodeListQuery;
  readonly name: string;
  readonly label: string;
  readonly sorts: readonly [ListSort, ...ListSort[]];
}

/** The head of a column by which the list can be sorted. */
function SortedHead({ query, name, label, sorts }: SortedHeadProps) {
  const isSorted = sorts.includes(query.sort);
  const next = isSorted ? (sorts[sorts.indexOf(query.sort) + 1] ?? sorts[0]) : sorts[0];
  const direction = query.sort.startsWith('-') ? 'descending' : 'ascending';
  return (
    <th scope="col" role="columnheader" class={name} aria-sort={isSorted ? direction : undefined}>
      <a href={toListPath(withSort(query.parameters, next))}>{label}</a>
    </th>
  );
}

function CodeRow(props: CodeTableProps & { readonly counted: CountedQrCode }) {
  const { counted, query, columns, sharedTags, shortUrlBase, nowMs } = props;
  const { code } = counted;
  const path = `/codes/${toPublicId(code.codeId)}`;
  const cells: Readonly<Record<Column, () => Child>> = {
    content: () => <ContentCell code={code} />,
    link: () => <LinkCell code={code} shortUrl={toPrintedUrl(shortUrlBase, code)} />,
    tags: () => <TagsCell code={code} shared={sharedTags} />,
    state: () => <StateCell {...counted} />,
    scans: () => <ScansCell {...counted} />,
    last_scan: () => <LastScanCell {...counted} nowMs={nowMs} />,
    created: () => <CreatedCell code={code} />,
  };
  return (
    <tr role="row">
      <td role="cell" class="select">
        <EditorsOnly>
          <label class="box">
            <input
              type="checkbox"
              form={SELECTION_FORM}
              name={toPublicId(code.codeId)}
              value="on"
              aria-label={say('Select {code}', { code: nameCode(code) })}
            />
          </label>
        </EditorsOnly>
      </td>
      <td role="cell" class="thumbnail">
        <img src={`${path}/image.svg`} width="40" height="40" loading="lazy" alt="" />
      </td>
      <td role="cell" class="title">
        <a class="one-line" href={path}>
          {nameCode(code)}
        </a>
        <Summary code={code} />
      </td>
      {COLUMNS.filter(({ name }) => columns.has(name)).map(({ name }) => cells[name]())}
      <td role="cell" class="actions">
        <RowMenu code={code} query={query} />
      </td>
    </tr>
  );
}

/** Where the code leads, unless its name says it. */
function Summary({ code }: Pick<CountedQrCode, 'code'>) {
  const variants = code.control?.variants.length ?? 0;
  if (variants === 0 && code.title === null && !code.gs1) return null;
  return (
    <span class="summary fine one-line">
      {variants === 0
        ? summarizeCode(code)
        : say('Split among {count, plural, one {# target} other {# targets}}', { count: variants })}
    </span>
  );
}
