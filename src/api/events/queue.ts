import type { DeliveryName } from '#core/events/delivery.ts';
import type { Dependencies } from '#service/dependencies.ts';
import { deliver, giveUp } from '#service/events/deliver.ts';

/** The queue of what failed too often to be tried again: `dead_letter_queue` in wrangler.toml. */
const DEAD = /-dead$/;

const AFTER_FAILURE_S = 60;

/** Makes the deliveries of a batch, all at once: each is settled by itself, so none waits for one that hangs. */
export async function handleQueue(batch: MessageBatch<DeliveryName>, deps: Dependencies): Promise<void> {
  const settle = DEAD.test(batch.queue) ? giveUp : deliver;
  await Promise.all(
    batch.messages.map(async (message) => {
      try {
        const wait = (await settle(deps, message.body)) ?? null;
        if (wait === null) message.ack();
        else message.retry({ delaySeconds: wait });
      } catch (error) {
        deps.reportFailure('event_not_delivered', error);
        message.retry({ delaySeconds: AFTER_FAILURE_S });
      }
    }),
  );
}
