import { currentLanguage } from '#languages/say.ts';
import { nextSummary } from '#core/summaries/week.ts';
import { deleteSubscription, saveSubscription } from '#storage/summaries/summaries.ts';
import type { Dependencies } from '../dependencies.ts';

/** Subscribes a person to weekly summaries, from next Monday on, in the language of the page unless they chose one. `origin` is the dashboard's, for the links in the mails. */
export async function subscribe(
  { db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>,
  personId: string,
  origin: string,
): Promise<void> {
  await saveSubscription(db, {
    personId,
    origin,
    language: currentLanguage(),
    nextAtMs: nextSummary(nowMs()),
  });
}

/** Ends a person's summaries; does nothing if they get none. */
export async function unsubscribe({ db }: Pick<Dependencies, 'db'>, personId: string): Promise<void> {
  await deleteSubscription(db, personId);
}
