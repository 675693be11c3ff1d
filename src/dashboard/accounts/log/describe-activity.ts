import { say } from '#languages/say.ts';
import type { Activity, ActivityAction } from '#core/accounts/activity.ts';
import { sayBrowser } from '../sign-in/browser-name.ts';
import { namePlan } from '../settings/plan-name.ts';

/** An entry of the audit log in words, without its author: `Removed Grace from the account`. */
export function describeActivity({ action, subject, note }: Activity): string {
  return DESCRIBE[action]({ name: subject?.name ?? subject?.id ?? '', note: note ?? '' });
}

/** The name of the subject, or its id, and the detail. */
interface Named {
  readonly name: string;
  readonly note: string;
}

const DESCRIBE: Readonly<Record<ActivityAction, (of: Named) => string>> = {
  'account.created': ({ note }) => say('Created the account on the {plan} plan', { plan: namePlan(note) }),
  'account.plan_changed': ({ note }) => say('Changed the plan to {plan}', { plan: namePlan(note) }),
  'account.changed': ({ note }) =>
    note === 'name'
      ? say('Changed the name of the account')
      : note === 'brand'
        ? say('Changed the brand')
        : say('Changed the name of the account, and the brand'),
  'account.suspended': ({ note }) =>
    note === 'codes' ? say('Suspended the account and disabled its codes') : say('Suspended the account'),
  'account.resumed': () => say('Resumed the account'),
  'account.deleted': () => say('Deleted the account'),
  'account.restored': () => say('Restored the account'),
  'person.invited': ({ name: person, note }) =>
    say('Invited {person} as {role, select, owner {an owner} member {an editor} other {a viewer}}', {
      person,
      role: note || 'member',
    }),
  'person.joined': ({ note }) =>
    note === '' ? say('Accepted the invitation') : say('Joined through the company login'),
  'person.signed_in': ({ note }) => describeSignIn(note),
  'person.link_created': ({ name }) => say('Created a sign-in link for {person}', { person: name }),
  'person.role_changed': ({ name: person, note }) =>
    say('Made {person} {role, select, owner {an owner} member {an editor} other {a viewer}}', {
      person,
      role: note || 'member',
    }),
  'person.removed': ({ name }) => say('Removed {person} from the account', { person: name }),
  'passkey.added': ({ note }) => say('Added the passkey {passkey}', { passkey: note }),
  'passkey.removed': ({ note }) => say('Removed the passkey {passkey}', { passkey: note }),
  'api_key.created': ({ name: key, note }) =>
    note === 'read'
      ? say('Created the read-only API key {key}', { key })
      : say('Created the API key {key}', { key }),
  'api_key.revoked': ({ name: key, note }) =>
    note === 'http'
      ? say('Revoked the API key {key}, because it was sent over plain http', { key })
      : say('Revoked the API key {key}', { key }),
  'app.connected': ({ name: app, note }) =>
    note === 'read'
      ? say('Connected the app {app}, read-only', { app })
      : say('Connected the app {app}', { app }),
  'app.disconnected': ({ name: app }) => say('Disconnected the app {app}', { app }),
  'code.deleted': ({ name }) => say('Deleted the code {code}', { code: name }),
  'code.disabled': ({ name: code, note }) =>
    note === 'legal'
      ? say('Disabled the code {code} for legal reasons', { code })
      : say('Disabled the code {code} for abuse', { code }),
  'code.enabled': ({ name }) => say('Enabled the code {code}', { code: name }),
  'code.named': ({ name, note }) =>
    say('Added the link {link} to the code {code}', { code: name, link: note }),
  'code.unnamed': ({ name, note }) =>
    say('Removed the link {link} from the code {code}', { code: name, link: note }),
  'template.deleted': ({ note }) => say('Deleted the template {template}', { template: note }),
  'statistics.shared': ({ name, note }) => {
    if (note === 'account') return say('Shared the statistics of all codes');
    if (note === 'tag') return say('Shared the statistics of a tag');
    return say('Shared the statistics of the code {code}', { code: name });
  },
  'statistics.unshared': ({ name, note }) => {
    if (note === 'account') return say('Stopped sharing the statistics of all codes');
    if (note === 'tag') return say('Stopped sharing the statistics of a tag');
    return say('Stopped sharing the statistics of the code {code}', { code: name });
  },
  'codes.exported': ({ note }) => say('Exported the codes as {format}', { format: note }),
  'codes.imported': ({ note }) => say('Imported codes from a file ({source})', { source: note }),
  'domain.added': ({ note }) => say('Added the domain {host}', { host: note }),
  'domain.page_removed': ({ note }) => say('Removed a harmful address from {host}', { host: note }),
  'domain.deleted': ({ note }) => say('Deleted the domain {host}', { host: note }),
  'webhook.created': ({ note }) => say('Added a webhook to {host}', { host: note }),
  'webhook.rotated': ({ note }) => say('Created a new secret for the webhook to {host}', { host: note }),
  'webhook.deleted': ({ note }) => say('Deleted the webhook to {host}', { host: note }),
  'tag.renamed': ({ note }) => say('Renamed a tag: {names}', { names: note }),
  'tag.deleted': ({ note }) => say('Deleted the tag {tag}', { tag: note }),
};

/** @param note `link, Firefox on Windows`; older entries have no browser */
function describeSignIn(note: string): string {
  const [method = '', name] = note.split(', ');
  if (method === 'company' && name !== undefined)
    return say('Signed in with the company login: {browser}', { browser: sayBrowser(name) });
  if (name === undefined)
    return method === 'passkey' ? say('Signed in with a passkey') : say('Signed in by link');
  const browser = sayBrowser(name);
  return method === 'passkey'
    ? say('Signed in with a passkey: {browser}', { browser })
    : say('Signed in by link: {browser}', { browser });
}
