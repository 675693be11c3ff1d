import type { QueueMessage } from '#core/events/delivery.ts';
import type { Dependencies } from '#service/dependencies.ts';
import { deliver, giveUp } from '#service/events/deliver.ts';
import { handOverEvents } from '#service/events/hand-over.ts';

/** The queue of what failed too often to be tried again: `dead_letter_queue` in wrangler.toml. */
const DEAD = /-dead$/;

const AFTER_FAILURE_S = 60;

/** Makes the deliveries of a batch, all at once: each is settled by itself, so none waits for one that hangs. */
export async function handleQueue(batch: MessageBatch<QueueMessage>, deps: Dependencies): Promise<void> {
  const isDead = DEAD.test(batch.queue);
  await Promise.all(
    batch.messages.map(async (message) => {
      try {
        const wait = await settle(deps, message.body, isDead);
        if (wait === null) message.ack();
        else message.retry({ delaySeconds: wait });
      } catch (error) {
        deps.reportFailure('event_not_delivered', error);
        message.retry({ delaySeconds: AFTER_FAILURE_S });
      }
    }),
  );
}

/** Gives the seconds after which the message should come again; null if it is settled. */
async function settle(deps: Dependencies, message: QueueMessage, isDead: boolean): Promise<number | null> {
  if ('newsOf' in message) await handOverEvents(deps, message.newsOf);
  else if (isDead) await giveUp(deps, message);
  else return deliver(deps, message);
  return null;
}
