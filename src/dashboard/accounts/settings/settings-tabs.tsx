import type { Child } from 'hono/jsx';

const TABS = [
  { href: '/settings/keys', label: 'API keys' },
  { href: '/settings/plan', label: 'Plan and usage' },
  { href: '/settings/security', label: 'Security' },
  { href: '/settings/people', label: 'People' },
  { href: '/settings/activity', label: 'Activity' },
  { href: '/settings/accounts', label: 'Accounts' },
  { href: '/settings/mail', label: 'Mail' },
] as const;

export type SettingsTab = (typeof TABS)[number]['label'];

/** The frame of every settings page: its heading and its tabs. */
export function Settings({ tab, children }: { readonly tab: SettingsTab; readonly children: Child }) {
  return (
    <>
      <h1>Settings</h1>
      <nav class="tabs" aria-label="Settings">
        <ul>
          {TABS.map(({ href, label }) => (
            <li>
              <a href={href} aria-current={label === tab ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  );
}
