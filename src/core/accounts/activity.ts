import { formatTimeCursor, parseTimeCursor } from '../lists/time-cursor.ts';

/**
 * The actions in an account's audit log, and what bounds their entries: a quota, or what only the operator does; a number a day, because an
 * account could fill the log with 600 of them a minute; or that number, and one an hour if nothing differs. New actions may be added; a
 * recorded one keeps its name. Why rights have no bound of their own: docs/decisions/audit-log.md.
 */
export const ACTIVITY_BOUNDS = {
  'account.created': 'quota',
  'account.plan_changed': 'quota',
  'account.changed': 'day',
  'account.suspended': 'quota',
  'account.resumed': 'quota',
  'account.deleted': 'quota',
  'account.restored': 'quota',
  'person.invited': 'quota',
  'person.joined': 'quota',
  'person.signed_in': 'day',
  'person.link_created': 'quota',
  'person.role_changed': 'quota',
  'person.removed': 'quota',
  'passkey.added': 'quota',
  'passkey.removed': 'quota',
  'api_key.created': 'quota',
  'api_key.revoked': 'quota',
  'app.connected': 'day',
  'app.disconnected': 'quota',
  'code.deleted': 'quota',
  'code.disabled': 'quota',
  'code.enabled': 'quota',
  'template.deleted': 'day',
  'statistics.shared': 'hour',
  'statistics.unshared': 'hour',
  'codes.exported': 'hour',
  'codes.imported': 'day',
  'code.named': 'day',
  'code.unnamed': 'day',
  'domain.added': 'day',
  'domain.deleted': 'day',
  'domain.page_removed': 'quota',
  'webhook.created': 'day',
  'webhook.rotated': 'day',
  'webhook.deleted': 'day',
  'tag.renamed': 'day',
  'tag.deleted': 'day',
} as const satisfies Record<string, 'quota' | 'day' | 'hour'>;
export type ActivityAction = keyof typeof ACTIVITY_BOUNDS;
export const ACTIVITY_ACTIONS = Object.keys(ACTIVITY_BOUNDS) as [ActivityAction, ...ActivityAction[]];

/** The actor: a person in the dashboard, a program with an API key, an app that a person connected, or the operator. */
export const ACTOR_TYPES = ['person', 'api_key', 'app', 'operator'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** The kinds of things that an action affects, and how their ids begin. */
const SUBJECTS = {
  person: 'per_',
  api_key: 'key_',
  app: 'app_',
  code: 'qr_',
  template: 'tpl_',
  domain: 'dom_',
  webhook: 'wh_',
} as const;
export type SubjectType = keyof typeof SUBJECTS;
export const SUBJECT_TYPES = Object.keys(SUBJECTS) as [SubjectType, ...SubjectType[]];

/** One entry of the audit log. */
export interface Activity {
  readonly id: string;
  readonly action: ActivityAction;
  readonly happenedAtMs: number;
  readonly actor: { readonly type: ActorType; readonly id: string | null; readonly name: string | null };
  readonly subject: {
    readonly type: SubjectType;
    readonly id: string;
    readonly name: string | null;
  } | null;
  /** A detail of the action: the new role, the name of a passkey, the format of an export, a reason. */
  readonly note: string | null;
}

/** Position of an entry in the log, which is ordered by time, then by id. */
export interface ActivityPosition {
  readonly happenedAtMs: number;
  readonly id: string;
}

/** What entries of the log must match. */
export interface ActivityFilter {
  readonly action?: ActivityAction | undefined;
  readonly actorId?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly afterMs?: number | undefined;
  readonly beforeMs?: number | undefined;
}

/** A cursor of the audit log, opaque to callers. */
export function formatActivityCursor({ happenedAtMs, id }: ActivityPosition): string {
  return formatTimeCursor({ timeMs: happenedAtMs, id });
}

/** Reads a cursor; null if `formatActivityCursor` did not make the text. */
export function parseActivityCursor(text: string): ActivityPosition | null {
  const position = parseTimeCursor(text, /^act_[0-9a-f]{16}$/);
  return position && { happenedAtMs: position.timeMs, id: position.id };
}

/** The type of an id in a log row. */
export function typeOfId(id: string): SubjectType {
  return SUBJECT_TYPES.find((type) => id.startsWith(SUBJECTS[type])) ?? 'code';
}

/** The actor with this id; null stands for the operator. */
export function typeOfActor(id: string | null): ActorType {
  if (id === null) return 'operator';
  if (id.startsWith('key_')) return 'api_key';
  return id.startsWith('app_') ? 'app' : 'person';
}
