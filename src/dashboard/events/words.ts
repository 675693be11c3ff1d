import type { DeliveryState } from '#core/events/delivery.ts';
import { EVENT_TYPES, type EventType } from '#core/events/event.ts';
import type { WebhookFormat, WebhookStatus } from '#core/events/webhook.ts';
import type { PlainMessage } from '#languages/say.ts';
import type { Dependencies } from '#service/dependencies.ts';

/** Each event, in a sentence. */
export const EVENT_WORDS: Readonly<Record<EventType, PlainMessage>> = {
  'qr.created': 'A code was created',
  'qr.updated': 'A code was changed',
  'qr.deleted': 'A code was deleted',
  'qr.started': 'A code started at its time',
  'qr.ended': 'A code ended at its time',
  'qr.exhausted': 'A code reached its limit of scans',
  'qr.target_broken': 'The target of a code stopped working',
  'qr.target_works': 'The target of a code works again',
  'qr.milestone': 'A code reached 10, 100, 1,000 … scans',
  'file.replaced': 'A code opens another file',
  'import.finished': 'An import is finished',
  'domain.active': 'A domain works',
  'domain.broken': 'A domain stopped working',
  'domain.expiring': 'The registration of a domain ends soon',
  'scans.recorded': 'Codes were scanned: every single scan',
  'scans.counted': 'Codes were scanned: totals by the hour',
};

/** The events that this installation can send. */
export function listOffered({ logsScansInD1 }: Pick<Dependencies, 'logsScansInD1'>): EventType[] {
  return EVENT_TYPES.filter((type) => type !== 'scans.recorded' || logsScansInD1);
}

export const FORMAT_WORDS: Readonly<Record<WebhookFormat, PlainMessage>> = {
  standard: 'For a program: signed JSON (Standard Webhooks)',
  slack: 'For Slack, Teams or Discord: a short message in the language of the account’s owner',
};

export const STATUS_WORDS: Readonly<Record<WebhookStatus, PlainMessage>> = {
  active: 'Active',
  paused: 'Paused',
  disabled: 'Switched off',
};

export const DELIVERY_WORDS: Readonly<Record<DeliveryState, PlainMessage>> = {
  pending: 'Waiting to be sent',
  delivered: 'Delivered',
  failed: 'Not delivered',
  skipped: 'Not sent',
};
