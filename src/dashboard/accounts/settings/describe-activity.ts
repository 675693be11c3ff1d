import { say } from '#languages/say.ts';
import type { Activity } from '#core/accounts/activity.ts';
import { sayBrowser } from '../sign-in/browser-name.ts';
import { namePlan } from './plan-name.ts';

/** An entry of the audit log in words, without its author: `Removed Grace from the account`. */
export function describeActivity(activity: Activity): string {
  const { action, subject } = activity;
  const name = subject?.name ?? subject?.id ?? '';
  const note = activity.note ?? '';
  switch (action) {
    case 'account.created':
      return say('Created the account on the {plan} plan', { plan: namePlan(note) });
    case 'account.plan_changed':
      return say('Changed the plan to {plan}', { plan: namePlan(note) });
    case 'account.suspended':
      return note === 'codes'
        ? say('Suspended the account and disabled its codes')
        : say('Suspended the account');
    case 'account.resumed':
      return say('Resumed the account');
    case 'account.deleted':
      return say('Deleted the account');
    case 'account.restored':
      return say('Restored the account');
    case 'person.invited':
    case 'person.joined':
    case 'person.signed_in':
    case 'person.link_created':
    case 'person.role_changed':
    case 'person.removed':
      return describeOfPeople(action, name, note);
    case 'passkey.added':
      return say('Added the passkey {passkey}', { passkey: note });
    case 'passkey.removed':
      return say('Removed the passkey {passkey}', { passkey: note });
    case 'api_key.created':
      return note === 'read'
        ? say('Created the read-only API key {key}', { key: name })
        : say('Created the API key {key}', { key: name });
    case 'api_key.revoked':
      return say('Revoked the API key {key}', { key: name });
    case 'domain.added':
      return say('Added the domain {host}', { host: note });
    case 'domain.deleted':
      return say('Deleted the domain {host}', { host: note });
    case 'tag.renamed':
      return say('Renamed a tag: {names}', { names: note });
    case 'tag.deleted':
      return say('Deleted the tag {tag}', { tag: note });
    default:
      return describeOfCodes(action, name, note);
  }
}

type PeopleAction = Extract<Activity['action'], `person.${string}`>;

function describeOfPeople(action: PeopleAction, person: string, note: string): string {
  const role = note === '' ? 'member' : note;
  switch (action) {
    case 'person.invited':
      return say('Invited {person} as {role, select, owner {an owner} member {an editor} other {a viewer}}', {
        person,
        role,
      });
    case 'person.joined':
      return say('Accepted the invitation');
    case 'person.signed_in':
      return describeSignIn(note);
    case 'person.link_created':
      return say('Created a sign-in link for {person}', { person });
    case 'person.role_changed':
      return say('Made {person} {role, select, owner {an owner} member {an editor} other {a viewer}}', {
        person,
        role,
      });
    case 'person.removed':
      return say('Removed {person} from the account', { person });
  }
}

/** @param note `link, Firefox on Windows`; older entries have no browser */
function describeSignIn(note: string): string {
  const [method = '', name] = note.split(', ');
  if (name === undefined)
    return method === 'passkey' ? say('Signed in with a passkey') : say('Signed in by link');
  const browser = sayBrowser(name);
  return method === 'passkey'
    ? say('Signed in with a passkey: {browser}', { browser })
    : say('Signed in by link: {browser}', { browser });
}

type CodesAction = Extract<
  Activity['action'],
  `${'code' | 'codes' | 'template' | 'rendition' | 'statistics'}.${string}`
>;

function describeOfCodes(action: CodesAction, code: string, note: string): string {
  switch (action) {
    case 'code.deleted':
      return say('Deleted the code {code}', { code });
    case 'code.disabled':
      return note === 'legal'
        ? say('Disabled the code {code} for legal reasons', { code })
        : say('Disabled the code {code} for abuse', { code });
    case 'code.named':
      return say('Gave the code {code} the link {link}', { code, link: note });
    case 'code.unnamed':
      return say('Took the link {link} from the code {code}', { code, link: note });
    case 'code.enabled':
      return say('Enabled the code {code}', { code });
    case 'template.deleted':
      return say('Deleted the template {template}', { template: note });
    case 'rendition.deleted':
      return say('Deleted another picture of the code {code}', { code });
    case 'statistics.shared':
      if (note === 'account') return say('Shared the statistics of all codes');
      return note === 'tag'
        ? say('Shared the statistics of a tag')
        : say('Shared the statistics of the code {code}', { code });
    case 'statistics.unshared':
      if (note === 'account') return say('Stopped sharing the statistics of all codes');
      return note === 'tag'
        ? say('Stopped sharing the statistics of a tag')
        : say('Stopped sharing the statistics of the code {code}', { code });
    case 'codes.exported':
      return say('Exported the codes as {format}', { format: note });
    case 'codes.imported':
      return say('Imported codes from a file ({source})', { source: note });
  }
}
