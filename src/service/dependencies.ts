import type { QueueMessage } from '#core/events/delivery.ts';
import type { CompanyLogin } from '#core/accounts/company-login.ts';
import type { EarlierBase } from '#core/links/earlier-base.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import type { Budget } from './budget.ts';
import type { Database } from '#storage/database.ts';
import type { ImageCache } from '#storage/images/cache.ts';
import type { TargetScreen } from '#storage/targets/screen.ts';
import type { Mailer } from '#storage/mailer.ts';
import type { RequestLog } from '#storage/requests/request-log.ts';
import type { ScanCounter } from '#storage/scans/counter.ts';
import type { ScanReader } from '#storage/scans/reader.ts';
import type { DomainPlatform } from './domains/platform.ts';

/** The dependencies of the use cases. Clock and randomness are functions, so that a test can pass its own. */
export interface Dependencies {
  readonly db: Database;
  /** The pictures of codes, and parts of imports. Without R2 an empty bucket, as `files` is: `isBound` tells. */
  readonly images: R2Bucket;
  /** The bytes of files that codes open. */
  readonly files: R2Bucket;
  /** The edge copies of images. Null if the operator has set no token to purge them. */
  readonly imageCache: ImageCache | null;
  /** The log of API requests. */
  readonly requests: RequestLog;
  /** Reads the log of scans. */
  readonly scans: ScanReader;
  /** Counts the scans of all codes for the roll-up. Null if the scan log itself keeps lifetime counts. */
  readonly scanCounter: ScanCounter | null;
  /** Takes events on their way to webhooks. */
  readonly events: Pick<Queue<QueueMessage>, 'sendBatch'>;
  /** Copies of the short links, outside of D1. */
  readonly links: KVNamespace;
  /** Sends mail. Null if mail is not configured. */
  readonly mailer: Mailer | null;
  /** How the people of a company sign in. */
  readonly companyLogin: CompanyLogin;
  /** Where the operator gets mail about abuse reports. Null for nowhere. */
  readonly abuseEmail: string | null;
  /** Knows harmful addresses. Null if the operator has chosen no such service. */
  readonly targetScreen: TargetScreen | null;
  /** Whether the cron checks that the targets of codes work. */
  readonly checksTargets: boolean;
  /** Sends requests to other hosts. */
  readonly fetch: typeof fetch;
  /** Whether codes may lead to private networks. */
  readonly allowsPrivateHosts: boolean;
  /** The start of every short URL, without a slash at the end: `https://go.example.com`. */
  readonly shortUrlBase: string;
  /** The same before the service moved: codes from that time are drawn as they were printed. Null if it never moved. */
  readonly earlierBase: EarlierBase | null;
  /** The operator's host for GS1 codes: `id.example.com`. Null if there is none. */
  readonly gs1Host: LinkHost | null;
  /** The start of the addresses of images. */
  readonly cdnUrl: string;
  /** Whether D1 has the log of single scans. */
  readonly logsScansInD1: boolean;
  /** Every host at which the service is reached. */
  readonly ownHosts: readonly string[];
  /** Serves the hosts of accounts. */
  readonly domains: DomainPlatform;
  /** Keys the hashes of code passwords. The short-link Worker has the same key. */
  readonly passwordPepper: string;
  /** The limits of one invocation, by the platform's plan. */
  readonly budget: Budget;
  /** Runs work after the response. The work must not reject. */
  afterResponse(work: Promise<void>): void;
  /** Hears how many codes the account has created this month, each time that it creates some. */
  noteCodesOfMonth(count: number): void;
  nowMs(): number;
  randomBytes(count: number): Uint8Array;
  /** Logs a failure that does not change the response. */
  reportFailure(event: string, error: unknown): void;
}
