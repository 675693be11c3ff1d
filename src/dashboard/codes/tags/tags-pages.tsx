import { say, sayRich } from '#languages/say.ts';
import type { Tag } from '#storage/codes/tags.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { ButtonRow, HiddenFields, LinkButton } from '../../kit/buttons.tsx';
import { Confirm } from '../../kit/confirm/confirm.tsx';
import { ConfirmPage } from '../../kit/confirm/confirm-page.tsx';
import { Empty } from '../../kit/empty.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Row, Rows } from '../../kit/rows.tsx';
import { toListPath } from '../list/list-query.ts';
import { TagChip } from './tag-chip.tsx';

type ShownTag = Pick<Tag, 'name' | 'codes'>;

interface TagsPageProps {
  readonly tags: readonly ShownTag[];
  readonly isFirst: boolean;
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** All tags of an account, with the number of codes for each. */
export function TagsPage({ tags, isFirst, next }: TagsPageProps) {
  return (
    <>
      <PageHead back={{ href: '/codes', label: say('All codes') }} title={say('Tags')} />
      {tags.length === 0 ? (
        <Empty>
          <p>{say('No code has a tag yet. Tick codes in the list to tag them together.')}</p>
          <LinkButton kind="second" href="/codes">
            {say('Choose codes')}
          </LinkButton>
        </Empty>
      ) : (
        <Rows>
          {tags.map((tag) => (
            <TagRow {...tag} />
          ))}
        </Rows>
      )}
      <Pages
        first={isFirst ? null : '/codes/tags'}
        next={next === null ? null : toListPath([['after', next]], '/codes/tags')}
      />
    </>
  );
}

function TagRow({ name, codes }: ShownTag) {
  return (
    <Row
      title={
        <a href={toTagged(name)}>
          <TagChip tag={name} />
        </a>
      }
      about={say('{count, plural, one {# code} other {# codes}}', { count: codes })}
    >
      <EditorsOnly>
        <ButtonRow>
          <Confirm
            kind="main"
            action="/codes/tags/rename"
            label={say('Rename…')}
            of={name}
            button={say('Rename tag')}
            hidden={{ name }}
          >
            <label>
              {say('If you enter the name of another tag, the two are merged.')}
              <input name="new_name" value={name} required autocomplete="off" dir="auto" />
            </label>
          </Confirm>
          <Confirm
            action="/codes/tags/delete"
            label={say('Delete…')}
            of={name}
            button={say('Delete tag')}
            hidden={{ name }}
          >
            <p>{say('The tag is removed from all its codes. The codes stay. This cannot be undone.')}</p>
          </Confirm>
        </ButtonRow>
      </EditorsOnly>
    </Row>
  );
}

/** The codes that have a tag, archived ones included. */
function toTagged(name: string): string {
  return toListPath(Object.entries({ tag: name, archived: 'any' }));
}

/** Asks before two tags are merged, which nobody can undo. */
export function MergePage({ tag, other }: { readonly tag: ShownTag; readonly other: ShownTag }) {
  return (
    <ConfirmPage
      title={say('Merge two tags?')}
      action="/codes/tags/rename"
      back="/codes/tags"
      button={say('Merge tags')}
      fields={<HiddenFields fields={{ name: tag.name, new_name: other.name, merge: 'on' }} />}
    >
      <p>
        {sayRich(
          '{other} already exists, on {others, plural, one {# code} other {# codes}}. {count, plural, one {The code} other {The # codes}} with {tag} will get it instead. This cannot be undone.',
          {
            other: <TagChip tag={other.name} />,
            others: other.codes,
            tag: <TagChip tag={tag.name} />,
            count: tag.codes,
          },
        )}
      </p>
    </ConfirmPage>
  );
}
