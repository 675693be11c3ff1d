import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { toTagKey } from '#core/codes/tags.ts';
import { say, sayRich } from '#languages/say.ts';
import type { Total } from '#service/lists/list-length.ts';
import { formatTotal } from '../../kit/format-count.ts';
import { ButtonRow, LinkButton } from '../../kit/buttons.tsx';
import { Empty } from '../../kit/empty.tsx';
import { TagChip } from '../tags/tag-chip.tsx';
import { type CodeListQuery, toListPath } from './list-query.ts';

/** The tags that every row of a page would repeat. */
export function findSharedTags(codes: readonly CountedQrCode[]): readonly string[] {
  const [first, ...others] = codes.map(({ code }) => code.tags);
  if (first === undefined || others.length === 0) return [];
  const keys = others.map((tags) => new Set(tags.map(toTagKey)));
  return first.filter((tag) => keys.every((other) => other.has(toTagKey(tag))));
}

interface ListCountProps {
  readonly query: CodeListQuery;
  /** Null if unknown. */
  readonly total: Total | null;
  readonly sharedTags: readonly string[];
}

/** How many codes are in the list, and what all rows have in common; screen readers say it after a search. */
export function ListCount({ query, total, sharedTags }: ListCountProps) {
  const problem = query.form.error('q');
  if (problem !== undefined) return <span data-problem>{problem}</span>;
  const filtered = new Set((query.filter.tags ?? []).map(toTagKey));
  const tags = sharedTags.filter((tag) => !filtered.has(toTagKey(tag)));
  return (
    <>
      {total === null ? null : <span>{sayTotal(total, query.isFiltered)}</span>}
      {tags.length === 0 ? null : (
        <span class="shared-tags">
          {sayRich('All on this page: {tags}', {
            tags: tags.map((tag) => (
              <a class="tag-link" href={toListPath([['tag', tag]])}>
                <TagChip tag={tag} />
              </a>
            )),
          })}
        </span>
      )}
    </>
  );
}

function sayTotal({ codes, isMore }: Total, isFiltered: boolean): string {
  if (isMore) return say('{count} codes', { count: formatTotal({ codes, isMore }) });
  return isFiltered
    ? say('{count, plural, =0 {No codes match} one {# code matches} other {# codes match}}', { count: codes })
    : say('{count, plural, one {# code} other {# codes}}', { count: codes });
}

/** The list of a refused search: its field says why. */
export function Refused() {
  return (
    <Empty>
      <p>{say('This search cannot be run as it is.')}</p>
      <ClearButton />
    </Empty>
  );
}

/** A page without codes: one sentence, and what to do. */
export function Nothing({ query, isEnd }: { readonly query: CodeListQuery; readonly isEnd: boolean }) {
  if (!isEnd) return <Empty>{say('No codes match so far. The next page continues the search.')}</Empty>;
  if (!query.isFiltered) {
    return (
      <Empty>
        <p>{say('There are no more codes.')}</p>
        <LinkButton kind="second" href="/codes?archived=true">
          {say('Show archived codes')}
        </LinkButton>
      </Empty>
    );
  }
  return (
    <Empty>
      <p>{say('No codes match this search.')}</p>
      <ButtonRow>
        <ClearButton />
        {query.filter.isArchived === false ? (
          <a href={toListPath([...query.parameters, ['archived', 'any']])}>
            {say('Search archived codes too')}
          </a>
        ) : null}
      </ButtonRow>
    </Empty>
  );
}

function ClearButton() {
  return (
    <LinkButton kind="second" href="/codes">
      {say('Clear the search')}
    </LinkButton>
  );
}
