import { expect } from 'vitest';
import { addAuthenticator } from '#harness/browser/chromium.ts';
import { type Owner, type Task } from '#harness/browser/tasks.ts';
import { discPng } from '#harness/symbols/pictures.ts';

const LOGO = { name: 'Fig.png', mimeType: 'image/png', buffer: Buffer.from(discPng(96)) };

async function openSettings(owner: Owner, place: string): Promise<void> {
  await owner.press('Settings', 'nav');
  await owner.press(place, 'nav.places');
}

async function status({ api }: Owner, key: string): Promise<number> {
  return (await fetch(`${api.url}/v1/qr`, { headers: { Authorization: `Bearer ${key}` } })).status;
}

/** Somebody whom the page of people lists. */
async function invite(owner: Owner): Promise<string> {
  const name = owner.name('Grace');
  await owner.type('Name', name);
  await owner.press('Invite');
  await owner.see(`An invitation for ${name}`);
  return name;
}

const PEOPLE: readonly Task[] = [
  {
    task: 'invite somebody',
    clicks: 3,
    walk: async (owner) => {
      await openSettings(owner, 'People');
      await invite(owner);
      await owner.see(/\/sign-in\/link\//);
    },
  },
  {
    task: 'let somebody only look, and sign them in again',
    clicks: 4,
    from: '/settings/people',
    walk: async (owner) => {
      const name = await invite(owner);
      await owner.page.goto(`${owner.api.origin}/settings/people`);
      const row = `li:has-text("${name}")`;
      await owner.press('Make viewer…', row);
      await owner.press('Make viewer', `${row} details[open] form`);
      await owner.see(/^Viewer/, row);
      await owner.press(/^New sign-in link/, row);
      await owner.see(`A sign-in link for ${name}`);
    },
  },
  {
    task: 'remove somebody',
    clicks: 3,
    from: '/settings/people',
    walk: async (owner) => {
      const name = await invite(owner);
      await owner.page.goto(`${owner.api.origin}/settings/people`);
      const row = `li:has-text("${name}")`;
      await owner.press('Remove…', row);
      await owner.press(/^Remove/, `${row} details[open] form`);
      await owner.page.locator(row).waitFor({ state: 'detached' });
    },
  },
  {
    task: 'make a passkey and name it',
    clicks: 4,
    script: 'browsers give passkeys to scripts alone',
    isOwn: true,
    walk: async (owner) => {
      await addAuthenticator(owner.page);
      await owner.press('Settings', 'nav');
      await owner.press('Add a passkey');
      await owner.see('The passkey was added');
      await owner.press('Rename…');
      await owner.type(/^A name that you recognise/, 'Blue key');
      await owner.press('Rename', 'details[open] form');
      await owner.see('Blue key', '#sign-in');
    },
  },
  {
    task: 'read the dashboard in German',
    clicks: 3,
    isOwn: true,
    walk: async (owner) => {
      await owner.press('Settings', 'nav');
      await owner.pick('Language', 'Deutsch');
      await owner.press('Save', '#languages');
      await owner.see('Einstellungen', 'h1');
    },
  },
  {
    task: 'sign out',
    clicks: 2,
    isOwn: true,
    walk: async (owner) => {
      await owner.press(/^Ada/, '.who');
      await owner.press('Sign out');
      await owner.see('Sign in', 'h1');
      await owner.page.goto(`${owner.api.origin}/codes`);
      expect(new URL(owner.page.url()).pathname).toBe('/sign-in');
    },
  },
];

const WORKSPACE: readonly Task[] = [
  {
    task: 'name the account',
    clicks: 3,
    walk: async (owner) => {
      await openSettings(owner, 'Name and plan');
      await owner.type('Name', owner.name('Fig'));
      await owner.press('Save');
      await owner.see(owner.name('Fig'), 'main');
    },
  },
  {
    task: 'show name, colour and logo on the pages of codes',
    clicks: 4,
    walk: async (owner) => {
      const brand = owner.name('Fig');
      await openSettings(owner, 'Brand');
      await owner.type('Name', brand);
      await owner.choose('Upload a logo', LOGO);
      await owner.press('Save');
      await owner.see(/^Saved/);
      const { short_url } = await owner.make({ type: 'text', target: 'Back at two.' });
      expect(await (await fetch(short_url)).text()).toContain(`for ${brand}`);
    },
  },
  {
    task: 'use an own domain for new codes',
    clicks: 4,
    walk: async (owner) => {
      const host = `${owner.path('go')}.localhost`;
      await openSettings(owner, 'Domains');
      await owner.type('Domain', `https://${host}/`);
      await owner.press('Add domain');
      await owner.press('Use it for new codes');
      await owner.see('for new codes', 'mark');
      expect((await owner.make()).short_url).toContain(host);
      // The other tasks use the service's own host, which this machine knows.
      const [id = ''] = /dom_\w+/.exec(owner.page.url()) ?? [];
      await owner.api.call('PATCH', `/v1/domains/${id}`, { is_default: false });
    },
  },
  {
    task: 'see who changed something',
    clicks: 2,
    walk: async (owner) => {
      await owner.api.call('POST', `/v1/qr/${(await owner.make()).id}/names`, { path: owner.path('logged') });
      await openSettings(owner, 'Log');
      await owner.see(owner.path('logged'), 'main li');
    },
  },
];

const PROGRAMS: readonly Task[] = [
  {
    task: 'make an API key that works, and revoke it',
    clicks: 6,
    walk: async (owner) => {
      const name = owner.name('Shop');
      await openSettings(owner, 'API keys');
      await owner.type('Name', name);
      await owner.press('Create key');
      const key = (await owner.page.locator('#new-key').textContent())?.trim() ?? '';
      expect(await status(owner, key)).toBe(200);
      await owner.press('Done');
      const row = `li:has-text("${name}")`;
      await owner.press('Revoke…', row);
      await owner.press(/^Revoke/, `${row} details[open] form`);
      await owner.see('The key was revoked');
    },
  },
  {
    task: 'hear of what happens by a webhook',
    clicks: 4,
    walk: async (owner) => {
      const url = `https://example.com/${owner.path('hook')}`;
      await openSettings(owner, 'Webhooks');
      await owner.type('Web address', url);
      await owner.press('Add webhook');
      await owner.see('Copy the secret');
      await owner.press('Done');
      await owner.see('Active', 'main');
    },
  },
  {
    task: 'pause a webhook',
    clicks: 4,
    walk: async (owner) => {
      const url = `https://example.com/${owner.path('till')}`;
      await owner.api.call('POST', '/v1/webhooks', { url, events: ['qr.created'] });
      await openSettings(owner, 'Webhooks');
      await owner.press(url);
      await owner.press('Pause');
      await owner.see('Paused', 'main');
    },
  },
];

export const ACCOUNT_TASKS: readonly Task[] = [...PEOPLE, ...WORKSPACE, ...PROGRAMS];
