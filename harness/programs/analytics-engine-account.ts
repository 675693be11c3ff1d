/** What of Cloudflare's API the tests talk to. The values are made up here and mean nothing anywhere else. */
export const STAND_IN = {
  accountId: '0123456789abcdef0123456789abcdef',
  apiToken: 'token of the tests',
  /** A token that exists but may not read analytics. */
  weakToken: 'weak token of the tests',
  dataset: 'qr_scans',
} as const;
