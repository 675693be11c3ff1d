/**
 * The promise: an edit or a deletion takes effect everywhere within this time. The bounds below keep it; each counts from the moment before
 * the database was read. test/shortlink/targets/time-bounds.test.ts checks them.
 */
export const EDIT_FOLLOWED_WITHIN_MS = 30_000;

/** Up to this age an entry of either cache is served unchanged, and one in memory without any I/O. */
export const FRESH_MS = 10_000;

/** Up to this age an entry is served at once and renewed after the response; beyond it the database is queried first. */
export const SERVABLE_MS = 20_000;

/** No scan waits longer for the database. */
export const DATABASE_TIMEOUT_MS = 1_500;

/** Reading the colo's cache takes a millisecond or two; no scan waits for it longer than this. */
export const COLO_CACHE_TIMEOUT_MS = 250;

/** For this long after a database failure, scans read the copy instead: nobody waits for a timeout twice. */
export const OUTAGE_REMEMBERED_MS = 3_000;

/** A name without a code, an id or a short code, is not looked up again for this long: one that is given a code later works within this time. */
export const UNKNOWN_REMEMBERED_MS = 10_000;

/** The clocks of one colo's machines, which share entries, may differ by this much. */
export const CLOCK_SKEW_MS = 2_000;

/** During a database failure, an entry that was compared with the copy is served for this long before the next comparison. */
export const COPY_COMPARED_FOR_MS = 60_000;

/** During a database failure, one scan per interval queries the database after its response, to see whether it works again. */
export const PROBE_INTERVAL_MS = 1_000;

/** During a database failure, entries are served up to this age. */
export const STALE_FOR_SECONDS = 7 * 24 * 60 * 60;
export const STALE_FOR_MS = STALE_FOR_SECONDS * 1000;

/** The copy in Workers KV is the last resort: reading it may take longer than reading a cache. */
export const COPY_TIMEOUT_MS = 2_000;

/** How long a scan waits beyond `DATABASE_TIMEOUT_MS` for another scan's query before it takes that query for abandoned. */
export const JOIN_GRACE_MS = 250;
