import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { ListSort } from '#core/lists/sort.ts';
import { type CodeListQuery, toListPath, withSort } from './list-query.ts';
import { SELECTION_FORM } from '../selection/bar.tsx';
import { TagChip } from '../tags/tag-chip.tsx';
import { CONTENT_NAMES } from '../content-names.ts';
import { nameCode, summarizeCode } from '../name-code.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { formatCount } from '../../frame/format-count.ts';
import { PauseButton } from '../../control/pause-button.tsx';
import { Status } from '../../control/section.tsx';
import { Ago, Day } from '../../frame/utc-time.tsx';

/** Codes as a table. On a phone, the stylesheet makes each row a card; the roles keep it a table for screen readers. */
export function CodeTable({
  codes,
  query,
  nowMs,
}: {
  readonly codes: readonly CountedQrCode[];
  readonly query: CodeListQuery;
  readonly nowMs: number;
}) {
  return (
    <table class="codes" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            <span class="visually-hidden">Selection</span>
            <EditorsOnly>
              <label class="box" hidden>
                <input type="checkbox" data-select-page aria-label="Select this page" />
              </label>
            </EditorsOnly>
          </th>
          <th scope="col" role="columnheader">
            <span class="visually-hidden">Image</span>
          </th>
          <SortedHead query={query} label="Code" sorts={['title']} />
          <th scope="col" role="columnheader">
            Tags
          </th>
          <th scope="col" role="columnheader">
            State
          </th>
          <SortedHead query={query} label="Scans" sorts={['-scans']} isNumber />
          <SortedHead query={query} label="Last scan" sorts={['-last_scan_at']} />
          <SortedHead query={query} label="Created" sorts={['-created_at', 'created_at']} />
        </tr>
      </thead>
      <tbody role="rowgroup">
        {codes.map((counted) => (
          <CodeRow {...counted} nowMs={nowMs} />
        ))}
      </tbody>
    </table>
  );
}

interface SortedHeadProps {
  readonly query: CodeListQuery;
  readonly label: string;
  /** The orders of the column: its link leads to the first of them, or to the next one. */
  readonly sorts: readonly [ListSort, ...ListSort[]];
  readonly isNumber?: boolean;
}

/** The head of a column by which the list can be sorted. */
function SortedHead({ query, label, sorts, isNumber }: SortedHeadProps) {
  const isSorted = sorts.includes(query.sort);
  const next = isSorted ? (sorts[sorts.indexOf(query.sort) + 1] ?? sorts[0]) : sorts[0];
  const direction = query.sort.startsWith('-') ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      role="columnheader"
      class={isNumber ? 'number' : undefined}
      aria-sort={isSorted ? direction : undefined}
    >
      <a href={toListPath(withSort(query.parameters, next))}>{label}</a>
    </th>
  );
}

function CodeRow({ code, scans, lastScanAtMs, status, nowMs }: CountedQrCode & { readonly nowMs: number }) {
  const path = `/codes/${toPublicId(code.codeId)}`;
  const variants = code.control?.variants.length ?? 0;
  const summary = variants > 0 ? `Split among ${variants} targets` : summarizeCode(code);
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
              aria-label={`Select ${nameCode(code)}`}
            />
          </label>
        </EditorsOnly>
      </td>
      <td role="cell" class="thumbnail">
        <img src={`${path}/image.svg`} width="40" height="40" loading="lazy" alt="" />
      </td>
      <td role="cell" class="title">
        <a href={path}>{nameCode(code)}</a>
        {code.title === null ? null : <span class="summary">{summary}</span>}
        <small>
          {CONTENT_NAMES[code.type]}, {code.isDynamic ? 'dynamic' : 'static'}
        </small>
      </td>
      <td role="cell" class="tags">
        <RowTags tags={code.tags} />
      </td>
      <td role="cell" class="state">
        {code.isArchived ? <span class="status archived">Archived</span> : null}
        {code.isDynamic ? (
          <>
            <Status status={status} />
            <EditorsOnly>
              <PauseButton
                path={path}
                isPaused={code.control?.isPaused ?? false}
                next="list"
                name={nameCode(code)}
              />
            </EditorsOnly>
          </>
        ) : null}
      </td>
      <td role="cell" class="number">
        {code.isDynamic ? (
          <>
            {formatCount(scans)}
            <span class="unit">{scans === 1 ? ' scan' : ' scans'}</span>
          </>
        ) : (
          <>
            <span aria-hidden="true">–</span>
            <span class="visually-hidden">not counted</span>
          </>
        )}
      </td>
      <td role="cell" class="last-scan">
        {code.isDynamic ? (
          <>
            <span class="unit">Last scan: </span>
            {lastScanAtMs === null ? 'never' : <Ago timeMs={lastScanAtMs} nowMs={nowMs} />}
          </>
        ) : null}
      </td>
      <td role="cell" class="created">
        <Day timeMs={code.createdAtMs} />
      </td>
    </tr>
  );
}

const MAX_TAGS_SHOWN = 3;

/** Each tag links to the codes that have it. */
function RowTags({ tags }: { readonly tags: readonly string[] }) {
  const hidden = tags.length - MAX_TAGS_SHOWN;
  return (
    <>
      {tags.slice(0, MAX_TAGS_SHOWN).map((tag) => (
        <a class="tag-link" href={toListPath([['tag', tag]])}>
          <TagChip tag={tag} />
        </a>
      ))}
      {hidden > 0 ? <small>and {hidden} more</small> : null}
    </>
  );
}
