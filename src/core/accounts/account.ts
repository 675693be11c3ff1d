import type { Language } from '../languages.ts';
import type { Plan } from './plan.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
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

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  /** The chosen language; null for that of the browser. */
  readonly language: Language | null;
  readonly account: Account;
}

export function mayEdit({ role }: Pick<Person, 'role'>): boolean {
  return role !== 'viewer';
}
