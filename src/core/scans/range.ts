/** The named periods of scan statistics, in days, today included. */
export const SCAN_RANGE_DAYS = { last_7_days: 7, last_30_days: 30, last_90_days: 90 } as const;

export type ScanRange = keyof typeof SCAN_RANGE_DAYS;

export const SCAN_RANGES = Object.keys(SCAN_RANGE_DAYS) as [ScanRange, ...ScanRange[]];

export const DEFAULT_SCAN_RANGE: ScanRange = 'last_30_days';
