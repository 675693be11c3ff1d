/** What a plan limits beside requests, by the names of the interface. */
export const QUOTA_NAMES = ['codes', 'codes_per_month', 'api_keys', 'people', 'stored_bytes'] as const;

export type QuotaName = (typeof QUOTA_NAMES)[number];

/** A number for each quota: what a plan allows, or what an account uses. */
export type Quotas = Readonly<Record<QuotaName, number>>;

/** Something was not done, because its account would then use more than its plan allows. */
export interface QuotaProblem {
  readonly reason: 'quota_exceeded';
  readonly quota: QuotaName;
  readonly limit: number;
  /** What the account uses without it: less than the limit where more than one was wanted. */
  readonly used: number;
}

/** Revoked keys and removed people count for 30 days more: nobody fills the database by making and revoking keys. */
export const RELEASED_AFTER_DAYS = 30;
