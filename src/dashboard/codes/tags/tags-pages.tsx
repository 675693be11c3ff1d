import type { Tag } from '#storage/codes/tags.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { Field, FormProblem } from '../../frame/field.tsx';
import type { Form } from '../../frame/form.ts';
import { formatCount } from '../../frame/format-count.ts';
import { toListPath } from '../list/list-query.ts';
import { formatCodes } from '../selection/pages.tsx';
import { TagChip } from './tag-chip.tsx';

type ShownTag = Pick<Tag, 'name' | 'codes'>;

interface TagsPageProps {
  readonly tags: readonly ShownTag[];
  readonly isFirst: boolean;
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
  readonly notice: string | null;
}

/** All tags of an account, with how many codes have each. */
export function TagsPage({ tags, isFirst, next, notice }: TagsPageProps) {
  return (
    <>
      <p class="back">
        <a href="/codes">All codes</a>
      </p>
      <h1>Tags</h1>
      {notice === null ? null : (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      {tags.length === 0 ? (
        <p>No code has a tag yet. Add one on the page of a code, or to several codes in the list.</p>
      ) : (
        <table class="tags">
          <thead>
            <tr>
              <th scope="col">Tag</th>
              <th scope="col" class="number">
                Codes
              </th>
              <EditorsOnly>
                <th scope="col">
                  <span class="visually-hidden">Change</span>
                </th>
              </EditorsOnly>
            </tr>
          </thead>
          <tbody>
            {tags.map(({ name, codes }) => (
              <tr>
                <td>
                  <a
                    href={toListPath([
                      ['tag', name],
                      ['archived', 'any'],
                    ])}
                  >
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
            ))}
          </tbody>
        </table>
      )}
      <div class="list-foot">
        <nav class="pages" aria-label="Pages">
          {isFirst ? null : <a href="/codes/tags">First page</a>}
          {next === null ? null : <a href={toListPath([['after', next]], '/codes/tags')}>Next page</a>}
        </nav>
      </div>
    </>
  );
}

/** Renames a tag, merges it with another one, or takes it from all codes. */
export function TagPage({ tag, form }: { readonly tag: ShownTag; readonly form: Form }) {
  return (
    <section class="narrow">
      <BackToTags />
      <h1 class="code-title">
        Tag <bdi>{tag.name}</bdi>
      </h1>
      <p>
        <a
          href={toListPath([
            ['tag', tag.name],
            ['archived', 'any'],
          ])}
        >
          {formatCodes(tag.codes)}
        </a>{' '}
        {tag.codes === 1 ? 'has' : 'have'} this tag, archived ones included.
      </p>
      <form method="post" action="/codes/tags/rename">
        <FormProblem form={form} />
        <input type="hidden" name="name" value={tag.name} />
        <Field
          form={form}
          name="new_name"
          label="New name"
          hint="With the name of another tag, the two become one."
          attributes={{ autocomplete: 'off', dir: 'auto', required: true }}
        />
        <button type="submit">Rename tag</button>
      </form>
      <h2>Delete</h2>
      <p>The tag is taken from all its codes. The codes stay. This cannot be undone.</p>
      <form method="post" action="/codes/tags/delete">
        <input type="hidden" name="name" value={tag.name} />
        <button type="submit" class="danger">
          Delete tag
        </button>
      </form>
    </section>
  );
}

/** Asks before two tags become one, which nobody can take apart again. */
export function MergePage({ tag, other }: { readonly tag: ShownTag; readonly other: ShownTag }) {
  return (
    <section class="narrow">
      <BackToTags />
      <h1>Merge two tags?</h1>
      <p>
        <TagChip tag={other.name} /> is there already, on {formatCodes(other.codes)}. The{' '}
        {formatCodes(tag.codes)} with <TagChip tag={tag.name} /> get it instead. Nobody can take the two apart
        again.
      </p>
      <form method="post" action="/codes/tags/rename">
        <input type="hidden" name="name" value={tag.name} />
        <input type="hidden" name="new_name" value={other.name} />
        <input type="hidden" name="merge" value="on" />
        <button type="submit">Merge tags</button>
      </form>
    </section>
  );
}

function BackToTags() {
  return (
    <p class="back">
      <a href="/codes/tags">All tags</a>
    </p>
  );
}
