import type { Account } from '#core/accounts/account.ts';
import { PLAN_NAMES, PLANS } from '#core/accounts/plan.ts';
import { type DeliveryName, EVENTS_KEPT_DAYS } from '#core/events/delivery.ts';
import {
  deleteEvents,
  handOver,
  listAccountsBeyond,
  listAccountsWithNews,
  listNews,
} from '#storage/events/events.ts';
import { DAY_MS } from '#core/utc-day.ts';
import { takeLost } from '#storage/events/deliveries.ts';
import { noteTimes } from '#storage/events/note-times.ts';
import { cutForLists } from '#storage/json-list.ts';
import { noteScans } from '#storage/scans/scan-batches.ts';
import type { Dependencies } from '../dependencies.ts';
import { composeBodies } from './compose.ts';
import { noteHours } from './note-hours.ts';

/** Hands events over to the queue: after the response of the request that made them, or by the cron. */

type QueueUser = Pick<Dependencies, 'events' | 'reportFailure'>;

/** Also the most messages that the queue takes at once. */
const EVENTS_AT_ONCE = 100;
const ROUNDS = 10;

/** The queue has had its chance with a delivery that has been due for this long. */
const LOST_AFTER_MS = 15 * 60 * 1000;

/** Hands over what somebody made happen in an account. Without webhooks, it costs nothing; if it fails, the cron does it. */
export async function handOverNews(deps: Dependencies, account: Account | undefined): Promise<void> {
  if (!account?.hasWebhooks) return;
  try {
    await handOverEvents(deps, account.id);
  } catch (error) {
    deps.reportFailure('events_not_handed_over', error);
  }
}

/** An isolate remembers for a minute that an account has no webhooks: what it does until then is handed over at these times. */
const UNKNOWN_FOR_S = [10, 30, 70];

/** After the first webhook of an account: other isolates do not know of it yet. */
export async function handOverSoon({ events, reportFailure }: QueueUser, accountId: string): Promise<void> {
  const messages = UNKNOWN_FOR_S.map((delaySeconds) => ({ body: { newsOf: accountId }, delaySeconds }));
  await events.sendBatch(messages).catch((error: unknown) => reportFailure('events_not_queued', error));
}

/** Hands over what happened in an account, up to a thousand events. */
export async function handOverEvents(deps: Dependencies, accountId: string): Promise<number> {
  let count = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const news = await listNews(deps.db, accountId, EVENTS_AT_ONCE);
    const told = await composeBodies(deps, accountId, news);
    for (const group of cutForLists(told, ({ id, body }) => [id, body]))
      await enqueue(deps, await handOver(deps.db, accountId, group, deps.nowMs()));
    count += news.length;
    if (news.length < EVENTS_AT_ONCE) break;
  }
  return count;
}

/** Puts deliveries into the queue. If it takes none, the cron finds them. */
export async function enqueue(
  { events, reportFailure }: QueueUser,
  names: readonly DeliveryName[],
): Promise<void> {
  try {
    for (let from = 0; from < names.length; from += EVENTS_AT_ONCE)
      await events.sendBatch(names.slice(from, from + EVENTS_AT_ONCE).map((body) => ({ body })));
  } catch (error) {
    reportFailure('events_not_queued', error);
  }
}

const LOST_PER_RUN = 500;
const FEWEST_KEPT = Math.min(...PLAN_NAMES.map((plan) => PLANS[plan].keptEvents));

/** What the cron does: notes what only the clock and the scan log know, and hands over what nobody else has. */
export async function keepEvents(deps: Dependencies) {
  const { db, budget } = deps;
  const now = deps.nowMs();
  await noteTimes(db, now);
  for (let round = 0; deps.logsScansInD1 && round < budget.events.scanRounds; round++)
    if (!(await noteScans(db, now + round))) break;
  try {
    await noteHours(deps);
  } catch (error) {
    // Analytics Engine is down, perhaps. The next run goes on where this one was.
    deps.reportFailure('hours_not_counted', error);
  }
  let handedOver = 0;
  for (const accountId of await listAccountsWithNews(db, budget.events.accounts))
    handedOver += await handOverEvents(deps, accountId);
  const lost = await takeLost(db, { beforeMs: now - LOST_AFTER_MS, dueAtMs: now, limit: LOST_PER_RUN });
  await enqueue(deps, lost);
  const expired = await deleteOldEvents(deps, now);
  return { handed_over: handedOver, again: lost.length, expired };
}

/** Deletes events that are too old, and the oldest ones of accounts that have more than their plan keeps. */
async function deleteOldEvents({ db, budget }: Dependencies, nowMs: number): Promise<number> {
  const { deleted, accounts } = budget.events;
  let count = await deleteEvents(db, { beforeMs: nowMs - EVENTS_KEPT_DAYS * DAY_MS }, deleted);
  const crowded = (await listAccountsBeyond(db, FEWEST_KEPT))
    .map(({ id, plan, events }) => ({ accountId: id, beyond: events - PLANS[plan].keptEvents }))
    .filter(({ beyond }) => beyond > 0);
  for (const { accountId, beyond } of crowded.slice(0, accounts))
    count += await deleteEvents(db, { accountId }, Math.min(beyond, deleted));
  return count;
}
