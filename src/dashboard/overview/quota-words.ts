import { say } from '#languages/say.ts';
import type { NearQuota } from '#service/overview/read-overview.ts';
import { formatBytes } from '../kit/format-count.ts';

/** How much of a quota is used up, in a sentence. */
export function sayUsed({ quota, used, limit }: NearQuota): string {
  switch (quota) {
    case 'codes':
      return say('{used, number} of {limit, number} codes are used.', { used, limit });
    case 'codes_per_month':
      return say('{used, number} of this month’s {limit, number} new codes are used.', { used, limit });
    case 'api_keys':
      return say('{used, number} of {limit, number} API keys are used.', { used, limit });
    case 'people':
      return say('The account has {used, number} of at most {limit, number} people.', { used, limit });
    case 'domains':
      return say('{used, number} of {limit, number} domains are used.', { used, limit });
    case 'webhooks':
      return say('{used, number} of {limit, number} webhooks are used.', { used, limit });
    case 'file_bytes':
      return say('Files: {used} of {limit} are used.', {
        used: formatBytes(used),
        limit: formatBytes(limit),
      });
    case 'stored_bytes':
      return say('Storage: {used} of {limit} are used.', {
        used: formatBytes(used),
        limit: formatBytes(limit),
      });
  }
}
