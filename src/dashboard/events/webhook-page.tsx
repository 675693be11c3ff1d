import { type Attempt, isDelivered } from '#core/events/delivery.ts';
import type { EventType } from '#core/events/event.ts';
import { statusOf, type Webhook } from '#core/events/webhook.ts';
import { say } from '#languages/say.ts';
import { Fields, type FieldTable } from '../frame/forms/field-table.tsx';
import type { Form } from '../frame/forms/form.ts';
import { Button, ButtonRow, PostButton } from '../kit/buttons.tsx';
import { Confirm } from '../kit/confirm/confirm.tsx';
import { FilledForm } from '../kit/field.tsx';
import { Notice } from '../kit/notice.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { Deliveries, type DeliveriesProps, Response } from './deliveries.tsx';
import { hostOf, toWebhookPath, WEBHOOKS_PATH } from './paths.ts';
import { sayTrouble, State } from './state.tsx';
import { WebhookFields } from './webhook-form.tsx';
import { FORMAT_WORDS } from './words.ts';

/** Times of the form that sends events again. */
const TIMES = {
  since: { kind: 'moment', label: 'From (UTC)', isRequired: true },
  until: { kind: 'moment', label: 'Until (UTC, optional)' },
} as const satisfies FieldTable;

interface WebhookPageProps extends DeliveriesProps {
  readonly form: Form;
  readonly replayForm: Form;
  readonly offered: readonly EventType[];
  /** What came of a test that was just sent. */
  readonly attempt: Attempt | null;
}

export function WebhookPage({ form, replayForm, offered, attempt, ...sent }: WebhookPageProps) {
  const { webhook } = sent;
  const path = toWebhookPath(webhook);
  const trouble = sayTrouble(webhook);
  return (
    <>
      <PageHead title={hostOf(webhook)} back={{ href: WEBHOOKS_PATH, label: say('Webhooks') }}>
        <Actions webhook={webhook} path={path} />
      </PageHead>
      <p class="cluster">
        <State webhook={webhook} />
        <span class="muted">{say(FORMAT_WORDS[webhook.format])}</span>
      </p>
      {trouble === null ? null : <Notice>{trouble}</Notice>}
      {attempt === null ? null : <TestResult {...attempt} />}
      {webhook.format === 'standard' ? (
        <p class="muted">{say('After a new secret, the old one signs too for 24 hours.')}</p>
      ) : null}
      <section class="card">
        <h2>{say('Events sent')}</h2>
        <FilledForm form={form} action={path} novalidate data-unsaved>
          <WebhookFields offered={offered} isNew={false} />
          <Button>{say('Save')}</Button>
        </FilledForm>
      </section>
      <Deliveries {...sent} />
      <section class="card">
        <h2>{say('Send missed events')}</h2>
        <p>
          {say(
            'This includes what happened while it was paused or switched off, for up to 30 days, oldest first. Each event counts as one request of your plan, and is sent again at most once every ten minutes.',
          )}
        </p>
        <FilledForm form={replayForm} action={`${path}/replay`} novalidate>
          <Fields of={TIMES} names={[['since', 'until']]} />
          <Button kind="second">{say('Send again')}</Button>
        </FilledForm>
      </section>
      <Confirm action={`${path}/delete`} label={say('Delete the webhook…')} button={say('Delete webhook')}>
        <p>
          {say('What is still waiting to be sent is not sent, and the list of its deliveries is deleted.')}
        </p>
      </Confirm>
    </>
  );
}

function Actions({ webhook, path }: { readonly webhook: Webhook; readonly path: string }) {
  const isOn = statusOf(webhook) === 'active';
  return (
    <ButtonRow>
      <PostButton action={`${path}/test`}>{say('Send a test')}</PostButton>
      <PostButton kind="second" action={`${path}/pause`} fields={{ paused: isOn ? 'on' : '' }}>
        {isOn ? say('Pause') : say('Resume')}
      </PostButton>
      {webhook.format === 'standard' ? (
        <PostButton kind="second" action={`${path}/rotate`}>
          {say('New secret')}
        </PostButton>
      ) : null}
    </ButtonRow>
  );
}

function TestResult({ status, durationMs, response }: Attempt) {
  return (
    <Notice kind={isDelivered(status) ? 'done' : 'error'}>
      {status === null ? null : (
        <p>
          {say('The test was answered with status {status} after {ms, number} ms.', {
            status: String(status),
            ms: durationMs,
          })}
        </p>
      )}
      <Response status={status} response={response} />
    </Notice>
  );
}
