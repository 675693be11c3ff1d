import { say, sayRich } from '#languages/say.ts';
import type { PastEdit } from '#core/codes/past-edit.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { PostButton } from '../../kit/buttons.tsx';
import { Day, formatMinute, groupByDay, TimeOfDay } from '../../frame/utc-time.tsx';
import { listChanges } from './changes.tsx';

export interface EditHistoryProps {
  readonly edits: readonly PastEdit[];
  readonly path: string;
  /** Whether the first edit is the latest one, which shows the code's current state. */
  readonly isNewest: boolean;
  readonly hasMoreEdits: boolean;
  readonly creator: PastEdit['editor'];
}

/**
 * The edits with their authors, day by day, newest first, and the state of the code before all of them. Each earlier state can be
 * restored.
 */
export function EditHistory(props: EditHistoryProps) {
  const { edits, path, isNewest, hasMoreEdits, creator } = props;
  const first = hasMoreEdits ? undefined : edits.at(-1);
  return (
    <>
      <ol class="timeline">
        {groupByDay(edits, ({ editedAtMs }) => editedAtMs).map(([dayMs, ofDay]) => (
          <li>
            <h3 class="day">
              <Day timeMs={dayMs} />
            </h3>
            <ol class="edits">
              {ofDay.map((edit) => (
                <li class="apart">
                  <Edit {...edit} />
                  {isNewest && edit === edits[0] ? (
                    <p class="muted">{say('As it is now')}</p>
                  ) : (
                    <RestoreButton path={path} edit={edit} side="after" />
                  )}
                </li>
              ))}
            </ol>
          </li>
        ))}
        {first ? (
          <li class="first apart">
            <p>{sayRich('As created by {author}', { author: <EditorName editor={creator} /> })}</p>
            <RestoreButton path={path} edit={first} side="before" />
          </li>
        ) : null}
      </ol>
      <EditorsOnly>
        <p class="muted">
          {say('Restoring a state leaves the password and the external id as they are now.')}
        </p>
      </EditorsOnly>
      {hasMoreEdits ? (
        <p class="alone">
          <a href={`${path}?before=${edits.at(-1)?.id}#history`}>{say('Earlier edits')}</a>
        </p>
      ) : null}
    </>
  );
}

function Edit({ editedAtMs, editor, changes, edits: count }: PastEdit) {
  const author = <EditorName editor={editor} />;
  return (
    <div>
      <p>
        {count > 1
          ? sayRich('{count, plural, one {# edit} other {# edits}}, the last by {author}', { count, author })
          : author}{' '}
        ·{' '}
        <span class="muted">
          <TimeOfDay timeMs={editedAtMs} />
        </span>
      </p>
      <dl>
        {listChanges(changes).map(({ what, from, to }) => (
          <div>
            <dt>{what}</dt>
            <dd>
              <span class="visually-hidden">{say('Before:')} </span>
              <del>{from}</del>
            </dd>
            <dd>
              <span class="visually-hidden">{say('After:')} </span>
              <ins>{to}</ins>
            </dd>
          </div>
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
        kind="second"
        action={`${path}/restore`}
        fields={{ edit: String(id), ...(side === 'before' ? { side } : {}) }}
        isInline
      >
        {sayRich(
          'Restore this<hidden> state, {side, select, before {before} other {after}} {time}</hidden>',
          {
            hidden: (text) => <span class="visually-hidden">{text}</span>,
            side,
            time: formatMinute(editedAtMs),
          },
        )}
      </PostButton>
    </EditorsOnly>
  );
}

function EditorName({ editor }: Pick<PastEdit, 'editor'>) {
  if (editor === null) return <strong>{say('Unknown editor')}</strong>;
  const name = <bdi>{editor.name}</bdi>;
  switch (editor.kind) {
    case 'api_key':
      return <strong>{sayRich('API key “{name}”', { name })}</strong>;
    case 'app':
      return <strong>{sayRich('App “{name}”', { name })}</strong>;
    case 'person':
      return <strong>{name}</strong>;
  }
}
