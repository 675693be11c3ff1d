import { ROLES } from '#core/accounts/account.ts';
import type { Activity } from '#core/accounts/activity.ts';
import { ROLE_WORDS } from '../role-words.ts';

const SHARED: Readonly<Record<string, string>> = { tag: 'a tag', account: 'all codes' };

/** An entry of the audit log in words, without its author: `Removed Grace from the account`. */
export function describeActivity({ action, subject, note }: Activity): string {
  const name = subject?.name ?? subject?.id ?? '';
  const role = ROLE_WORDS[ROLES.find((known) => known === note) ?? 'member'].article;
  switch (action) {
    case 'account.created':
      return `Created the account on the plan ${note ?? ''}`;
    case 'account.plan_changed':
      return `Changed the plan to ${note ?? ''}`;
    case 'account.suspended':
      return note === 'codes' ? 'Suspended the account and disabled its codes' : 'Suspended the account';
    case 'account.resumed':
      return 'Resumed the account';
    case 'person.invited':
      return `Invited ${name} as ${role}`;
    case 'person.joined':
      return 'Accepted the invitation';
    case 'person.signed_in':
      return `Signed in by ${note ?? ''}`;
    case 'person.link_created':
      return `Created a sign-in link for ${name}`;
    case 'person.role_changed':
      return `Made ${name} ${role}`;
    case 'person.removed':
      return `Removed ${name} from the account`;
    case 'passkey.added':
      return `Added the passkey ${note ?? ''}`;
    case 'passkey.removed':
      return `Removed the passkey ${note ?? ''}`;
    case 'api_key.created':
      return `Created the ${note === 'read' ? 'read-only ' : ''}API key ${name}`;
    case 'api_key.revoked':
      return `Revoked the API key ${name}`;
    case 'code.deleted':
      return `Deleted the code ${name}`;
    case 'code.disabled':
      return `Disabled the code ${name}${note === 'legal' ? ' for legal reasons' : ' for abuse'}`;
    case 'code.enabled':
      return `Enabled the code ${name}`;
    case 'template.deleted':
      return `Deleted the template ${note ?? ''}`;
    case 'rendition.deleted':
      return `Deleted a rendition of the code ${name}`;
    case 'statistics.shared':
      return `Shared the statistics of ${SHARED[note ?? ''] ?? `the code ${name}`}`;
    case 'statistics.unshared':
      return `Stopped sharing the statistics of ${SHARED[note ?? ''] ?? `the code ${name}`}`;
    case 'codes.exported':
      return `Exported the codes as ${note ?? ''}`;
    case 'codes.imported':
      return `Imported codes from a file (${note ?? ''})`;
  }
}
