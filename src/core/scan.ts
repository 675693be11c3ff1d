import type { CodeId } from './code-id.ts';
import type { Device } from './device.ts';
import type { ScanRange } from './scan-range.ts';

/** One GET redirected for a person. Carries nothing that names the person. */
export interface Scan {
  readonly codeId: CodeId;
  readonly atMs: number;
  readonly device: Device;
  /** Keyed hash that tells visitors of one code apart: see src/shortlink/visitor-key.ts. */
  readonly visitorKey: string;
  /** ISO 3166-1 alpha-2 where the edge knows it. */
  readonly country: string | null;
}

/** `totalScans` = sum of `byDay` = sum of `byDevice`; `byDay` has every day of the range, oldest first. */
export interface ScanStatistics {
  readonly range: ScanRange;
  readonly totalScans: number;
  readonly uniqueScans: number;
  readonly byDay: readonly { readonly date: string; readonly scans: number }[];
  readonly byDevice: Readonly<Record<Device, number>>;
}
