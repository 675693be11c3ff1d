import { statusOf, type Webhook } from '#core/events/webhook.ts';
import { say, sayRich } from '#languages/say.ts';
import { Minute } from '../frame/utc-time.tsx';
import { STATUS_WORDS } from './words.ts';

export function State({ webhook }: { readonly webhook: Webhook }) {
  const status = statusOf(webhook);
  return <span class={`status ${status}`}>{say(STATUS_WORDS[status])}</span>;
}

/** Why a webhook is switched off, or since when it fails; null if all is well. */
export function sayTrouble({ disabledFor, disabledAtMs, failingSinceMs }: Webhook) {
  const since = (timeMs: number) => ({ time: <Minute timeMs={timeMs} /> });
  switch (disabledFor) {
    case 'gone':
      return sayRich(
        'It answered 410 Gone at {time}, so we send nothing to it any more.',
        since(disabledAtMs ?? 0),
      );
    case 'failing':
      return sayRich(
        'Nothing reached it for 72 hours until {time}, so we send nothing to it any more.',
        since(disabledAtMs ?? 0),
      );
    case null:
      return failingSinceMs === null
        ? null
        : sayRich('Every delivery has failed since {time}.', since(failingSinceMs));
  }
}
