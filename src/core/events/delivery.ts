import type { EventType } from './event.ts';

/** One event on its way to one webhook. It is `skipped` if the webhook was paused, disabled or gone by then. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** How long events and their deliveries are kept. */
export const EVENTS_KEPT_DAYS = 30;

export interface DeliveryName {
  readonly webhookId: string;
  readonly eventId: string;
}

/** What the queue carries: a delivery to make, or an account whose events are to be handed over. */
export type QueueMessage = DeliveryName | { readonly newsOf: string };

/** What came of an attempt. */
export interface Attempt {
  readonly attemptedAtMs: number;
  /** Null if there was no response. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The start of the response, or why there was none. */
  readonly response: string;
}

export type FailedAttempt = Omit<Attempt, 'response'>;

export interface Delivery extends DeliveryName {
  readonly type: EventType;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When it is tried again, while it is pending. */
  readonly dueAtMs: number;
  readonly attemptedAtMs: number | null;
  readonly status: number | null;
  readonly durationMs: number | null;
  readonly response: string | null;
  /** The last ones, oldest first, also those before it was replayed. */
  readonly failures: readonly FailedAttempt[];
  /** What is sent. */
  readonly body: string;
}

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** A queue delays a message by no more than this. */
const LONGEST_WAIT_S = 12 * HOUR_S;

/** Seconds between one attempt and the next (Standard Webhooks 1.0.0, "Retries"); after the last of these, always the longest. */
const WAITS_S = [5, 5 * MINUTE_S, 30 * MINUTE_S, 2 * HOUR_S, 5 * HOUR_S, 10 * HOUR_S];

/** Up to here, a delivery is tried for more than `FAILING_FOR_MS`. */
const MOST_ATTEMPTS = 13;

/** A webhook to which nothing got through for this long is disabled. */
export const FAILING_FOR_MS = 72 * HOUR_S * 1000;

/** The most failed attempts of a delivery that are remembered. */
export const MOST_FAILURES = 10;

/** An event is sent again by hand no sooner than this. */
export const REPLAYED_ONCE_IN_MS = 10 * MINUTE_S * 1000;

/** The longest time for which a webhook that gives no response is left alone. */
export const QUIET_MS = MINUTE_S * 1000;

/**
 * How long a webhook that gave no response is left alone, so that its deliveries do not hold up those of others: about as long as it has
 * failed, so that one that restarts is asked again after seconds.
 */
export function quietFor(failingMs: number): number {
  return Math.min(QUIET_MS, Math.max(5_000, failingMs));
}

/** Only 2xx is a success: a redirect is not followed. */
export function isDelivered(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Seconds until the next attempt; null if there is none.
 * @param attempts those that were made
 * @param retryAfterS what the endpoint asked for, if it did
 * @param random from 0 to 1: moves the time by up to a tenth
 */
export function nextWait(attempts: number, retryAfterS: number | null, random: number): number | null {
  if (attempts >= MOST_ATTEMPTS) return null;
  const usual = (WAITS_S[attempts - 1] ?? LONGEST_WAIT_S) * (0.9 + random / 5);
  return Math.min(LONGEST_WAIT_S, Math.max(1, Math.round(Math.max(usual, retryAfterS ?? 0))));
}

/** `Retry-After` in seconds (RFC 9110 §10.2.3): a number of seconds, or a date. */
export function parseRetryAfter(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - nowMs) / 1000);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
