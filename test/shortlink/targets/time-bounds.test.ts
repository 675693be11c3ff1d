import { expect, it } from 'vitest';
import * as bounds from '#shortlink/targets/time-bounds.ts';

it('keeps the promise: an edit is followed within 30 seconds, whatever each bound adds to the others', () => {
  // The oldest entry that is served while the database works: a just servable entry, a just remembered outage, a slow cache, a slow query,
  // and an entry from a machine whose clock is wrong by the maximum allowed.
  const oldest =
    bounds.SERVABLE_MS +
    bounds.OUTAGE_REMEMBERED_MS +
    bounds.COLO_CACHE_TIMEOUT_MS +
    bounds.DATABASE_TIMEOUT_MS +
    bounds.JOIN_GRACE_MS +
    bounds.CLOCK_SKEW_MS;
  expect(oldest).toBeLessThanOrEqual(bounds.EDIT_FOLLOWED_WITHIN_MS);
  expect(bounds.EDIT_FOLLOWED_WITHIN_MS).toBe(30_000);
});

it('orders its bounds: fresh, then servable, then stale; and a failing database is probed before it is forgotten', () => {
  expect(bounds.FRESH_MS).toBeLessThan(bounds.SERVABLE_MS);
  expect(bounds.SERVABLE_MS).toBeLessThan(bounds.STALE_FOR_MS);
  expect(bounds.STALE_FOR_MS).toBe(7 * 24 * 3_600_000);
  expect(bounds.PROBE_INTERVAL_MS + bounds.DATABASE_TIMEOUT_MS).toBeLessThan(bounds.OUTAGE_REMEMBERED_MS);
});
