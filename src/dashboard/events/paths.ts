import type { DeliveryState } from '#core/events/delivery.ts';
import type { Webhook } from '#core/events/webhook.ts';

export const WEBHOOKS_PATH = '/settings/webhooks';

export function toWebhookPath({ id }: Pick<Webhook, 'id'>): string {
  return `${WEBHOOKS_PATH}/${id}`;
}

/** A page of the deliveries to a webhook. */
export function toDeliveriesPath(
  webhook: Pick<Webhook, 'id'>,
  { state, before }: { readonly state: DeliveryState | null; readonly before: string | null },
): string {
  const query = new URLSearchParams({ ...(state && { state }), ...(before && { before }) }).toString();
  return `${toWebhookPath(webhook)}${query && `?${query}`}#deliveries`;
}

export function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host;
}
