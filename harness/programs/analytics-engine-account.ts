/** The parts of a Cloudflare account that tests use. The values are invented and mean nothing elsewhere. */
export const STAND_IN = {
  accountId: '0123456789abcdef0123456789abcdef',
  apiToken: 'token of the tests',
  /** A token that exists but may not read analytics. */
  weakToken: 'weak token of the tests',
  dataset: 'qr_scans',
} as const;
