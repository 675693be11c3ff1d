import type { AddedName } from '../links/added-name.ts';
import type { CodeStatus } from '../control/status.ts';
import type { QrCode } from './qr-code.ts';
import type { TargetFailure } from '../targets/failure.ts';

/** A code with related data from outside its row. */
export interface CountedQrCode {
  readonly code: QrCode;
  /** Lifetime scans. */
  readonly scans: number;
  /** Null before the first scan. */
  readonly lastScanAtMs: number | null;
  /** What a scan of it would meet now. */
  readonly status: CodeStatus;
  /** The fault of its target. Absent in lists, which would read a row for each code. */
  readonly targetFailure?: TargetFailure | null;
  /** The names that it was given after it was printed. Absent in pages of lists. */
  readonly names?: readonly AddedName[];
}
