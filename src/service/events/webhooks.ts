import type { Actor } from '#core/accounts/account.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import { toHex } from '#core/bytes/hex.ts';
import type { QuotaProblem } from '#core/accounts/quota.ts';
import type { Attempt } from '#core/events/delivery.ts';
import { type EndpointFault, parseEndpoint } from '#core/events/endpoint.ts';
import { formatSecret, SECRET_BYTES } from '#core/events/signature.ts';
import type { Webhook } from '#core/events/webhook.ts';
import { err, ok, type Result } from '#core/result.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { replay, type ReplayedEvents } from '#storage/events/deliveries.ts';
import {
  changeWebhook as storeChange,
  deleteWebhook as deleteRow,
  insertWebhook,
} from '#storage/events/webhooks.ts';
import { recordActivity } from '../accounts/activity.ts';
import { withinQuota } from '../accounts/within-quota.ts';
import type { Dependencies } from '../dependencies.ts';
import { endpointRulesOf } from './endpoint-rules.ts';
import { enqueue, handOverSoon } from './hand-over.ts';
import { encryptSecret } from './secrets.ts';
import { sendTo } from './send.ts';

/** Both secrets sign for a day after a rotation. */
const BOTH_SIGN_MS = DAY_MS;
export const MOST_REPLAYED = 1_000;

export const WEBHOOK_ID_PREFIX = 'wh';

/** The event needs the log of single scans, which this installation does not keep in D1. */
const NO_SCAN_LOG = 'scans_not_logged';

export type WebhookProblem =
  | { readonly reason: 'refused'; readonly fault: EndpointFault }
  | { readonly reason: typeof NO_SCAN_LOG };

/** Only the first request with an id sees the secret. */
export type CreationProblem = WebhookProblem | QuotaProblem | { readonly reason: 'made_before' };

export type NewWebhook = Pick<Webhook, 'url' | 'events' | 'format' | 'description'>;

/**
 * Creates a webhook. Its secret is given only here, and by a rotation.
 * @param id a form that is sent twice asks with the same id, so that it adds one webhook
 */
export async function createWebhook(
  deps: Dependencies,
  actor: Actor,
  asked: NewWebhook,
  id = createRandomId(WEBHOOK_ID_PREFIX, deps.randomBytes(RANDOM_ID_BYTES)),
): Promise<Result<{ readonly webhook: Webhook; readonly secret: string }, CreationProblem>> {
  const checked = check(deps, asked);
  if (!checked.ok) return checked;
  const secret = formatSecret(deps.randomBytes(SECRET_BYTES));
  const webhook: Webhook = {
    ...asked,
    ...checked.value,
    id,
    accountId: actor.account.id,
    secret: await encryptSecret(deps, secret),
    previousSecret: null,
    previousUntilMs: null,
    isPaused: false,
    disabledFor: null,
    disabledAtMs: null,
    failingSinceMs: null,
    quietUntilMs: null,
    createdBy: actor.id,
    createdAtMs: deps.nowMs(),
  };
  const inserted = await withinQuota(deps, actor, 'webhooks', (limit) =>
    insertWebhook(deps.db, webhook, limit),
  );
  if (!inserted.ok) return inserted;
  if (!inserted.value) return err({ reason: 'made_before' });
  if (!actor.account.hasWebhooks) deps.afterResponse(handOverSoon(deps, actor.account.id));
  // The key that acts may be remembered for a minute.
  actor.account.hasWebhooks = true;
  await recordActivity(deps, actor, {
    action: 'webhook.created',
    subjectId: webhook.id,
    note: hostOf(webhook),
  });
  return ok({ webhook, secret });
}

export type WebhookEdit = Partial<Pick<Webhook, 'url' | 'events' | 'description' | 'isPaused'>>;

/** Changes a webhook; null if it is gone. Ending its pause enables one that was disabled, too. */
export async function changeWebhook(
  deps: Dependencies,
  webhook: Webhook,
  edit: WebhookEdit,
): Promise<Result<Webhook | null, WebhookProblem>> {
  const checked = check(deps, { ...webhook, ...edit });
  if (!checked.ok) return checked;
  const enabled = { disabledFor: null, disabledAtMs: null, failingSinceMs: null, quietUntilMs: null };
  const change = { ...edit, ...checked.value, ...(edit.isPaused === false && enabled) };
  return ok(await storeChange(deps.db, webhook, change));
}

function check(
  deps: Dependencies,
  { url, events }: Pick<Webhook, 'url' | 'events'>,
): Result<{ readonly url: string }, WebhookProblem> {
  const parsed = parseEndpoint(url, endpointRulesOf(deps));
  if (!parsed.ok) return err({ reason: 'refused', fault: parsed.error });
  if (events.includes('scans.recorded') && !deps.logsScansInD1) return err({ reason: NO_SCAN_LOG });
  return ok({ url: parsed.value });
}

export async function deleteWebhook(deps: Dependencies, actor: Actor, webhook: Webhook): Promise<void> {
  if (!(await deleteRow(deps.db, webhook))) return;
  await recordActivity(deps, actor, {
    action: 'webhook.deleted',
    subjectId: webhook.id,
    note: hostOf(webhook),
  });
}

/** Gives a webhook another secret. For a day, the previous one signs too; null if the webhook is gone. */
export async function rotateSecret(deps: Dependencies, actor: Actor, webhook: Webhook) {
  const secret = formatSecret(deps.randomBytes(SECRET_BYTES));
  const previousUntilMs = deps.nowMs() + BOTH_SIGN_MS;
  const changed = await storeChange(deps.db, webhook, {
    secret: await encryptSecret(deps, secret),
    previousSecret: webhook.secret,
    previousUntilMs,
  });
  if (!changed) return null;
  await recordActivity(deps, actor, {
    action: 'webhook.rotated',
    subjectId: webhook.id,
    note: hostOf(webhook),
  });
  return { secret, previousUntilMs };
}

/** Sends a test event at once, also to a webhook that is paused or disabled. It changes nothing about it. */
export function testWebhook(deps: Dependencies, webhook: Webhook): Promise<Attempt> {
  const id = `evt_${toHex(deps.randomBytes(14))}`;
  const timestamp = new Date(deps.nowMs()).toISOString();
  const data = { object: { id: webhook.id, url: webhook.url } };
  return sendTo(deps, webhook, { id, body: JSON.stringify({ type: 'webhook.test', timestamp, data }) });
}

/** Sends events again, at most a thousand. Gives how many. */
export async function replayEvents(
  deps: Dependencies,
  webhook: Webhook,
  which: ReplayedEvents,
): Promise<number> {
  const names = await replay(deps.db, webhook, which, { dueAtMs: deps.nowMs(), limit: MOST_REPLAYED });
  await enqueue(deps, names);
  return names.length;
}

function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host;
}
