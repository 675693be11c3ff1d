import type { Database } from '../storage/database.ts';
import type { Mailer } from '../storage/mailer.ts';
import type { ScanCounter } from '../storage/scan-counter.ts';
import type { ScanReader } from '../storage/scan-reader.ts';

/** What the use cases work with. Clock and randomness come in as functions, so that a test can hold them. */
export interface Dependencies {
  readonly db: Database;
  readonly images: R2Bucket;
  readonly scans: ScanReader;
  /** Counts the scans of all codes for the roll-up; null where the scan log itself keeps lifetime counts. */
  readonly scanCounter: ScanCounter | null;
  /** Copies of the short links, outside of D1. */
  readonly links: KVNamespace;
  /** Sends mail; null where it is not configured. */
  readonly mailer: Mailer | null;
  /** Where short URLs start, without a slash at the end: `https://go.example.com`. */
  readonly shortUrlBase: string;
  /** Work that the answer does not wait for. It must not throw. */
  afterAnswer(work: Promise<void>): void;
  nowMs(): number;
  randomBytes(count: number): Uint8Array;
  /** Reports a failure that the caller is spared. */
  reportFailure(event: string, error: unknown): void;
}
