import { say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import type { Place } from '../../frame/palette-places.ts';
import { Flash } from '../../kit/flash.tsx';
import { Tabs } from '../../kit/tabs.tsx';

/** The pages of the settings. */
export const SETTINGS_TABS = [
  { href: '/settings/keys', label: 'API keys', words: 'token, developer, integration, access' },
  { href: '/settings/plan', label: 'Plan and usage', words: 'limits, quota, billing, price, storage' },
  { href: '/settings/security', label: 'Security', words: 'passkey, password, sessions, signed in' },
  { href: '/settings/people', label: 'People', words: 'team, members, users, roles, invite' },
  { href: '/settings/activity', label: 'Activity', words: 'audit log, history, who did what' },
  {
    href: '/settings/accounts',
    label: 'Accounts',
    words: 'switch account, delete account, close account, organisation',
  },
  { href: '/settings/mail', label: 'Mail', words: 'report, e-mail, newsletter, subscribe, every week' },
  { href: '/settings/language', label: 'Language', words: 'Deutsch, English, français, español' },
] as const satisfies readonly Place[];

export type SettingsTab = (typeof SETTINGS_TABS)[number]['label'];

/** The frame of every settings page: its heading and its tabs. */
export function Settings({ tab, children }: { readonly tab: SettingsTab; readonly children: Child }) {
  return (
    <>
      <h1>{say('Settings')}</h1>
      <Tabs
        label={say('Settings')}
        tabs={SETTINGS_TABS.map(({ href, label }) => ({ href, label: say(label) }))}
        current={say(tab)}
      />
      <Flash />
      {children}
    </>
  );
}
