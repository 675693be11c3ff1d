import { useContext } from 'hono/jsx';
import { say, sayRich } from '#languages/say.ts';
import type { Tag } from '#storage/codes/tags.ts';
import type { Form } from '../../frame/forms/form.ts';
import { EditorsOnly, MayEdit } from '../../frame/editors-only.tsx';
import { formatCount } from '../../kit/format-count.ts';
import { Button, HiddenFields, LinkButton, PostButton } from '../../kit/buttons.tsx';
import { ConfirmPage } from '../../kit/confirm-page.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Field, FilledForm } from '../../kit/field.tsx';
import { NarrowPage, PageHead } from '../../kit/page-head.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Table } from '../../kit/table.tsx';
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
  const mayEdit = useContext(MayEdit);
  return (
    <>
      <PageHead back={{ href: '/codes', label: say('All codes') }} title={say('Tags')} />
      {tags.length === 0 ? (
        <Empty>
          <p>{say('No code has a tag yet. Tick codes in the list to tag them together.')}</p>
          <LinkButton kind="quiet" href="/codes">
            {say('Choose codes')}
          </LinkButton>
        </Empty>
      ) : (
        <Table
          columns={[
            { label: say('Tag') },
            { label: say('Codes'), isNumber: true },
            ...(mayEdit ? [{ label: say('Change'), isUnseen: true }] : []),
          ]}
        >
          {tags.map((tag) => (
            <TagRow {...tag} />
          ))}
        </Table>
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
    <tr>
      <td>
        <a href={toTagged(name)}>
          <TagChip tag={name} />
        </a>
      </td>
      <td class="number">{formatCount(codes)}</td>
      <EditorsOnly>
        <td>
          <a href={toListPath([['name', name]], '/codes/tags/edit')}>
            {sayRich('Change<hidden> {tag}</hidden>', {
              tag: name,
              hidden: (text) => <span class="visually-hidden">{text}</span>,
            })}
          </a>
        </td>
      </EditorsOnly>
    </tr>
  );
}

/** The codes that have a tag, archived ones included. */
function toTagged(name: string): string {
  return toListPath(Object.entries({ tag: name, archived: 'any' }));
}

/** Renames a tag, merges it with another one, or removes it from all codes. */
export function TagPage({ tag, form }: { readonly tag: ShownTag; readonly form: Form }) {
  return (
    <NarrowPage
      back={{ href: '/codes/tags', label: say('All tags') }}
      title={sayRich('Tag {tag}', { tag: <bdi>{tag.name}</bdi> })}
    >
      <p>
        {sayRich(
          '{count, plural, one {<codes># code</codes> has this tag} other {<codes># codes</codes> have this tag}}, archived ones included.',
          { count: tag.codes, codes: (text) => <a href={toTagged(tag.name)}>{text}</a> },
        )}
      </p>
      <FilledForm form={form} action="/codes/tags/rename" hidden={{ name: tag.name }}>
        <Field
          name="new_name"
          label={say('New name')}
          hint={say('If you enter the name of another tag, the two are merged.')}
          attributes={{ autocomplete: 'off', dir: 'auto', required: true }}
        />
        <Button>{say('Rename tag')}</Button>
      </FilledForm>
      <h2>{say('Delete')}</h2>
      <p>{say('The tag is removed from all its codes. The codes stay. This cannot be undone.')}</p>
      <PostButton kind="danger" action="/codes/tags/delete" fields={{ name: tag.name }}>
        {say('Delete tag')}
      </PostButton>
    </NarrowPage>
  );
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
