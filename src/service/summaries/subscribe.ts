import { nextSummary } from '#core/summaries/week.ts';
import { deleteSubscription, saveSubscription } from '#storage/summaries/summaries.ts';
import type { Dependencies } from '../dependencies.ts';

/** Lets a person get weekly summaries, from next Monday on. `origin` is that of the dashboard: what the mails link to. */
export async function subscribe(
  { db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>,
  personId: string,
  origin: string,
): Promise<void> {
  await saveSubscription(db, { personId, origin, nextAtMs: nextSummary(nowMs()) });
}

/** Ends a person's summaries; changes nothing where they get none. */
export async function unsubscribe({ db }: Pick<Dependencies, 'db'>, personId: string): Promise<void> {
  await deleteSubscription(db, personId);
}
