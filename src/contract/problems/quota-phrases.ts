import { type QuotaName, type QuotaProblem, RELEASED_AFTER_DAYS } from '#core/accounts/quota.ts';
import { type Message, say } from '#languages/say.ts';

/** What a plan allows, and what to do once it is used up. */
const ALLOWED = {
  codes: 'Your plan allows {limit, number} codes.',
  codes_per_month: 'Your plan allows {limit, number} new codes a month.',
  api_keys: 'Your plan allows {limit, number} API keys.',
  people: 'Your plan allows {limit, number} people.',
  stored_bytes:
    'Your plan allows {limit, number} bytes for images, the texts, added names and history of codes, and import reports.',
  domains: 'Your plan allows {limit, plural, one {# domain} other {# domains}}.',
  file_bytes: 'Your plan allows {limit, number} bytes of files.',
  webhooks: 'Your plan allows {limit, number} webhooks.',
} as const satisfies Readonly<Record<QuotaName, Message>>;

const REMEDIES = {
  codes: 'Delete codes that you no longer need, or ask the operator of this service for a larger plan.',
  codes_per_month:
    'Deleting codes does not help. Wait for the first day of the next month (UTC), or ask the operator of this service for a larger plan.',
  api_keys:
    'Revoke keys that you no longer need, which count for {days, number} days more, or ask the operator of this service for a larger plan.',
  people:
    'Remove people who no longer need access, who count for {days, number} days more, or ask the operator of this service for a larger plan.',
  stored_bytes:
    'Delete codes and images that you no longer need, or use shorter targets, or ask the operator of this service for a larger plan.',
  domains: 'Delete domains that you no longer need, or ask the operator of this service for a larger plan.',
  file_bytes: 'Delete files that no code opens, or ask the operator of this service for a larger plan.',
  webhooks: 'Delete webhooks that you no longer need.',
} as const satisfies Readonly<Record<QuotaName, Message>>;

/** Says which quota is used up, and what to do. */
export function explainQuota({ quota, limit, used }: QuotaProblem): string {
  return [
    say(ALLOWED[quota], { limit }),
    used < limit
      ? say('You use {used, number}, which leaves too few.', { used })
      : say('You use {used, number}.', { used }),
    sayRemedy(quota),
  ].join(' ');
}

function sayRemedy(quota: QuotaName): string {
  if (quota === 'api_keys' || quota === 'people') return say(REMEDIES[quota], { days: RELEASED_AFTER_DAYS });
  return say(REMEDIES[quota]);
}
