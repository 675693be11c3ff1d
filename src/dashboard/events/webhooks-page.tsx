import type { EventType } from '#core/events/event.ts';
import type { Webhook } from '#core/events/webhook.ts';
import { say, sayRich } from '#languages/say.ts';
import { type Adding, ListRoom } from '../accounts/settings/list-room.tsx';
import { LinkButton } from '../kit/buttons.tsx';
import { Empty } from '../kit/empty.tsx';
import { Notice } from '../kit/notice.tsx';
import { Row } from '../kit/rows.tsx';
import { Secret } from '../kit/secret.tsx';
import { hostOf, toWebhookPath, WEBHOOKS_PATH } from './paths.ts';
import { sayTrouble, State } from './state.tsx';
import { EVENT_WORDS } from './words.ts';
import { WebhookFields } from './webhook-form.tsx';

interface WebhooksPageProps {
  readonly webhooks: readonly Webhook[];
  readonly offered: readonly EventType[];
  readonly adding: Adding | null;
}

export function WebhooksPage({ webhooks, offered, adding }: WebhooksPageProps) {
  return (
    <ListRoom
      title={say('Your webhooks')}
      rows={webhooks.map((webhook) => (
        <WebhookRow webhook={webhook} isOwner={adding !== null} />
      ))}
      none={
        <Empty>
          {sayRich(
            'A webhook is an address of yours to which we send a message as soon as something happens, such as a new code or a target that stopped working. So your own programs, or a channel in Slack, Teams or Discord, hear of it at once: <docs>see how</docs>.',
            { docs: (text) => <a href="/docs">{text}</a> },
          )}
        </Empty>
      }
      action={WEBHOOKS_PATH}
      adding={adding}
      addTitle={say('Add a webhook')}
      addButton={say('Add webhook')}
      attributes={{ novalidate: true }}
      others={say('Only owners of the account can add and change webhooks. If you need one, ask an owner.')}
    >
      <WebhookFields offered={offered} isNew />
    </ListRoom>
  );
}

/** The whole address is for owners: that of a channel lets everybody who knows it write there. */
function WebhookRow({ webhook, isOwner }: { readonly webhook: Webhook; readonly isOwner: boolean }) {
  const { url, description, events } = webhook;
  const trouble = sayTrouble(webhook);
  return (
    <Row
      title={isOwner ? <a href={toWebhookPath(webhook)}>{url}</a> : hostOf(webhook)}
      about={
        <>
          <State webhook={webhook} />
          {description === null ? null : <> · {description}</>} · {sayEvents(events)}
        </>
      }
      more={trouble === null ? null : <p>{trouble}</p>}
      state={webhook.disabledFor === null ? undefined : 'failed'}
    />
  );
}

function sayEvents(events: readonly EventType[]): string {
  const [first] = events;
  return first && events.length === 1
    ? say(EVENT_WORDS[first])
    : say('{count} kinds of events', { count: String(events.length) });
}

interface SecretPageProps {
  readonly webhook: Webhook;
  readonly secret: string;
  /** Whether it replaces another one. */
  readonly isRotated: boolean;
}

/** The only page that shows a secret: the database has it encrypted, and gives it to nobody. */
export function SecretPage({ webhook, secret, isRotated }: SecretPageProps) {
  return (
    <section>
      <h2>{isRotated ? say('A new secret') : say('Your new webhook')}</h2>
      <Notice kind="done">
        {sayRich('Copy the secret for <b>{host}</b> now. No page shows it again.', {
          host: hostOf(webhook),
          b: (text) => <strong>{text}</strong>,
        })}
      </Notice>
      <Secret id="secret" label={say('The secret')} value={secret} />
      <p>
        {isRotated
          ? say('The old one signs too for 24 hours: put the new one into your program until then.')
          : sayRich('With it, your program checks that a message is from us: <docs>see how</docs>.', {
              docs: (text) => <a href="/docs">{text}</a>,
            })}
      </p>
      <p>
        <LinkButton href={toWebhookPath(webhook)}>{say('Done')}</LinkButton>
      </p>
    </section>
  );
}
