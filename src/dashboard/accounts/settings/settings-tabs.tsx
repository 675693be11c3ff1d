import { say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import { Flash } from '../../kit/flash.tsx';
import { Tabs } from '../../kit/tabs.tsx';

/** The pages of the settings. */
export const SETTINGS_TABS = [
  { href: '/settings/keys', label: 'API keys' },
  { href: '/settings/plan', label: 'Plan and usage' },
  { href: '/settings/security', label: 'Security' },
  { href: '/settings/people', label: 'People' },
  { href: '/settings/activity', label: 'Activity' },
  { href: '/settings/accounts', label: 'Accounts' },
  { href: '/settings/mail', label: 'Mail' },
  { href: '/settings/language', label: 'Language' },
] as const;

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
