import { expect, it } from 'vitest';
import * as bounds from '#shortlink/targets/time-bounds.ts';

it('keeps the promise: an edit is followed within 30 seconds, whatever each bound adds to the others', () => {
  // The oldest entry that is served while the database works: a just servable entry, or one read with a just usable bookmark; a just remembered
  // outage; a slow cache, for the entry and then for the bookmark; a replica that gives no answer, a slow query of the primary; and an entry
  // from a machine whose clock is wrong by the maximum allowed.
  const oldest =
    Math.max(bounds.SERVABLE_MS, bounds.BOOKMARK_USABLE_MS) +
    bounds.OUTAGE_REMEMBERED_MS +
    bounds.COLO_CACHE_TIMEOUT_MS +
    bounds.LOOK_UP_TIMEOUT_MS +
    bounds.JOIN_GRACE_MS +
    bounds.CLOCK_SKEW_MS;
  expect(oldest).toBeLessThanOrEqual(bounds.EDIT_FOLLOWED_WITHIN_MS);
  expect(bounds.EDIT_FOLLOWED_WITHIN_MS).toBe(30_000);
});

it('has a usable bookmark at any time, if it renews one that is due: the newer one is ripe before the older one is too old', () => {
  expect(bounds.BOOKMARK_DUE_MS + bounds.BOOKMARK_RIPE_MS + bounds.DATABASE_TIMEOUT_MS).toBeLessThan(
    bounds.BOOKMARK_USABLE_MS,
  );
  // An entry of this age can be renewed with a bookmark that is newer.
  expect(bounds.BOOKMARK_DUE_MS).toBeLessThanOrEqual(bounds.FRESH_MS);
  expect(bounds.LOOK_UP_TIMEOUT_MS).toBe(
    bounds.COLO_CACHE_TIMEOUT_MS + bounds.REPLICA_TIMEOUT_MS + bounds.DATABASE_TIMEOUT_MS,
  );
});

it('orders its bounds: fresh, then servable, then stale; and a failing database is probed before it is forgotten', () => {
  expect(bounds.FRESH_MS).toBeLessThan(bounds.SERVABLE_MS);
  expect(bounds.SERVABLE_MS).toBeLessThan(bounds.STALE_FOR_MS);
  expect(bounds.STALE_FOR_MS).toBe(7 * 24 * 3_600_000);
  expect(bounds.PROBE_INTERVAL_MS + bounds.DATABASE_TIMEOUT_MS).toBeLessThan(bounds.OUTAGE_REMEMBERED_MS);
});
