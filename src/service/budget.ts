import type { Cost } from '#core/exports/everything.ts';
import { MAX_FILE_BYTES } from '#core/imports/file-problem.ts';

/**
 * The limits of one Worker invocation: Cloudflare's Free plan allows 10 ms of CPU, 50 queries of D1 and 50 other subrequests, and ends an
 * invocation that exceeds them; Paid allows the 90 s of wrangler.toml and 1,000 queries. docs/benchmarks.md has the CPU of each slice.
 */
export interface Budget {
  /** Why a request that exceeds the budget is refused, for people. Null if the budget refuses none. */
  readonly reason: string | null;
  /** Codes that one bulk request may create. */
  readonly bulkCodes: number;
  /** The largest symbol to draw: its version, 1 to 40. */
  readonly symbolVersion: number;
  /** Whether a symbol may have a style: resvg at full size takes tens of milliseconds. */
  readonly drawsStyles: boolean;
  /** Codes that one request may draw. */
  readonly drawnCodes: number;
  /** CPU that the pictures of one request may take by the estimate, in milliseconds. */
  readonly drawingMs: number;
  /** Pages of 150 codes that a request reads to count codes, each of them in up to 5 queries, beside those of its page. */
  readonly countedPages: number;
  /** Whether every cron run does all of its jobs, or one of them in turn. */
  readonly doesAllJobs: boolean;
  /** How long after its last success a job of the cron counts as late: six of its turns. */
  readonly jobLateAfterMs: number;
  /** Whether a copy of all tables fits one invocation. */
  readonly backsUp: boolean;
  readonly redraw: { readonly codes: number; readonly images: number };
  /** Codes that a cron run, or the request that starts the change, updates for a merged or deleted tag. */
  readonly taggedCodes: { readonly run: number; readonly request: number };
  /** Failures after which a job leaves the rest of its rows to the next run: each is tried again, alone at last. */
  readonly failures: number;
  /** Codes that a run compares with the blocklist. */
  readonly blockedHosts: number;
  /** Weekly summaries that a run mails. */
  readonly summaries: number;
  /**
   * Accounts whose events a run hands over, events of fifty scans that it makes for each account, pages of scans by hour that it counts, and
   * events that it deletes of those that are too old, and of each account that has too many.
   */
  readonly events: {
    readonly accounts: number;
    readonly scanRounds: number;
    readonly countedPages: number;
    readonly deleted: number;
  };
  /** Domains that a run checks: each asks D1, Cloudflare and DNS. */
  readonly domains: number;
  /** Target addresses that a run checks. */
  readonly targets: number;
  readonly copies: {
    readonly changesPerPage: number;
    readonly pages: number;
    readonly sample: number;
    /** Codes whose copies a run writes: two writes for a code with a short code. */
    readonly writes: number;
  };
  /** Codes whose images a run deletes, of each kind: left behind by a DELETE, and orphans. */
  readonly imageDeletes: number;
  /** Pages of 1,000 images that a run looks through for orphans. */
  readonly imagePages: number;
  /**
   * Accounts that a run works on to remove them, and codes that it deletes: no more than the sweeps of images and copies keep up with, and
   * fewer than `changesPerPage`.
   */
  readonly removal: { readonly accounts: number; readonly codes: number };
  /** The largest import file, the rows per slice, the further short links per row and slice, and the slices per invocation. */
  readonly imports: { readonly [what in 'bytes' | 'rows' | 'names' | 'slices']: number };
  /** What a part of the export of everything takes: queries of D1 and reads of R2, and the bytes of files. */
  readonly everything: Cost;
  /** Analytics Engine queries in a run, and the time that each one covers: a day must fit. */
  readonly rollUp: { readonly queries: number; readonly windowMs: number };
  /** Steps of 2,000 codes in which a request ranks a large account's codes, after its response. */
  readonly rankedParts: number;
}

const HOUR_MS = 60 * 60 * 1000;

const PAID: Budget = {
  reason: null,
  bulkCodes: Number.POSITIVE_INFINITY,
  symbolVersion: 40,
  drawsStyles: true,
  drawnCodes: Number.POSITIVE_INFINITY,
  // The estimate is rough, and `limits.cpu_ms` in wrangler.toml leaves room for it.
  drawingMs: 30_000,
  countedPages: 40,
  doesAllJobs: true,
  jobLateAfterMs: HOUR_MS,
  backsUp: true,
  redraw: { codes: 5_000, images: 500 },
  taggedCodes: { run: 20_000, request: 1_000 },
  failures: 100,
  blockedHosts: 1_000,
  summaries: 20,
  // With a redirect each, and by HEAD and GET, they make 600 of 1,000 subrequests.
  events: { accounts: 50, scanRounds: 20, countedPages: 24, deleted: 10_000 },
  domains: 20,
  targets: 150,
  // More than the 1,024 creations that fit one millisecond, so that each page reaches a later one.
  copies: { changesPerPage: 1_025, pages: 5, sample: 100, writes: 400 },
  imageDeletes: 500,
  imagePages: Number.POSITIVE_INFINITY,
  removal: { accounts: 4, codes: 300 },
  imports: { bytes: MAX_FILE_BYTES, rows: 100, names: 20, slices: 12 },
  everything: { queries: 800, bytes: 1e9 },
  // Analytics Engine counts exactly if a query reads few rows.
  rollUp: { queries: 48, windowMs: HOUR_MS },
  rankedParts: 50,
};

const FREE: Budget = {
  reason: 'this service runs on the Free plan of Cloudflare Workers, which gives a request 10 ms of CPU',
  bulkCodes: 3,
  symbolVersion: 15,
  drawsStyles: false,
  drawnCodes: 5,
  drawingMs: Number.POSITIVE_INFINITY,
  countedPages: 7,
  doesAllJobs: false,
  jobLateAfterMs: 23 * HOUR_MS,
  backsUp: false,
  redraw: { codes: 20, images: 1 },
  taggedCodes: { run: 1_000, request: 100 },
  failures: 6,
  blockedHosts: 50,
  events: { accounts: 3, scanRounds: 2, countedPages: 2, deleted: 1_000 },
  domains: 2,
  targets: 8,
  summaries: 2,
  copies: { changesPerPage: 8, pages: 1, sample: 8, writes: 20 },
  imageDeletes: 20,
  imagePages: 1,
  removal: { accounts: 1, codes: 7 },
  imports: { bytes: 128 * 1024, rows: 3, names: 2, slices: 1 },
  everything: { queries: 40, bytes: 1e6 },
  // Free allows 100,000 points a day: few rows even in a longer window.
  rollUp: { queries: 6, windowMs: 4 * HOUR_MS },
  rankedParts: 4,
};

/** @param plan `WORKERS_PLAN`: anything but "free" means Paid */
export function budgetOf(plan: string): Budget {
  return plan === 'free' ? FREE : PAID;
}
