import type { Account } from '#core/accounts/account.ts';
import {
  type Activity,
  ACTIVITY_BOUNDS,
  type ActivityAction,
  type ActivityFilter,
  type ActivityPosition,
} from '#core/accounts/activity.ts';
import { createRandomId, RANDOM_ID_BYTES } from '#core/bytes/random-id.ts';
import { type Page, takePage } from '#core/lists/take-page.ts';
import { DAY_MS } from '#core/utc-day.ts';
import {
  type ActivityBound,
  type ActivityEntry,
  type BoundedActivity,
  countActivities,
  deleteActivitiesBefore,
  findActivityEnd,
  insertActivity,
  insertBoundedActivity,
  listActivities,
} from '#storage/accounts/activities.ts';
import type { Dependencies } from '../dependencies.ts';

/** How long the audit log keeps entries. */
const ACTIVITY_KEPT_MS = 400 * DAY_MS;

/** Actions that change nothing when they are repeated are recorded once an hour for each actor, subject and detail. */
const REPEATED_EVERY_MS = 60 * 60 * 1000;

/** An account has so many entries of an action that no quota bounds in 24 hours, and anyone who reaches that shows in the log. */
export const MOST_A_DAY = 200;
/** Counted for each person, so that nobody's sign-ins hide those of others. */
const MOST_SIGN_INS_A_DAY = 20;

/** Changes of who may do what: none goes unrecorded, so the action itself is refused beyond `MOST_A_DAY`. */
type ChangeOfRights = 'person.role_changed' | 'person.link_created' | 'app.connected';

export interface NewActivity {
  readonly action: ActivityAction;
  /** The id of the affected person, API key or code (`qr_…`). */
  readonly subjectId?: string | null;
  /** A detail: a role, a name, a format, a reason. Never a secret or an address. */
  readonly note?: string | null;
}

/** An entry of the audit log, ready to be stored. The operator's has no actor id. */
export function prepareActivity(
  { nowMs, randomBytes }: Pick<Dependencies, 'nowMs' | 'randomBytes'>,
  { action, actorId, subjectId = null, note = null }: NewActivity & { readonly actorId: string | null },
): ActivityEntry {
  const id = createRandomId('act', randomBytes(RANDOM_ID_BYTES));
  return { id, happenedAtMs: nowMs(), action, actorId, subjectId, note };
}

/** Who does what is recorded: the operator has no id. */
interface Doer {
  readonly id: string | null;
  readonly account: Pick<Account, 'id'>;
}

/** An entry of the audit log, with the bound for actions that no quota bounds, to be stored in the transaction of what it is about. */
export function prepareBounded(
  deps: Pick<Dependencies, 'nowMs' | 'randomBytes'>,
  { id: actorId, account }: Doer,
  activity: NewActivity,
): BoundedActivity {
  const row = { ...prepareActivity(deps, { ...activity, actorId }), accountId: account.id };
  return { row, bound: boundOf(row) };
}

/**
 * Adds an entry to the audit log of the actor's account. Call it after the recorded action: it never throws, because a completed action
 * must not look failed. A failure is reported.
 */
export async function recordActivity(
  deps: Pick<Dependencies, 'db' | 'nowMs' | 'randomBytes' | 'reportFailure'>,
  doer: Doer,
  activity: NewActivity,
): Promise<void> {
  const entry = prepareBounded(deps, doer, activity);
  try {
    if (ACTIVITY_BOUNDS[activity.action] === 'quota') await insertActivity(deps.db, entry.row);
    else await insertBoundedActivity(deps.db, entry);
  } catch (error) {
    deps.reportFailure('activity_not_recorded', error);
  }
}

/** Whether an account has used up its changes of a kind for 24 hours. Ask before the change. */
export async function isLimitReached(
  { db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>,
  accountId: string,
  action: ChangeOfRights,
): Promise<boolean> {
  return (await countActivities(db, accountId, { action, sinceMs: nowMs() - DAY_MS })) >= MOST_A_DAY;
}

function boundOf({ action, actorId, happenedAtMs }: ActivityEntry): ActivityBound {
  const isSignIn = action === 'person.signed_in';
  return {
    sameSinceMs: ACTIVITY_BOUNDS[action] === 'hour' ? happenedAtMs - REPEATED_EVERY_MS : happenedAtMs,
    countedSinceMs: happenedAtMs - DAY_MS,
    countedActorId: isSignIn ? actorId : null,
    most: isSignIn ? MOST_SIGN_INS_A_DAY : MOST_A_DAY,
  };
}

/** No index holds the entries of an action, an actor or a subject: a page looks at this many, and the next one goes on behind them. */
const MOST_LOOKED_AT = 1_000;

/** One page of the audit log, newest first, and the start of the next page; null on the last one. With a filter, it may hold fewer entries. */
export async function readActivities(
  { db }: Pick<Dependencies, 'db'>,
  accountId: string,
  {
    limit,
    after,
    filter = {},
  }: {
    readonly limit: number;
    readonly after: ActivityPosition | null;
    readonly filter?: ActivityFilter;
  },
): Promise<Page<Activity, ActivityPosition>> {
  const { action, actorId, subjectId } = filter;
  const isSearch = (action ?? actorId ?? subjectId) !== undefined;
  const end = isSearch ? await findActivityEnd(db, accountId, { after, filter }, MOST_LOOKED_AT) : null;
  const found = await listActivities(db, accountId, { limit: limit + 1, after, upTo: end, filter });
  const { items, next } = takePage(found, limit, (last) => last);
  return { items, next: next ?? end };
}

/** Deletes audit log entries older than 400 days. */
export async function deleteOldActivities({ db, nowMs }: Pick<Dependencies, 'db' | 'nowMs'>) {
  return { activities: await deleteActivitiesBefore(db, nowMs() - ACTIVITY_KEPT_MS) };
}
