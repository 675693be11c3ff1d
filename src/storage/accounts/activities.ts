import { and, eq, gt, type SQL, type SQLWrapper } from 'drizzle-orm';
import {
  type Activity,
  type ActivityAction,
  type ActivityFilter,
  type ActivityPosition,
  typeOfActor,
  typeOfId,
} from '#core/accounts/activity.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { Database, Statement } from '../database.ts';
import { tableOf, toList } from '../json-list.ts';
import { sql } from '../sql.ts';
import { activities } from './accounts-tables.ts';

export type ActivityRow = typeof activities.$inferSelect;

/** An entry before it is known whose audit log it belongs to. */
export type ActivityEntry = Omit<ActivityRow, 'accountId'>;

/** An entry of the operator, who may have named only a code or a key: then the database finds its account. */
type OperatorActivity = ActivityEntry & { readonly accountId: string | SQL };

/** A delete of this many rows takes D1 a moment, not seconds. */
const ROWS_PER_RUN = 10_000;

export async function insertActivity(db: Database, row: ActivityRow): Promise<void> {
  await db.insert(activities).values(row);
}

/** When an entry is not added: the same one is there after a time, or the account has `most` of its action after another. */
export interface ActivityBound {
  readonly sameSinceMs: number;
  readonly countedSinceMs: number;
  /** Whose entries count; null for everybody's. */
  readonly countedActorId: string | null;
  readonly most: number;
}

/** An entry that is added unless the log has enough of its kind. */
export interface BoundedActivity {
  readonly row: ActivityRow;
  readonly bound: ActivityBound;
}

/** `CHANGED` as the condition: the statement before this one in its batch changed something. */
export function insertBoundedActivity(
  db: Database,
  { row, bound }: BoundedActivity,
  condition: SQL = sql`TRUE`,
) {
  const { id, accountId, happenedAtMs, action, actorId, subjectId, note } = row;
  const { sameSinceMs, countedSinceMs, countedActorId, most } = bound;
  return db.insert(activities).select(sql`
    SELECT ${id}, ${accountId}, ${happenedAtMs}, ${action}, ${actorId}, ${subjectId}, ${note}
    WHERE ${condition} AND NOT EXISTS (
      SELECT 1 FROM activities WHERE account_id = ${accountId} AND happened_at_ms > ${sameSinceMs} AND action = ${action}
        AND actor_id IS ${actorId} AND subject_id IS ${subjectId} AND note IS ${note})
      AND (SELECT count(*) FROM activities WHERE account_id = ${accountId} AND happened_at_ms > ${countedSinceMs}
        AND action = ${action} AND actor_id IS coalesce(${countedActorId}, actor_id)) < ${most}`);
}

export const CHANGED = sql`changes() > 0`;

/** The statement that records what the statement before it in its batch changed. If that changed nothing, it records nothing. */
export function insertActivityOfChange(db: Database, row: OperatorActivity) {
  const { id, accountId, happenedAtMs, action, actorId, subjectId, note } = row;
  return db
    .insert(activities)
    .select(
      sql`SELECT ${id}, ${accountId}, ${happenedAtMs}, ${action}, ${actorId}, ${subjectId}, ${note} WHERE ${CHANGED}`,
    );
}

/** Adds the entries of the codes that a query finds. It must run before the change that they record, in the same transaction. */
export function insertActivitiesOfCodes(
  db: Database,
  accountId: string,
  entries: ReadonlyMap<CodeId, ActivityEntry>,
  changed: SQLWrapper,
) {
  const rows = [...entries].map(([codeId, { id, happenedAtMs, action, actorId, subjectId, note }]) => [
    codeId,
    id,
    happenedAtMs,
    action,
    actorId,
    subjectId,
    note,
  ]);
  return db.insert(activities).select(
    sql`SELECT value ->> 1, ${accountId}, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
      FROM ${tableOf(toList(rows))} WHERE value ->> 0 IN ${changed}`,
  );
}

/** Runs a statement and records in the same transaction what it changed. */
export async function runRecorded<T extends Statement>(db: Database, statement: T, row: OperatorActivity) {
  const [result] = await db.batch([statement, insertActivityOfChange(db, row)]);
  return result;
}

/** How often an actor of an account, or anybody in it, did something after a given time. */
export async function countActivities(
  db: Database,
  accountId: string,
  counted: { readonly action: ActivityAction; readonly actorId?: string; readonly sinceMs: number },
): Promise<number> {
  return db.$count(
    activities,
    and(
      eq(activities.accountId, accountId),
      gt(activities.happenedAtMs, counted.sinceMs),
      eq(activities.action, counted.action),
      counted.actorId === undefined ? undefined : eq(activities.actorId, counted.actorId),
    ),
  );
}

interface NamedRow {
  readonly id: string;
  readonly action: ActivityAction;
  readonly happenedAtMs: number;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly subjectId: string | null;
  readonly subjectName: string | null;
  readonly note: string | null;
}

/** A part of an account's log, newest first: after one position, and up to another one. */
interface ActivityRange {
  readonly after: ActivityPosition | null;
  readonly upTo?: ActivityPosition | null;
  readonly filter?: ActivityFilter;
}

/** An account's activities in a range that match its filter, newest first. Names are current; a deleted code has none. */
export async function listActivities(
  db: Database,
  accountId: string,
  { limit, ...range }: ActivityRange & { readonly limit: number },
): Promise<Activity[]> {
  const { action, actorId, subjectId } = range.filter ?? {};
  const rows = await db.all<NamedRow>(sql`
    SELECT activities.id, action, happened_at_ms AS happenedAtMs, note,
      actor_id AS actorId, coalesce(actor.name, actor_key.name) AS actorName,
      subject_id AS subjectId, coalesce(subject.name, subject_key.name) AS subjectName
    FROM activities
      LEFT JOIN people AS actor ON actor.id = actor_id
      LEFT JOIN api_keys AS actor_key ON actor_key.id = actor_id
      LEFT JOIN people AS subject ON subject.id = subject_id
      LEFT JOIN api_keys AS subject_key ON subject_key.id = subject_id
    WHERE activities.account_id = ${accountId} ${isIn(range)}
      ${when(action, (value) => sql`AND action = ${value}`)}
      ${when(actorId, (value) => sql`AND actor_id = ${value}`)}
      ${when(subjectId, (value) => sql`AND subject_id = ${value}`)}
    ORDER BY happened_at_ms DESC, activities.id DESC LIMIT ${limit}`);
  return rows.map(toActivity);
}

/** The position of the last of `count` entries of a range, whether they match or not; null if there are fewer. */
export async function findActivityEnd(
  db: Database,
  accountId: string,
  range: ActivityRange,
  count: number,
): Promise<ActivityPosition | null> {
  const [end] = await db.all<ActivityPosition>(sql`
    SELECT happened_at_ms AS happenedAtMs, id FROM activities WHERE account_id = ${accountId} ${isIn(range)}
    ORDER BY happened_at_ms DESC, id DESC LIMIT 1 OFFSET ${count - 1}`);
  return end ?? null;
}

function isIn({ after, upTo = null, filter: { afterMs, beforeMs } = {} }: ActivityRange): SQL {
  const at = ({ happenedAtMs, id }: ActivityPosition) => sql`(${happenedAtMs}, ${id})`;
  return sql`${when(after, (position) => sql`AND (happened_at_ms, activities.id) < ${at(position)}`)}
    ${when(upTo, (position) => sql`AND (happened_at_ms, activities.id) >= ${at(position)}`)}
    ${when(afterMs, (timeMs) => sql`AND happened_at_ms > ${timeMs}`)}
    ${when(beforeMs, (timeMs) => sql`AND happened_at_ms < ${timeMs}`)}`;
}

function when<T>(value: T | null | undefined, condition: (value: T) => SQL): SQL {
  return value === null || value === undefined ? sql`` : condition(value);
}

function toActivity({ actorId, actorName, subjectId, subjectName, ...row }: NamedRow): Activity {
  return {
    ...row,
    actor: { type: typeOfActor(actorId), id: actorId, name: actorName },
    subject: subjectId === null ? null : { type: typeOfId(subjectId), id: subjectId, name: subjectName },
  };
}

/** Deletes activities from before a time, oldest first, at most `ROWS_PER_RUN`. Returns how many. */
export async function deleteActivitiesBefore(db: Database, timeMs: number): Promise<number> {
  const { meta } = await db.run(sql`
    DELETE FROM activities WHERE id IN (
      SELECT id FROM activities WHERE happened_at_ms < ${timeMs} ORDER BY happened_at_ms LIMIT ${ROWS_PER_RUN})`);
  return meta.changes;
}
