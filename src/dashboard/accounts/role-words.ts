import type { PlainMessage } from '#languages/say.ts';
import type { Role } from '#core/accounts/account.ts';

interface RoleWords {
  readonly name: PlainMessage;
  /** `Make …` */
  readonly make: PlainMessage;
  /** The name, and what the role may do. */
  readonly rights: PlainMessage;
}

export const ROLE_WORDS: Readonly<Record<Role, RoleWords>> = {
  owner: {
    name: 'Owner',
    make: 'Make owner',
    rights: 'Owner: also manages API keys and people',
  },
  member: {
    name: 'Editor',
    make: 'Make editor',
    rights: 'Editor: creates and changes codes',
  },
  viewer: {
    name: 'Viewer',
    make: 'Make viewer',
    rights: 'Viewer: sees codes and their scans, and cannot change anything',
  },
};
