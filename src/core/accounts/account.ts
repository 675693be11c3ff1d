import type { Plan } from './plan.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
}

/** What a key may do: everything, or only read. */
export const KEY_SCOPES = ['full', 'read'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * What a person of an account may do in the dashboard: a viewer sees codes, their files and their scans; a member, whom pages call an editor,
 * also changes them; an owner also manages keys and people.
 */
export const ROLES = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly account: Account;
}

export function mayEdit({ role }: Pick<Person, 'role'>): boolean {
  return role !== 'viewer';
}
