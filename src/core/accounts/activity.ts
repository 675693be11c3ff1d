import { formatTimeCursor, parseTimeCursor } from '../lists/time-cursor.ts';

/** The actions in an account's audit log. New actions may be added; a recorded one keeps its name. */
export const ACTIVITY_ACTIONS = [
  'account.created',
  'account.plan_changed',
  'account.changed',
  'account.suspended',
  'account.resumed',
  'account.deleted',
  'account.restored',
  'person.invited',
  'person.joined',
  'person.signed_in',
  'person.link_created',
  'person.role_changed',
  'person.removed',
  'passkey.added',
  'passkey.removed',
  'api_key.created',
  'api_key.revoked',
  'code.deleted',
  'code.disabled',
  'code.enabled',
  'template.deleted',
  'statistics.shared',
  'statistics.unshared',
  'codes.exported',
  'codes.imported',
  'code.named',
  'code.unnamed',
  'domain.added',
  'domain.deleted',
  'domain.page_removed',
  'webhook.created',
  'webhook.rotated',
  'webhook.deleted',
  'tag.renamed',
  'tag.deleted',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

/** The actor: a person in the dashboard, a program with an API key, or the operator. */
export const ACTOR_TYPES = ['person', 'api_key', 'operator'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** The kind of thing that an action affected. */
export const SUBJECT_TYPES = ['person', 'api_key', 'code', 'template', 'domain', 'webhook'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

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

/** The type of an id in a log row: ids of people, API keys, templates and codes differ in their prefix. */
export function typeOfId(id: string): SubjectType {
  if (id.startsWith('per_')) return 'person';
  if (id.startsWith('tpl_')) return 'template';
  if (id.startsWith('dom_')) return 'domain';
  if (id.startsWith('wh_')) return 'webhook';
  return id.startsWith('key_') ? 'api_key' : 'code';
}

/** The actor with this id; null stands for the operator. */
export function typeOfActor(id: string | null): ActorType {
  if (id === null) return 'operator';
  return id.startsWith('key_') ? 'api_key' : 'person';
}
