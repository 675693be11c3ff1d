import type { Budget } from './budget.ts';
import type { Database } from '#storage/database.ts';
import type { ImageCache } from '#storage/images/cache.ts';
import type { TargetScreen } from '#storage/targets/screen.ts';
import type { Mailer } from '#storage/mailer.ts';
import type { ScanCounter } from '#storage/scans/counter.ts';
import type { ScanReader } from '#storage/scans/reader.ts';

/** What the use cases work with. The clock and randomness are functions, so that a test can pass its own. */
export interface Dependencies {
  readonly db: Database;
  readonly images: R2Bucket;
  /** The copies of images at the edge. Null where the operator has given no token to purge them. */
  readonly imageCache: ImageCache | null;
  /** Reads the log of scans. */
  readonly scans: ScanReader;
  /** Counts the scans of all codes for the roll-up. Null where the scan log itself keeps lifetime counts. */
  readonly scanCounter: ScanCounter | null;
  /** Copies of the short links, outside of D1. */
  readonly links: KVNamespace;
  /** Sends mail. Null where mail is not configured. */
  readonly mailer: Mailer | null;
  /** Where the operator gets mail about reports of abuse. Null where nowhere. */
  readonly abuseEmail: string | null;
  /** Knows addresses that harm people. Null where the operator has chosen none. */
  readonly targetScreen: TargetScreen | null;
  /** Whether the cron asks the targets of codes if they work. */
  readonly checksTargets: boolean;
  /** Asks other hosts. */
  readonly fetch: typeof fetch;
  /** Whether codes may lead to private networks. */
  readonly allowsPrivateHosts: boolean;
  /** The start of every short URL, without a slash at the end: `https://go.example.com`. */
  readonly shortUrlBase: string;
  /** Keys the hashes of the passwords of codes. The short-link Worker has the same. */
  readonly passwordPepper: string;
  /** What an invocation may take on, by the plan of the platform. */
  readonly budget: Budget;
  /** Runs work that the response does not wait for. The work must not reject. */
  afterResponse(work: Promise<void>): void;
  nowMs(): number;
  randomBytes(count: number): Uint8Array;
  /** Logs a failure that does not change the response. */
  reportFailure(event: string, error: unknown): void;
}
