import type { Role } from '#core/accounts/account.ts';

interface RoleWords {
  readonly name: string;
  /** `Invited Grace as …` */
  readonly article: string;
  readonly may: string;
}

export const ROLE_WORDS: Readonly<Record<Role, RoleWords>> = {
  owner: { name: 'Owner', article: 'an owner', may: 'also manages API keys and people' },
  member: { name: 'Editor', article: 'an editor', may: 'creates and changes codes' },
  viewer: {
    name: 'Viewer',
    article: 'a viewer',
    may: 'sees codes and their scans, and cannot change anything',
  },
};
