import type { Activity, ActivityAction, ActivityPosition } from '#core/accounts/activity.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import {
  type ActivityEntry,
  deleteActivitiesBefore,
  insertActivity,
  insertActivityOnce,
  listActivities,
} from '#storage/accounts/activities.ts';
import type { Dependencies } from '../dependencies.ts';

/** How long the audit log keeps entries. */
const ACTIVITY_KEPT_MS = 400 * 24 * 60 * 60 * 1000;

/**
 * An action that a program may repeat all day is recorded once per interval, actor and detail, so that the log does not grow with each
 * request.
 */
const REPEATED_EVERY_MS = 60 * 60 * 1000;

const REPEATED: ReadonlySet<ActivityAction> = new Set(['codes.exported']);

export interface NewActivity {
  readonly accountId: string;
  readonly action: ActivityAction;
  /** The id of the person or API key; null for the operator. */
  readonly actorId: string | null;
  /** The id of the affected person, API key or code (`qr_…`). */
  readonly subjectId?: string | null;
  /** A detail: a role, a name, a format, a reason. Never a secret or an address. */
  readonly note?: string | null;
}

/** An entry of the audit log, ready to be stored. */
export function prepareActivity(
  { nowMs, randomBytes }: Pick<Dependencies, 'nowMs' | 'randomBytes'>,
  { action, actorId, subjectId = null, note = null }: Omit<NewActivity, 'accountId'>,
): ActivityEntry {
  const id = createRandomId('act', randomBytes(RANDOM_ID_BYTES));
  return { id, happenedAtMs: nowMs(), action, actorId, subjectId, note };
}

/**
 * Adds an entry to the audit log of an account. Call it after the recorded action: it never throws, because a completed action must not
 * look failed. A failure is reported.
 */
export async function recordActivity(
  deps: Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes' | 'reportFailure'>,
  activity: NewActivity,
): Promise<void> {
  const row = { ...prepareActivity(deps, activity), accountId: activity.accountId };
  try {
    if (REPEATED.has(row.action))
      await insertActivityOnce(deps.db, row, row.happenedAtMs - REPEATED_EVERY_MS);
    else await insertActivity(deps.db, row);
  } catch (error) {
    deps.reportFailure('activity_not_recorded', error);
  }
}

/** One page of the audit log, newest first, and the start of the next page; null on the last one. */
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

/** Deletes audit log entries older than 400 days. */
export async function deleteOldActivities({ db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>) {
  return { activities: await deleteActivitiesBefore(db, nowMs() - ACTIVITY_KEPT_MS) };
}
