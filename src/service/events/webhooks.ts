import type { Actor } from '#core/accounts/account.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import { toHex } from '#core/bytes/hex.ts';
import { PLANS } from '#core/accounts/plan.ts';
import { type Attempt, REPLAYED_ONCE_IN_MS } from '#core/events/delivery.ts';
import { parseEndpoint } from '#core/events/endpoint.ts';
import { formatSecret, SECRET_BYTES } from '#core/events/signature.ts';
import { MOST_PREVIOUS_SECRETS, stillSigning, type Webhook } from '#core/events/webhook.ts';
import { inField } from '#core/problem.ts';
import { err, ok, type Result } from '#core/result.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { listReplayable, replay, type ReplayedEvents } from '#storage/events/deliveries.ts';
import {
  changeWebhook as storeChange,
  deleteWebhook as deleteRow,
  findWebhook,
  insertWebhook,
} from '#storage/events/webhooks.ts';
import { refuse, type UsualProblem } from '#contract/usual-problem.ts';
import { recordActivity } from '../accounts/activity.ts';
import { withinQuota } from '../accounts/within-quota.ts';
import type { Dependencies } from '../dependencies.ts';
import { endpointRulesOf } from './endpoint-rules.ts';
import { enqueue, handOverSoon } from './hand-over.ts';
import { encryptSecret } from './secrets.ts';
import { sendTo } from './send.ts';

/** A replaced secret signs for so long. */
const SIGNS_ON_MS = DAY_MS;
const MOST_REPLAYED = 1_000;

export const WEBHOOK_ID_PREFIX = 'wh';

export type NewWebhook = Pick<Webhook, 'url' | 'events' | 'format' | 'description'>;

interface Creation {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** Creates a webhook. Its secret is given only here, and by a rotation. */
export async function createWebhook(
  deps: Dependencies,
  actor: Actor,
  asked: NewWebhook,
): Promise<Result<Creation, UsualProblem>> {
  const id = createRandomId(WEBHOOK_ID_PREFIX, deps.randomBytes(RANDOM_ID_BYTES));
  const created = await createWebhookOnce(deps, actor, asked, id);
  if (!created.ok) return created;
  if (created.value === 'made_before') throw new Error('an id that was just drawn exists');
  return ok(created.value);
}

/** Creates a webhook with an id that a form brings: if it is sent twice, it adds one webhook, and only the first request gets its secret. */
export async function createWebhookOnce(
  deps: Dependencies,
  actor: Actor,
  asked: NewWebhook,
  id: string,
): Promise<Result<Creation | 'made_before', UsualProblem>> {
  const checked = check(deps, asked);
  if (!checked.ok) return checked;
  const secret = formatSecret(deps.randomBytes(SECRET_BYTES));
  const webhook: Webhook = {
    ...asked,
    ...checked.value,
    id,
    accountId: actor.account.id,
    secret: await encryptSecret(deps, secret),
    previousSecrets: [],
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
  if (!inserted.value) return ok('made_before');
  if (!actor.account.hasWebhooks) deps.afterResponse(handOverSoon(deps, actor.account.id));
  // The actor may be a copy that is kept for a minute, so it is corrected here.
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
): Promise<Result<Webhook | null, UsualProblem>> {
  const checked = check(deps, { ...webhook, ...edit });
  if (!checked.ok) return checked;
  const enabled = { disabledFor: null, disabledAtMs: null, failingSinceMs: null, quietUntilMs: null };
  const change = { ...edit, ...checked.value, ...(edit.isPaused === false && enabled) };
  return ok(await storeChange(deps.db, webhook, change));
}

function check(
  deps: Dependencies,
  { url, events }: Pick<Webhook, 'url' | 'events'>,
): Result<{ readonly url: string }, UsualProblem> {
  const parsed = parseEndpoint(url, endpointRulesOf(deps));
  if (!parsed.ok) return refuse(inField('url', parsed.error));
  if (events.includes('scans.recorded') && !deps.logsScansInD1)
    return refuse({ code: 'scans_not_logged', field: 'events', values: {} });
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

/** `untilMs`: by then one of the secrets that still sign has ended. */
type RotationProblem = { readonly reason: 'gone' } | { readonly reason: 'full'; readonly untilMs: number };

/** Gives a webhook another secret. Each one that it replaces signs too for a day, so there are only so many in a day. */
export async function rotateSecret(
  deps: Dependencies,
  actor: Actor,
  webhook: Webhook,
): Promise<Result<{ readonly secret: string; readonly previousUntilMs: number }, RotationProblem>> {
  const secret = formatSecret(deps.randomBytes(SECRET_BYTES));
  const signing = stillSigning(webhook, deps.nowMs());
  const oldest = signing.at(-1);
  if (oldest && signing.length >= MOST_PREVIOUS_SECRETS)
    return err({ reason: 'full', untilMs: oldest.untilMs });
  const previousUntilMs = deps.nowMs() + SIGNS_ON_MS;
  const changed = await storeChange(deps.db, webhook, {
    secret: await encryptSecret(deps, secret),
    previousSecrets: [{ secret: webhook.secret, untilMs: previousUntilMs }, ...signing],
  });
  if (!changed) {
    const other = await findWebhook(deps.db, webhook.accountId, webhook.id);
    return other ? rotateSecret(deps, actor, other) : err({ reason: 'gone' });
  }
  await recordActivity(deps, actor, {
    action: 'webhook.rotated',
    subjectId: webhook.id,
    note: hostOf(webhook),
  });
  return ok({ secret, previousUntilMs });
}

/** Sends a test event at once, also to a webhook that is paused or disabled. It changes nothing about it. */
export function testWebhook(deps: Dependencies, webhook: Webhook): Promise<Attempt> {
  const id = `evt_${toHex(deps.randomBytes(14))}`;
  const timestamp = new Date(deps.nowMs()).toISOString();
  const data = { object: { id: webhook.id, url: webhook.url } };
  return sendTo(deps, webhook, { id, body: JSON.stringify({ type: 'webhook.test', timestamp, data }) });
}

export interface Replay {
  readonly count: number;
  /** The time of the first event that was left for another replay; null if none was. */
  readonly nextMs: number | null;
}

/**
 * Sends events again, the oldest ones first, but none that was replayed within ten minutes.
 * @param admit takes a request of the plan for each event, and gives for how many they suffice
 */
export async function replayEvents(
  deps: Dependencies,
  { account }: Actor,
  webhook: Webhook,
  which: ReplayedEvents,
  admit: (count: number) => Promise<number>,
): Promise<Replay> {
  const nowMs = deps.nowMs();
  const notSinceMs = nowMs - REPLAYED_ONCE_IN_MS;
  const most = Math.min(MOST_REPLAYED, PLANS[account.plan].requestsPerMinute);
  const found = await listReplayable(deps.db, webhook, which, { notSinceMs, limit: most + 1 });
  const count = await admit(Math.min(found.length, most));
  const ids = found.slice(0, count).map(({ id }) => id);
  const names = await replay(deps.db, webhook, ids, { nowMs, notSinceMs });
  await enqueue(deps, names);
  return { count: names.length, nextMs: found[count]?.happenedAtMs ?? null };
}

function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host;
}
