import type { EventType } from './event.ts';

/** `standard` is Standard Webhooks 1.0.0; `slack` is a message for the incoming webhooks of Slack, Teams and Discord. */
export const WEBHOOK_FORMATS = ['standard', 'slack'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** `gone`: it answered 410. `failing`: nothing arrived for `FAILING_FOR_MS`. */
export const DISABLED_WEBHOOK_FOR = ['gone', 'failing'] as const;

export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** Where events of an account are sent. */
export interface Webhook {
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly format: WebhookFormat;
  readonly description: string | null;
  /** Encrypted. */
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousUntilMs: number | null;
  readonly isPaused: boolean;
  readonly disabledFor: (typeof DISABLED_WEBHOOK_FOR)[number] | null;
  readonly disabledAtMs: number | null;
  readonly failingSinceMs: number | null;
  readonly quietUntilMs: number | null;
  readonly createdBy: string;
  readonly createdAtMs: number;
}

export function statusOf({
  isPaused,
  disabledFor,
}: Pick<Webhook, 'isPaused' | 'disabledFor'>): WebhookStatus {
  if (disabledFor) return 'disabled';
  return isPaused ? 'paused' : 'active';
}
