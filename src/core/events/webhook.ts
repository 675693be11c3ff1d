import type { Delivery } from './delivery.ts';
import type { EventType } from './event.ts';

/** `standard` is Standard Webhooks 1.0.0; `slack` is a message for the incoming webhooks of Slack, Teams and Discord. */
export const WEBHOOK_FORMATS = ['standard', 'slack'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** `gone`: it answered 410. `failing`: nothing arrived for `FAILING_FOR_MS`. */
export const DISABLED_WEBHOOK_FOR = ['gone', 'failing'] as const;

export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** A secret that was replaced signs too until its time. */
export interface PreviousSecret {
  readonly secret: string;
  readonly untilMs: number;
}

/** So a signature is never longer than five. */
export const MOST_PREVIOUS_SECRETS = 4;

/** Where events of an account are sent. */
export interface Webhook {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly format: WebhookFormat;
  readonly description: string | null;
  /** Encrypted, as are those that it replaced, newest first. */
  readonly secret: string;
  readonly previousSecrets: readonly PreviousSecret[];
  readonly isPaused: boolean;
  readonly disabledFor: (typeof DISABLED_WEBHOOK_FOR)[number] | null;
  readonly disabledAtMs: number | null;
  readonly failingSinceMs: number | null;
  readonly quietUntilMs: number | null;
  readonly createdBy: string;
  readonly createdAtMs: number;
}

/** When a delivery is tried next; null if it is not. In the past: as soon as it is its turn. */
export function nextAttempt(
  { state, dueAtMs }: Pick<Delivery, 'state' | 'dueAtMs'>,
  webhook: Webhook,
): number | null {
  if (state !== 'pending' || statusOf(webhook) !== 'active') return null;
  return Math.max(dueAtMs, webhook.quietUntilMs ?? 0);
}

/** The previous secrets that still sign. */
export function stillSigning(
  { previousSecrets }: Pick<Webhook, 'previousSecrets'>,
  nowMs: number,
): readonly PreviousSecret[] {
  return previousSecrets.filter(({ untilMs }) => untilMs > nowMs);
}

export function statusOf({
  isPaused,
  disabledFor,
}: Pick<Webhook, 'isPaused' | 'disabledFor'>): WebhookStatus {
  if (disabledFor) return 'disabled';
  return isPaused ? 'paused' : 'active';
}
