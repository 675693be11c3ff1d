/** One event on its way to one webhook. It is `skipped` if the webhook was paused, disabled or gone by then. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const KEPT_DAYS = 30;
