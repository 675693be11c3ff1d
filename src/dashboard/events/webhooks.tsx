import { Hono } from 'hono';
import { newWebhookBody, toWebhookEdit, webhookChange } from '#contract/events/webhooks.ts';
import { type Attempt, DELIVERY_STATES } from '#core/events/delivery.ts';
import type { Webhook } from '#core/events/webhook.ts';
import { say } from '#languages/say.ts';
import {
  changeWebhook,
  createWebhookOnce,
  deleteWebhook,
  replayEvents,
  rotateSecret,
  testWebhook,
  WEBHOOK_ID_PREFIX,
} from '#service/events/webhooks.ts';
import { listDeliveries, type ReplayedEvents } from '#storage/events/deliveries.ts';
import { findWebhook, listWebhooks } from '#storage/events/webhooks.ts';
import { offerAdding, renderSettings } from '../accounts/settings/list-room.tsx';
import { takeFromPlan } from '../accounts/sign-in/limit-attempts.ts';
import { checkFreshSignIn, requireFreshSignIn, requireOwner } from '../accounts/sign-in/require-session.ts';
import type { DashboardContext, DashboardEnv } from '../frame/dashboard-env.ts';
import { redirectSaying } from '../frame/flash/flash.ts';
import { Form, readForm } from '../frame/forms/form.ts';
import { readFormId } from '../frame/forms/form-id.ts';
import { submit } from '../frame/forms/validate-form.ts';
import { findOwn, pageNotFound } from '../frame/page-error.ts';
import { renderPage } from '../frame/render.tsx';
import { hostOf, toWebhookPath, WEBHOOKS_PATH } from './paths.ts';
import { newForm, readWebhook, toForm } from './webhook-form.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { SecretPage, WebhooksPage } from './webhooks-page.tsx';
import { listOffered } from './words.ts';

const DELIVERIES_PER_PAGE = 25;

/** `/settings/webhooks`: the addresses to which events of the account are sent. */
export const webhookRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => showWebhooks(c, newForm()))
  .post('/', requireOwner, requireFreshSignIn, addWebhook)
  .use('/:id/*', requireOwner)
  .get('/:id', async (c) => renderWebhook(c, await findOwn(c, findWebhook)))
  .post('/:id', saveWebhook)
  .post('/:id/pause', pauseWebhook)
  .post('/:id/test', sendTest)
  .post('/:id/rotate', requireFreshSignIn, rotate)
  .post('/:id/replay', sendAgain)
  .post('/:id/delete', removeWebhook);

async function showWebhooks(c: DashboardContext, form: Form): Promise<Response> {
  const deps = c.get('deps');
  const webhooks = await listWebhooks(deps.db, c.get('person').account.id);
  const adding = offerAdding(c, form, WEBHOOK_ID_PREFIX);
  const page = <WebhooksPage {...{ webhooks, adding }} offered={listOffered(deps)} />;
  return renderSettings(c, 'Webhooks', page, form);
}

/** `POST /settings/webhooks`: the response shows the secret, unless the format needs none. */
async function addWebhook(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const id = readFormId(form, WEBHOOK_ID_PREFIX);
  const input = readWebhook(c.get('deps'), form, { isNew: true });
  const created = await submit(form, newWebhookBody, input, (body) =>
    createWebhookOnce(c.get('deps'), c.get('person'), body, id),
  );
  if (created === null) return showWebhooks(c, form);
  const isSigned = form.value('format') === 'standard';
  if (created !== 'made_before' && isSigned) return showSecret(c, created.webhook, created.secret);
  const said = created === 'made_before' && isSigned ? 'webhook_added_before' : 'webhook_added';
  return redirectSaying(c, toWebhookPath({ id }), said);
}

function showSecret(c: DashboardContext, webhook: Webhook, secret: string, isRotated = false) {
  return renderSettings(c, 'Webhooks', <SecretPage {...{ webhook, secret, isRotated }} />);
}

interface Shown {
  readonly form?: Form;
  readonly replayForm?: Form;
  readonly attempt?: Attempt;
}

async function renderWebhook(c: DashboardContext, webhook: Webhook, shown: Shown = {}): Promise<Response> {
  const { form = toForm(webhook), replayForm = new Form(), attempt = null } = shown;
  const deps = c.get('deps');
  const state = DELIVERY_STATES.find((one) => one === c.req.query('state')) ?? null;
  const before = c.req.query('before') ?? null;
  const limit = DELIVERIES_PER_PAGE + 1;
  const found = await listDeliveries(deps.db, webhook.id, { state, before, limit });
  const deliveries = found.slice(0, DELIVERIES_PER_PAGE);
  return renderPage(
    c,
    { title: hostOf(webhook), section: 'Settings', status: (form.hasErrors ? form : replayForm).status },
    <WebhookPage
      {...{ webhook, form, replayForm, attempt, deliveries, state }}
      offered={listOffered(deps)}
      isFirst={before === null}
      next={found.length === limit ? (deliveries.at(-1)?.eventId ?? null) : null}
    />,
  );
}

async function saveWebhook(c: DashboardContext): Promise<Response> {
  const webhook = await findOwn(c, findWebhook);
  const form = await readForm(c);
  const input = readWebhook(c.get('deps'), form, { isNew: false });
  const changed = await submit(form, webhookChange, input, (body) => {
    // Another address gets all that happens from now on.
    if (body.url !== webhook.url) checkFreshSignIn(c);
    return changeWebhook(c.get('deps'), webhook, toWebhookEdit(body));
  });
  return changed ? redirectSaying(c, toWebhookPath(webhook), 'saved') : renderWebhook(c, webhook, { form });
}

async function pauseWebhook(c: DashboardContext): Promise<Response> {
  const webhook = await findOwn(c, findWebhook);
  const isPaused = (await readForm(c)).isChecked('paused');
  const changed = await changeWebhook(c.get('deps'), webhook, { isPaused });
  const said = isPaused ? 'webhook_paused' : 'webhook_resumed';
  return redirectSaying(c, toWebhookPath(webhook), changed.ok ? said : 'unchanged');
}

async function sendTest(c: DashboardContext): Promise<Response> {
  const webhook = await findOwn(c, findWebhook);
  return renderWebhook(c, webhook, { attempt: await testWebhook(c.get('deps'), webhook) });
}

async function rotate(c: DashboardContext): Promise<Response> {
  const webhook = await findOwn(c, findWebhook);
  const rotated = await rotateSecret(c.get('deps'), c.get('person'), webhook);
  if (rotated.ok) return showSecret(c, webhook, rotated.value.secret, true);
  if (rotated.error.reason === 'gone') throw pageNotFound();
  return redirectSaying(c, toWebhookPath(webhook), 'too_many_secrets');
}

/** `POST …/replay`: the event of a button, or those of a time. */
async function sendAgain(c: DashboardContext): Promise<Response> {
  const webhook = await findOwn(c, findWebhook);
  const replayForm = await readForm(c);
  const which = replayForm.has('event') ? { ids: [replayForm.value('event')] } : readTimes(c, replayForm);
  if (!which) return renderWebhook(c, webhook, { replayForm });
  const { count, nextMs } = await replayEvents(c.get('deps'), c.get('person'), webhook, which, (events) =>
    takeFromPlan(c, events),
  );
  const said = nextMs !== null ? 'sent_again_in_part' : count > 0 ? 'sent_again' : 'nothing_sent_again';
  return redirectSaying(c, toWebhookPath(webhook), said);
}

function readTimes(c: DashboardContext, form: Form): ReplayedEvents | null {
  const read = (name: string, usual: number) => {
    const text = form.trimmed(name);
    const timeMs = text === '' ? usual : Date.parse(`${text}Z`);
    if (Number.isNaN(timeMs)) form.refuse(name, say('Enter a date and a time of day.'));
    return timeMs;
  };
  const times = { sinceMs: read('since', Number.NaN), untilMs: read('until', c.get('deps').nowMs() + 1) };
  return form.hasErrors ? null : times;
}

async function removeWebhook(c: DashboardContext): Promise<Response> {
  await deleteWebhook(c.get('deps'), c.get('person'), await findOwn(c, findWebhook));
  return redirectSaying(c, WEBHOOKS_PATH, 'webhook_deleted');
}
