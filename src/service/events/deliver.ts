import type { Attempt, Delivery, DeliveryName, FailedAttempt } from '#core/events/delivery.ts';
import {
  FAILING_FOR_MS,
  isDelivered,
  MOST_FAILURES,
  nextWait,
  parseRetryAfter,
  QUIET_MS,
  quietFor,
} from '#core/events/delivery.ts';
import { statusOf, type Webhook } from '#core/events/webhook.ts';
import { failDelivery, findPending, recordAttempt, skipDelivery } from '#storage/events/deliveries.ts';
import { disableWebhook } from '#storage/events/webhooks.ts';
import { say } from '#languages/say.ts';
import { sendWarning } from '../accounts/warn.ts';
import type { Dependencies } from '../dependencies.ts';
import { sendTo } from './send.ts';

/** A message that comes earlier than its delivery is due, by more than clocks differ, was overtaken by another one: a replay's, or the cron's. */
const EARLY_MS = 10_000;

/** The endpoint itself says that it is gone (Standard Webhooks 1.0.0). */
const GONE = 410;

/**
 * Makes one delivery. Gives the seconds after which the queue should bring it again; null if it is settled. It is settled after its record
 * only, so a Worker that is killed in between sends the same event again, with the same id.
 */
export async function deliver(deps: Dependencies, name: DeliveryName): Promise<number | null> {
  const found = await findPending(deps.db, name);
  if (!found) return null;
  const { delivery, webhook } = found;
  const now = deps.nowMs();
  if (delivery.dueAtMs - now > EARLY_MS) return null;
  if (!webhook || statusOf(webhook) !== 'active') {
    await skipDelivery(deps.db, name);
    return null;
  }
  // It would only hold up deliveries to others. If this lasts, the cron brings the delivery again.
  const quietMs = (webhook.quietUntilMs ?? 0) - now;
  const isLasting = now - (webhook.failingSinceMs ?? now) > 5 * QUIET_MS;
  if (quietMs > 0) return isLasting ? null : Math.ceil(quietMs / 1000);
  const { retryAfter, ...attempt } = await sendTo(deps, webhook, { id: name.eventId, body: delivery.body });
  const isDone = isDelivered(attempt.status);
  const random = (deps.randomBytes(1)[0] ?? 0) / 256;
  const wait = isDone ? null : nextWait(delivery.attempts + 1, parseRetryAfter(retryAfter, now), random);
  const state = isDone ? 'delivered' : wait === null ? 'failed' : 'pending';
  const settledAtMs = deps.nowMs();
  const failingMs = settledAtMs - (webhook.failingSinceMs ?? settledAtMs);
  await recordAttempt(deps.db, name, {
    attempt,
    failures: isDone ? delivery.failures : noteFailure(delivery, attempt),
    state,
    dueAtMs: settledAtMs + (wait ?? 0) * 1000,
    quietUntilMs: attempt.status === null ? settledAtMs + quietFor(failingMs) : null,
  });
  if (!isDone) await disableIfHopeless(deps, webhook, attempt.status);
  return wait;
}

function noteFailure(
  { failures }: Delivery,
  { attemptedAtMs, status, durationMs }: Attempt,
): FailedAttempt[] {
  return [...failures, { attemptedAtMs, status, durationMs }].slice(-MOST_FAILURES);
}

async function disableIfHopeless(deps: Dependencies, webhook: Webhook, status: number | null): Promise<void> {
  const isFailing = deps.nowMs() - (webhook.failingSinceMs ?? Infinity) >= FAILING_FOR_MS;
  if (status === GONE) await disable(deps, webhook.id, 'gone');
  else if (isFailing) await disable(deps, webhook.id, 'failing');
}

/** Gives up a delivery that made the Worker itself fail again and again, and disables its webhook. */
export async function giveUp(deps: Dependencies, name: DeliveryName): Promise<void> {
  await failDelivery(deps.db, name, 'The service could not send it.');
  await disable(deps, name.webhookId, 'failing');
}

/** The owners are told once; that the mail fails changes nothing. */
async function disable(deps: Dependencies, id: string, why: 'gone' | 'failing'): Promise<void> {
  const account = await disableWebhook(deps.db, id, why, deps.nowMs());
  if (!account) return;
  const warning = () => ({
    subject: say('A webhook was switched off'),
    event:
      why === 'gone'
        ? say('A webhook answered 410 Gone, so we send nothing to it any more.')
        : say('Nothing has reached a webhook for 72 hours, so we send nothing to it any more.'),
    advice: say(
      'Settings, Webhooks shows the last responses. Resume it there, and send again what it missed.',
    ),
  });
  await sendWarning(deps, account, null, warning).catch((error: unknown) =>
    deps.reportFailure('webhook_warning_not_sent', error),
  );
}
