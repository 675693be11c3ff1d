import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { toTagKey } from '#core/codes/tags.ts';
import { say } from '#languages/say.ts';
import { Status } from '../control/status.tsx';
import { Icon } from '../../kit/icons/icon.tsx';
import { formatCount } from '../../kit/format-count.ts';
import { Ago, Day } from '../../frame/utc-time.tsx';
import { CONTENT_NAMES } from '../content-names.ts';
import { nameCode } from '#core/codes/name-code.ts';
import { TagChip } from '../tags/tag-chip.tsx';
import { toListPath } from './list-query.ts';

interface CellProps {
  readonly code: QrCode;
}

export function ContentCell({ code }: CellProps) {
  return (
    <td role="cell" class="content">
      {say(CONTENT_NAMES[code.type])}
    </td>
  );
}

/** The short link as people read it aloud, without its scheme. The button copies all of it. */
export function LinkCell({ code, shortUrl }: CellProps & { readonly shortUrl: string }) {
  return (
    <td role="cell" class="link">
      {code.isDynamic ? (
        <span class="row fine">
          <bdi class="one-line">{shortUrl.replace(/^https?:\/\//, '')}</bdi>
          <button
            type="button"
            class="copy"
            data-copy-text={shortUrl}
            data-copied={say('Copied')}
            data-not-copied={say('Copying failed')}
          >
            <span class="visually-hidden">
              {say('Copy the short link of {code}', { code: nameCode(code) })}
            </span>
            <Icon name="copy" size={16} />
            <span class="tip" role="status" />
          </button>
        </span>
      ) : null}
    </td>
  );
}

/** More would not fit into a line. */
const MAX_TAGS_SHOWN = 2;

/** Each tag links to the codes that have it; those that do not fit are counted. */
export function TagsCell({ code, shared }: CellProps & { readonly shared: readonly string[] }) {
  const hidden = new Set(shared.map(toTagKey));
  const tags = code.tags.filter((tag) => !hidden.has(toTagKey(tag)));
  const shown = tags.slice(0, MAX_TAGS_SHOWN);
  const others = tags.slice(MAX_TAGS_SHOWN);
  return (
    <td role="cell" class="tags">
      {shown.length === 0 ? null : (
        <span class="row fine">
          {shown.map((tag) => (
            <a class="tag-link" href={toListPath([['tag', tag]])}>
              <TagChip tag={tag} />
            </a>
          ))}
          {others.length === 0 ? null : (
            <span class="fine" title={others.join(', ')}>
              <span aria-hidden="true">+{others.length}</span>
              <span class="visually-hidden">{others.join(', ')}</span>
            </span>
          )}
        </span>
      )}
    </td>
  );
}

export function StateCell({ code, status }: Pick<CountedQrCode, 'code' | 'status'>) {
  return (
    <td role="cell" class="state">
      {code.isDynamic ? <Status status={status} /> : <span class="muted">{say('Static')}</span>}
      {code.isArchived ? <span class="status archived">{say('Archived')}</span> : null}
    </td>
  );
}

export function ScansCell({ code, scans }: Pick<CountedQrCode, 'code' | 'scans'>) {
  return (
    <td role="cell" class="scans">
      {code.isDynamic ? (
        <>
          <span class="figure">{formatCount(scans)}</span>
          <span class="worded muted">
            {say('{count, plural, one {# scan} other {# scans}}', { count: scans })}
          </span>
        </>
      ) : (
        <>
          <span aria-hidden="true">–</span>
          <span class="visually-hidden">{say('not counted')}</span>
        </>
      )}
    </td>
  );
}

export function LastScanCell({
  code,
  lastScanAtMs,
  nowMs,
}: Pick<CountedQrCode, 'code' | 'lastScanAtMs'> & { readonly nowMs: number }) {
  return (
    <td role="cell" class="last_scan">
      {!code.isDynamic ? null : lastScanAtMs === null ? (
        <span class="never muted">{say('never')}</span>
      ) : (
        <Ago timeMs={lastScanAtMs} nowMs={nowMs} />
      )}
    </td>
  );
}

export function CreatedCell({ code }: CellProps) {
  return (
    <td role="cell" class="created">
      <Day timeMs={code.createdAtMs} />
    </td>
  );
}
