import type { CodeId } from '#core/codes/code-id.ts';
import type { Scan } from '#core/scans/scan.ts';

/**
 * The columns of the Analytics Engine dataset, for the Worker that writes and the one that reads: the code id is `index1`, and these fields
 * are `blob1`, `blob2`… in this order. A field's place never changes, so that older points stay readable; new fields go to the end, and are
 * empty in older points. Analytics Engine itself sets the timestamp of a point.
 */
export const SCAN_BLOBS = [
  'visitorKey',
  'device',
  'country',
  'city',
  'os',
  'browser',
  'referrer',
  'language',
  'rule',
  'variant',
  'accountId',
  'region',
  'name',
  'source',
  'linkType',
] as const satisfies readonly (keyof Scan)[];

export type ScanField = (typeof SCAN_BLOBS)[number];

/** A scan as a point. A null is an empty blob. */
export function toScanPoint(scan: Scan): { readonly indexes: [CodeId]; readonly blobs: string[] } {
  return { indexes: [scan.codeId], blobs: SCAN_BLOBS.map((field) => scan[field] ?? '') };
}

/** The column that holds a field of the scan: `blob1` and so on. */
export function columnOf(field: ScanField): string {
  return `blob${SCAN_BLOBS.indexOf(field) + 1}`;
}

export const CODE_ID_COLUMN = 'index1';
export const TIME_COLUMN = 'timestamp';
/** How many scans a row stands for: 1, or more if Analytics Engine kept only a sample. */
export const SAMPLE_INTERVAL_COLUMN = '_sample_interval';
