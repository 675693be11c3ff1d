/**
 * The promise: an edit or a deletion takes effect everywhere within this time. The bounds below keep it; each counts from the moment before
 * the database was read. test/shortlink/targets/time-bounds.test.ts checks them.
 */
export const EDIT_FOLLOWED_WITHIN_MS = 30_000;

/** Up to this age an entry of either cache is served unchanged, and one in memory without any I/O. */
export const FRESH_MS = 10_000;

/** Up to this age an entry is served at once and renewed after the response; beyond it the database is queried first. */
export const SERVABLE_MS = 20_000;

/** No scan waits longer for the database's primary. */
export const DATABASE_TIMEOUT_MS = 1_500;

/**
 * A scan asks the primary if the nearest replica has not answered by then. Most answers take 20 to 50 ms; from a continent without a replica
 * 100 to 160, which is less than the way to most primaries.
 */
export const REPLICA_TIMEOUT_MS = 250;

/** From this age a bookmark is preferred to an older one: 98 % of what is written reaches the replicas within this time. */
export const BOOKMARK_RIPE_MS = 5_000;

/** From this age a bookmark is renewed after the response. */
export const BOOKMARK_DUE_MS = 10_000;

/** Up to this age a bookmark lets a replica answer: an entry read by it is never older than one that is servable. */
export const BOOKMARK_USABLE_MS = 20_000;

/** Reading the colo's cache takes a millisecond or two; no scan waits for it longer than this. */
export const COLO_CACHE_TIMEOUT_MS = 250;

/** No look-up takes longer: the bookmark from the colo's cache, then the replica, then the primary. */
export const LOOK_UP_TIMEOUT_MS = COLO_CACHE_TIMEOUT_MS + REPLICA_TIMEOUT_MS + DATABASE_TIMEOUT_MS;

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

/** How long a scan waits beyond `LOOK_UP_TIMEOUT_MS` for another scan's look-up before it takes that for abandoned. */
export const JOIN_GRACE_MS = 250;
