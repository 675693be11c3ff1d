/**
 * The promise: an edit or a deletion is followed everywhere within this time. It is kept by the bounds below, each of which counts
 * from the moment before the database was read; test/shortlink/time-bounds.test.ts holds them to it.
 */
export const EDIT_FOLLOWED_WITHIN_MS = 30_000;

/** Up to this age an entry of either cache is served as it is, and one in memory without any I/O. */
export const FRESH_MS = 10_000;

/** Up to this age it is served at once and renewed after the answer; from here on the database is asked before. */
export const SERVABLE_MS = 20_000;

/** An answer of the database that takes longer is not waited for. */
export const DATABASE_TIMEOUT_MS = 1_500;

/** Reading the colo's cache takes a millisecond or two; one that does not answer is gone without. */
export const COLO_CACHE_TIMEOUT_MS = 250;

/** After a failure of the database, the copy is asked in its place: nobody waits for a timeout twice. */
export const OUTAGE_REMEMBERED_MS = 3_000;

/** Machines of one colo share entries; this much their clocks may differ. */
export const CLOCK_SKEW_MS = 2_000;

/** While the database fails, what the copy and the caches agreed on is served for this long before the copy is asked again. */
export const COPY_COMPARED_FOR_MS = 60_000;

/** While the database fails, one scan in this time asks whether it is back, after its answer. */
export const PROBE_INTERVAL_MS = 1_000;

/** While the database fails, entries are served up to this age. */
export const STALE_FOR_SECONDS = 7 * 24 * 60 * 60;
export const STALE_FOR_MS = STALE_FOR_SECONDS * 1000;

/** The copy in Workers KV is the last resort: it may take longer than a cache, but not for ever. */
export const COPY_TIMEOUT_MS = 2_000;

/** What a scan waits beyond `DATABASE_TIMEOUT_MS` for somebody else's query, before it takes its asker for dead. */
export const ASKER_GRACE_MS = 250;
