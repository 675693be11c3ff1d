import { activityList } from '#contract/audit-responses.ts';
import { health, usage } from '#contract/codes/responses.ts';
import { ACTIVITY, USAGE } from '../examples.ts';
import type { Documentation } from '../description.ts';

/** The account and the service. */
export const ACCOUNT = {
  getUsage: {
    summary: 'Read the usage and quotas of the account',
    description:
      'A request that would exceed a quota gets 403 `quota_exceeded`. A bulk request creates the codes that still fit.',
    response: usage,
    example: USAGE,
  },
  listActivities: {
    summary: 'Read the audit log of the account',
    description:
      'Who signed in, invited, removed, created, revoked, exported or deleted what: newest first. Entries are kept for 400 days. With `action`, `actor_id` or `subject_id`, a page looks at 1,000 entries: it may hold fewer than `limit`, even none, while `has_more` is true.',
    response: activityList,
    example: { data: [ACTIVITY], has_more: false, next_cursor: null },
  },
  getHealth: {
    summary: 'Check the health of the service',
    description:
      'This request needs no key. If a binding does not respond, the status is 503, and the response says how to fix it. A late cron job does not change the status.',
    response: health,
    example: {
      status: 'ok',
      version: '1.0.0',
      checks: { DB: { ok: true }, IMAGES: { ok: true } },
      jobs: { backed_up: { state: 'ok', last_success_at: '2026-11-21T03:17:00.000Z' } },
    },
  },
} satisfies Documentation;
