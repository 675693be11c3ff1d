import { say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import { SETTINGS_TABS } from '../../frame/palette/palette-places.ts';
import { Flash } from '../../kit/flash.tsx';
import { Tabs } from '../../kit/choices/tabs.tsx';

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
