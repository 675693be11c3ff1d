import { toPublicId } from '#core/codes/code-id.ts';
import type { CountedQrCode } from '#service/codes/read.ts';
import { toListPath } from './list-query.ts';
import { SELECTION_FORM } from '../selection/bar.tsx';
import { TagChip } from '../tags/tag-chip.tsx';
import { CONTENT_LABELS } from '../content-labels.ts';
import { nameCode, summarizeCode } from '../name-code.ts';
import { formatCount } from '../../frame/format-count.ts';
import { PauseButton } from '../../control/pause-button.tsx';
import { Status } from '../../control/section.tsx';
import { Day } from '../../frame/utc-time.tsx';

/** Codes as a table. On a phone the style sheet makes each row a card; the roles keep it a table for screen readers. */
export function CodeTable({ codes }: { readonly codes: readonly CountedQrCode[] }) {
  return (
    <table class="codes" role="table">
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            <span class="visually-hidden">Selection</span>
            <label class="box" hidden>
              <input type="checkbox" data-select-page aria-label="Select this page" />
            </label>
          </th>
          <th scope="col" role="columnheader">
            <span class="visually-hidden">Image</span>
          </th>
          <th scope="col" role="columnheader">
            Code
          </th>
          <th scope="col" role="columnheader">
            Tags
          </th>
          <th scope="col" role="columnheader">
            State
          </th>
          <th scope="col" role="columnheader" class="number">
            Scans
          </th>
          <th scope="col" role="columnheader">
            Created
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {codes.map((counted) => (
          <CodeRow {...counted} />
        ))}
      </tbody>
    </table>
  );
}

function CodeRow({ code, scans, status }: CountedQrCode) {
  const path = `/codes/${toPublicId(code.codeId)}`;
  const summary = summarizeCode(code);
  return (
    <tr role="row">
      <td role="cell" class="select">
        <label class="box">
          <input
            type="checkbox"
            form={SELECTION_FORM}
            name={toPublicId(code.codeId)}
            value="on"
            aria-label={`Select ${nameCode(code)}`}
          />
        </label>
      </td>
      <td role="cell" class="thumbnail">
        <img src={`${path}/image.svg`} width="48" height="48" loading="lazy" alt="" />
      </td>
      <td role="cell" class="title">
        <a href={path}>{nameCode(code)}</a>
        {code.title === null ? null : <span class="summary">{summary}</span>}
        <small>
          {CONTENT_LABELS[code.type]}, {code.isDynamic ? 'dynamic' : 'static'}
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
            <PauseButton
              path={path}
              isPaused={code.control?.isPaused ?? false}
              next="list"
              name={nameCode(code)}
            />
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
      <td role="cell" class="created">
        <Day timeMs={code.createdAtMs} />
      </td>
    </tr>
  );
}

const MAX_TAGS_SHOWN = 3;

/** Each leads to the codes that have it. */
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
