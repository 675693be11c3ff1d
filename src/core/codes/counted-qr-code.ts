import type { CodeStatus } from '../control/status.ts';
import type { QrCode } from './qr-code.ts';
import type { Rendition } from '../styles/rendition.ts';
import type { TargetFailure } from '../targets/failure.ts';

/** A code with what is known of it beside its row. */
export interface CountedQrCode {
  readonly code: QrCode;
  /** Lifetime scans. */
  readonly scans: number;
  /** Null before the first scan. */
  readonly lastScanAtMs: number | null;
  /** What a scan of it would meet. */
  readonly status: CodeStatus;
  /** What is wrong with its target. Not of codes in a list, which would read a row for each. */
  readonly targetFailure?: TargetFailure | null;
  /** Its other looks, the oldest first. Not of codes in a list, which would read rows for each. */
  readonly renditions?: readonly Rendition[];
}
