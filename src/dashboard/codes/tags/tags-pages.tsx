import type { Tag } from '#storage/codes/tags.ts';
import { useContext } from 'hono/jsx';
import { EditorsOnly, MayEdit } from '../../frame/editors-only.tsx';
import { Button, PostButton } from '../../kit/buttons.tsx';
import { Field, FilledForm } from '../../kit/field.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { formatCodes, formatCount } from '../../frame/format-count.ts';
import { NarrowPage, PageHead } from '../../kit/page-head.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Table } from '../../kit/table.tsx';
import { toListPath } from '../list/list-query.ts';
import { TagChip } from './tag-chip.tsx';

const ALL_TAGS = { href: '/codes/tags', label: 'All tags' };

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
      <PageHead back={{ href: '/codes', label: 'All codes' }} title="Tags" />
      {tags.length === 0 ? (
        <p>No code has a tag yet. Add one on the page of a code, or to several codes in the list.</p>
      ) : (
        <Table
          columns={[
            { label: 'Tag' },
            { label: 'Codes', isNumber: true },
            ...(mayEdit ? [{ label: 'Change', isUnseen: true }] : []),
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
            Change<span class="visually-hidden"> {name}</span>
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
      back={ALL_TAGS}
      title={
        <>
          Tag <bdi>{tag.name}</bdi>
        </>
      }
    >
      <p>
        <a href={toTagged(tag.name)}>{formatCodes(tag.codes)}</a> {tag.codes === 1 ? 'has' : 'have'} this tag,
        archived ones included.
      </p>
      <FilledForm form={form} action="/codes/tags/rename" hidden={{ name: tag.name }}>
        <Field
          name="new_name"
          label="New name"
          hint="If you enter the name of another tag, the two are merged."
          attributes={{ autocomplete: 'off', dir: 'auto', required: true }}
        />
        <Button>Rename tag</Button>
      </FilledForm>
      <h2>Delete</h2>
      <p>The tag is removed from all its codes. The codes stay. This cannot be undone.</p>
      <PostButton kind="danger" action="/codes/tags/delete" fields={{ name: tag.name }}>
        Delete tag
      </PostButton>
    </NarrowPage>
  );
}

/** Asks before two tags are merged, which nobody can undo. */
export function MergePage({ tag, other }: { readonly tag: ShownTag; readonly other: ShownTag }) {
  return (
    <NarrowPage back={ALL_TAGS} title="Merge two tags?">
      <p>
        <TagChip tag={other.name} /> already exists, on {formatCodes(other.codes)}. The{' '}
        {formatCodes(tag.codes)} with <TagChip tag={tag.name} /> get it instead. You cannot undo this.
      </p>
      <PostButton action="/codes/tags/rename" fields={{ name: tag.name, new_name: other.name, merge: 'on' }}>
        Merge tags
      </PostButton>
    </NarrowPage>
  );
}
