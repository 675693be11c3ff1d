import { type QuotaName, type QuotaProblem, RELEASED_AFTER_DAYS } from '#core/accounts/quota.ts';

const UNITS: Readonly<Record<QuotaName, string>> = {
  codes: 'codes',
  codes_per_month: 'new codes a month',
  api_keys: 'API keys',
  people: 'people',
  stored_bytes: 'bytes of images, of text in codes and their history, and of reports of imports',
};

const REMEDIES: Readonly<Record<QuotaName, string>> = {
  codes: 'Delete codes that you no longer need',
  codes_per_month: 'Deleting codes does not help. Wait for the first day of the next month (UTC)',
  api_keys: `Revoke keys that you no longer need, which count for ${RELEASED_AFTER_DAYS} days more`,
  people: `Remove people who no longer need access, who count for ${RELEASED_AFTER_DAYS} days more`,
  stored_bytes: 'Delete codes and images that you no longer need, or use shorter targets',
};

const NUMBERS = new Intl.NumberFormat('en');

/** Says which quota is used up, and what to do. */
export function explainQuota({ quota, limit, used }: QuotaProblem): string {
  const rest = used < limit ? ', which leaves too few' : '';
  return `Your plan allows ${NUMBERS.format(limit)} ${UNITS[quota]}. You use ${NUMBERS.format(used)}${rest}. ${REMEDIES[quota]}, or ask the operator of this service for a larger plan.`;
}
