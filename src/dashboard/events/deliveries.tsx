import {
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
  type FailedAttempt,
} from '#core/events/delivery.ts';
import { nextAttempt, type Webhook } from '#core/events/webhook.ts';
import { isMessage, say, sayRich } from '#languages/say.ts';
import { Minute } from '../frame/utc-time.tsx';
import { PostButton } from '../kit/buttons.tsx';
import { Switch } from '../kit/choices/switch.tsx';
import { Pages } from '../kit/pages.tsx';
import { Row, Rows } from '../kit/rows.tsx';
import { toDeliveriesPath, toWebhookPath } from './paths.ts';
import { DELIVERY_WORDS, EVENT_WORDS } from './words.ts';

export interface DeliveriesProps {
  readonly webhook: Webhook;
  readonly deliveries: readonly Delivery[];
  /** Only those; null for all. */
  readonly state: DeliveryState | null;
  readonly isFirst: boolean;
  /** The last event of this page; null if it is the last page. */
  readonly next: string | null;
}

export function Deliveries({ webhook, deliveries, state, isFirst, next }: DeliveriesProps) {
  const pathOf = (shown: DeliveryState | null, before: string | null = null) =>
    toDeliveriesPath(webhook, { state: shown, before });
  return (
    <section id="deliveries">
      <h2>{say('What was sent')}</h2>
      <Switch
        label={say('What was sent')}
        choices={[null, ...DELIVERY_STATES].map((one) => ({
          href: pathOf(one),
          label: one === null ? say('All') : say(DELIVERY_WORDS[one]),
          isChosen: one === state,
        }))}
      />
      {deliveries.length === 0 ? (
        <p>{say('Nothing in the last 30 days.')}</p>
      ) : (
        <Rows>
          {deliveries.map((delivery) => (
            <DeliveryRow delivery={delivery} webhook={webhook} />
          ))}
        </Rows>
      )}
      <Pages first={isFirst ? null : pathOf(state)} next={next === null ? null : pathOf(state, next)} />
    </section>
  );
}

/** The dots of other states. */
const DOTS: Readonly<Record<DeliveryState, string>> = {
  pending: 'paused',
  delivered: 'active',
  failed: 'disabled',
  skipped: 'archived',
};

function DeliveryRow({ delivery, webhook }: { readonly delivery: Delivery; readonly webhook: Webhook }) {
  const { eventId, type, state, attempts, attemptedAtMs, dueAtMs, body, response, status, failures } =
    delivery;
  const nextMs = nextAttempt(delivery, webhook);
  const name = say(EVENT_WORDS[type]);
  return (
    <Row
      title={name}
      beside={<Minute timeMs={attemptedAtMs ?? dueAtMs} />}
      about={
        <>
          <span class={`status ${DOTS[state]}`}>{say(DELIVERY_WORDS[state])}</span>
          {attempts === 0 ? null : <> · {sayAttempts(delivery)}</>}
          {attempts === 0 || nextMs === null ? null : (
            <> · {sayRich('next attempt {time}', { time: <Minute timeMs={nextMs} /> })}</>
          )}
        </>
      }
      more={
        <details>
          <summary>{say('Message and response')}</summary>
          <p>{say('The event')}</p>
          <pre tabindex={0}>
            <code>{JSON.stringify(JSON.parse(body), null, 2)}</code>
          </pre>
          {response === null ? null : <Response status={status} response={response} />}
          {failures.length === 0 ? null : <Failures failures={failures} />}
        </details>
      }
    >
      {state === 'pending' && attempts === 0 ? null : (
        <PostButton
          kind="second"
          action={`${toWebhookPath(webhook)}/replay`}
          fields={{ event: eventId }}
          label={
            state === 'delivered'
              ? say('Send again: {what}', { what: name })
              : say('Send now: {what}', { what: name })
          }
        >
          {state === 'delivered' ? say('Send again') : say('Send now')}
        </PostButton>
      )}
    </Row>
  );
}

function Failures({ failures }: Pick<Delivery, 'failures'>) {
  return (
    <>
      <p>{say('Attempts that failed')}</p>
      <ul>
        {failures.map(({ attemptedAtMs, status, durationMs }) => (
          <li>
            <Minute timeMs={attemptedAtMs} /> · {sayOutcome({ status, durationMs })}
          </li>
        ))}
      </ul>
    </>
  );
}

function sayAttempts({ attempts, status, durationMs }: Delivery): string {
  return [
    say('{count, plural, one {# attempt} other {# attempts}}', { count: attempts }),
    ...(durationMs === null ? [] : [sayOutcome({ status, durationMs })]),
  ].join(' · ');
}

function sayOutcome({ status, durationMs }: Pick<FailedAttempt, 'status' | 'durationMs'>): string {
  return [
    status === null ? say('no response') : say('status {status}', { status: String(status) }),
    say('{ms, number} ms', { ms: durationMs }),
  ].join(' · ');
}

/** The start of a response, or why there was none. */
export function Response({
  status,
  response,
}: {
  readonly status: number | null;
  readonly response: string;
}) {
  if (status === null) return <p>{isMessage(response) ? say(response) : response}</p>;
  if (response === '') return <p>{say('The response was empty.')}</p>;
  return (
    <>
      <p>{say('The response begins with')}</p>
      <pre tabindex={0}>
        <code>{response}</code>
      </pre>
    </>
  );
}
