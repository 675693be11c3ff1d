import type { Activity, ActivityAction, ActivityPosition } from '#core/accounts/activity.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import {
  deleteActivitiesBefore,
  insertActivity,
  insertActivityOnce,
  listActivities,
} from '#storage/accounts/activities.ts';
import type { Dependencies } from '../dependencies.ts';

/** The audit log keeps what happened for so long. */
const ACTIVITY_KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/** What a program may do all day long is recorded once in so long, by whom and how: the log must not grow with each request. */
const REPEATED_EVERY_MS = 60 * 60 * 1000;

const REPEATED: ReadonlySet<ActivityAction> = new Set(['codes.exported']);

export interface NewActivity {
  readonly accountId: string;
  readonly action: ActivityAction;
  /** The id of the person or API key; null where whoever runs the service did it. */
  readonly actorId: string | null;
  /** The id of the person, API key or code (`qr_…`) that it was done to. */
  readonly subjectId?: string | null;
  /** A detail: a role, a name, a format, a reason. Never a secret or an address. */
  readonly note?: string | null;
}

/**
 * Adds an entry to the audit log of an account. Call it after what it records has happened: it never throws, because what has happened
 * must not look failed. A failure is reported.
 */
export async function recordActivity(
  {
    db,
    nowMs,
    randomBytes,
    reportFailure,
  }: Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes' | 'reportFailure'>,
  { accountId, action, actorId, subjectId = null, note = null }: NewActivity,
): Promise<void> {
  const id = createRandomId('act', randomBytes(RANDOM_ID_BYTES));
  const happenedAtMs = nowMs();
  const row = { id, accountId, happenedAtMs, action, actorId, subjectId, note };
  try {
    if (REPEATED.has(action)) await insertActivityOnce(db, row, happenedAtMs - REPEATED_EVERY_MS);
    else await insertActivity(db, row);
  } catch (error) {
    reportFailure('activity_not_recorded', error);
  }
}

/** One page of the audit log, the newest entry first, and where the next page starts; null on the last one. */
export async function readActivities(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  { limit, after }: { readonly limit: number; readonly after: ActivityPosition | null },
): Promise<{ readonly activities: readonly Activity[]; readonly next: ActivityPosition | null }> {
  const found = await listActivities(db, accountId, { limit: limit + 1, after });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { activities: page, next: found.length > limit && last ? last : null };
}

/** Deletes what the audit log has kept for 400 days. */
export async function deleteOldActivities({ db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>) {
  return { activities: await deleteActivitiesBefore(db, nowMs() - ACTIVITY_KEPT_MS) };
}
