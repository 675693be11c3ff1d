import type { Child } from 'hono/jsx';
import type { Person } from '#core/accounts/account.ts';
import { SCRIPT, STYLESHEET } from './asset-urls.ts';
import { BRAND_PATH } from './brand-path.ts';

const SECTIONS = [
  { href: '/codes', label: 'Codes' },
  { href: '/settings', label: 'Settings' },
] as const;

export type Section = (typeof SECTIONS)[number]['label'];

interface LayoutProps {
  readonly title: string;
  /** Who is signed in. */
  readonly person?: Person | undefined;
  readonly section?: Section | undefined;
  readonly children: Child;
}

/** Every page of the dashboard: head, navigation, and one `main`. */
export function Layout({ title, person, section, children }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · QR codes`}</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={STYLESHEET.path} />
        <script type="module" src={SCRIPT.path} />
      </head>
      <body>
        <a class="skip-link" href="#main">
          Skip to content
        </a>
        <header class="container">
          <nav aria-label="Main">
            <a class="brand" href="/">
              <Brand />
              QR codes
            </a>
            {person ? <SignedInNavigation person={person} section={section} /> : null}
          </nav>
        </header>
        <main id="main" class="container" tabindex={-1}>
          {children}
        </main>
        <footer class="container">
          <a href="/privacy">Privacy</a> <a href="/terms">Terms of use</a>
        </footer>
      </body>
    </html>
  );
}

function SignedInNavigation({ person, section }: { person: Person; section: Section | undefined }) {
  return (
    <>
      <ul class="sections">
        {SECTIONS.map(({ href, label }) => (
          <li>
            <a href={href} aria-current={label === section ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
        <li>
          <a href="/docs">API reference</a>
        </li>
      </ul>
      <form class="who" method="post" action="/sign-out">
        <a href="/settings/accounts" title={`${person.name} of ${person.account.name}: your accounts`}>
          {person.name}
          <span class="account"> · {person.account.name}</span>
        </a>
        <button class="link" type="submit">
          Sign out
        </button>
      </form>
    </>
  );
}

function Brand() {
  return (
    <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
      <path fill="currentColor" fill-rule="evenodd" d={BRAND_PATH} />
    </svg>
  );
}
