import type { Child } from 'hono/jsx';
import type { PastEdit } from '#core/codes/past-edit.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { Target } from './target.tsx';
import { listControlChanges } from '../../control/changes.ts';
import { formatCount } from '../../frame/format-count.ts';
import { PostButton } from '../../kit/buttons.tsx';
import { Minute } from '../../frame/utc-time.tsx';

interface EditHistoryProps {
  readonly edits: readonly PastEdit[];
  readonly path: string;
  /** Whether the first edit is the latest one, which shows the code's current state. */
  readonly isNewest: boolean;
  readonly hasMore: boolean;
}

/** The edits with their authors, newest first, and the state of the code before all of them. Each earlier state can be restored. */
export function EditHistory({ edits, path, isNewest, hasMore }: EditHistoryProps) {
  const first = hasMore ? undefined : edits.at(-1);
  return (
    <ol class="edits">
      {edits.map((edit, i) => (
        <li>
          <Edit {...edit} />
          {isNewest && i === 0 ? (
            <p class="muted">As it is now</p>
          ) : (
            <RestoreButton path={path} edit={edit} side="after" />
          )}
        </li>
      ))}
      {first ? (
        <li>
          <p>Before these edits</p>
          <RestoreButton path={path} edit={first} side="before" />
        </li>
      ) : null}
    </ol>
  );
}

function Edit({ editedAtMs, editor, from, to, edits: count }: PastEdit) {
  return (
    <div>
      <p>
        {count > 1 ? `${formatCount(count)} edits, the last by ` : null}
        <EditorName editor={editor} /> · <Minute timeMs={editedAtMs} />
      </p>
      <dl>
        {from.title === to.title ? null : (
          <Change what="Title" from={<Title title={from.title} />} to={<Title title={to.title} />} />
        )}
        {from.target === null || to.target === null ? null : (
          <Change what="Target" from={<Target target={from.target} />} to={<Target target={to.target} />} />
        )}
        {listControlChanges(from.control, to.control).map((change) => (
          <Change {...change} />
        ))}
      </dl>
    </div>
  );
}

interface RestoreProps {
  readonly path: string;
  readonly edit: PastEdit;
  readonly side: 'after' | 'before';
}

function RestoreButton({ path, edit: { id, editedAtMs }, side }: RestoreProps) {
  return (
    <EditorsOnly>
      <PostButton
        kind="outline"
        action={`${path}/restore`}
        fields={{ edit: String(id), ...(side === 'before' ? { side } : {}) }}
        isInline
      >
        Restore this
        <span class="visually-hidden">
          {' '}
          state, {side} {new Date(editedAtMs).toISOString()}
        </span>
      </PostButton>
    </EditorsOnly>
  );
}

function EditorName({ editor }: Pick<PastEdit, 'editor'>) {
  if (editor === null) return <strong>Unknown editor</strong>;
  return (
    <strong>
      {editor.kind === 'api_key' ? 'API key ' : null}
      <bdi>{editor.kind === 'api_key' ? `“${editor.name}”` : editor.name}</bdi>
    </strong>
  );
}

function Change({ what, from, to }: { readonly what: string; readonly from: Child; readonly to: Child }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>
        <span class="visually-hidden">from </span>
        <del>{from}</del>
      </dd>
      <dd>
        <span class="visually-hidden">to </span>
        <ins>{to}</ins>
      </dd>
    </div>
  );
}

function Title({ title }: { readonly title: string | null }) {
  return title === null ? <em>no title</em> : <bdi>{title}</bdi>;
}
