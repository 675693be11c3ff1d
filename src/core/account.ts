import type { Plan } from './plan.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
}

/** What a key may do: everything, or only read. */
export const KEY_SCOPES = ['full', 'read'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
