/** The quotas of a plan besides requests, by their names in the interface. */
export const QUOTA_NAMES = [
  'codes',
  'codes_per_month',
  'api_keys',
  'people',
  'stored_bytes',
  'domains',
  'file_bytes',
  'webhooks',
] as const;

export type QuotaName = (typeof QUOTA_NAMES)[number];

/** A number for each quota: the limit of a plan, or the use of an account. */
export type Quotas = Readonly<Record<QuotaName, number>>;

/** A refusal, because the account would exceed its plan. */
export interface QuotaProblem {
  readonly reason: 'quota_exceeded';
  readonly quota: QuotaName;
  readonly limit: number;
  /** The account's use without the new items: below the limit if more than one was requested. */
  readonly used: number;
}

/** Revoked keys and removed people count for another 30 days: nobody can fill the database by creating and revoking keys. */
export const RELEASED_AFTER_DAYS = 30;
