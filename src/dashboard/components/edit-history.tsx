import type { Child } from 'hono/jsx';
import type { PastEdit } from '../../storage/qr-code-edits.ts';
import { Target } from './target.tsx';
import { Minute } from './utc-time.tsx';

/** Who changed what, newest first. */
export function EditHistory({ edits }: { readonly edits: readonly PastEdit[] }) {
  return (
    <ol class="edits">
      {edits.map(({ editedAtMs, editor, from, to }) => (
        <li>
          <p>
            <EditorName editor={editor} /> · <Minute timeMs={editedAtMs} />
          </p>
          <dl>
            {from.title === to.title ? null : (
              <Change what="Title" from={<Title title={from.title} />} to={<Title title={to.title} />} />
            )}
            {from.target === to.target ? null : (
              <Change
                what="Target"
                from={<Target target={from.target} />}
                to={<Target target={to.target} />}
              />
            )}
          </dl>
        </li>
      ))}
    </ol>
  );
}

function EditorName({ editor }: Pick<PastEdit, 'editor'>) {
  if (editor === null) return <strong>Somebody who is no longer known</strong>;
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
