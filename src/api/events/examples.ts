import { CODE } from '../examples.ts';

/** Examples of webhooks and events, as the OpenAPI document shows them. */

export const WEBHOOK = {
  id: 'wh_4c8e1f2a90b7d356',
  url: 'https://hooks.example.com/qr',
  events: ['qr.created', 'qr.updated'],
  format: 'standard',
  description: null,
  status: 'active',
  disabled_for: null,
  failing_since: null,
  created_at: '2026-11-21T12:00:00.000Z',
};

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0BqV2hqGk8E=';

export const EVENT = {
  id: 'evt_019d3c4f5a007f3a91c2d4e5b607',
  type: 'qr.updated',
  timestamp: '2026-11-21T12:00:00.000Z',
  data: { object: { ...CODE, title: 'Menu' }, changed: ['target'] },
};

export const DELIVERY = {
  event_id: EVENT.id,
  type: EVENT.type,
  state: 'delivered',
  attempts: 1,
  attempted_at: '2026-11-21T12:00:01.000Z',
  status_code: 204,
  duration_ms: 86,
  response: '',
  next_attempt_at: null,
  failures: [],
  body: '{"type":"qr.updated","timestamp":"2026-11-21T12:00:00.000Z","data":{"object":{"id":"qr_k7m2p9qa"},"changed":["target"]}}',
};
