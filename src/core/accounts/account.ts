import type { Language } from '../languages.ts';
import type { Plan } from './plan.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** Whether a webhook may want to know what happens in it. As of its last look-up: the cron hands over what a stale value left. */
  hasWebhooks?: boolean;
}

/** The rights of a key: full, or read only. */
export const KEY_SCOPES = ['full', 'read'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * The rights of a person in the dashboard: a viewer sees codes, their files and their scans; a member, called editor on pages, also changes
 * them; an owner also manages keys and people. From most rights to least.
 */
export const ROLES = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/**
 * A person in the dashboard or a program with an API key, and the account for which it acts. It is made once, at the door, from a session, a
 * key or an import. All code that changes something takes it; the history and the audit log name it.
 */
export interface Actor {
  /** The id of the person, of the API key or of the connected app: their prefixes differ. */
  readonly id: string;
  readonly account: Account;
  /** What they may do. A key or an app has the rights of a member, or of a viewer if it may only read. */
  readonly role: Role;
}

export interface Person extends Actor {
  readonly name: string;
  readonly email: string | null;
  /** The chosen language; null for that of the browser. */
  readonly language: Language | null;
}

export function mayEdit({ role }: Pick<Actor, 'role'>): boolean {
  return role !== 'viewer';
}
