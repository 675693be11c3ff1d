import { currentLanguage, say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import { mayEdit, type Person } from '#core/accounts/account.ts';
import type { Brand } from '#core/brand.ts';
import { nameProduct } from '#service/read-brand.ts';
import { SCRIPT, STYLESHEET, TYPEFACE_PATH } from './assets/asset-urls.ts';
import { BRAND_PATH } from './assets/brand-path.ts';
import { Menu, MenuItems, MenuLink, MenuPost } from '../kit/choices/menu.tsx';
import { Icon, type IconName } from '../kit/icons/icon.tsx';
import type { Place } from './palette/palette-places.ts';
import { Palette, PaletteLink, SIGN_OUT } from './palette/palette.tsx';

const SECTIONS = [
  { href: '/overview', label: 'Overview', words: 'home, start, dashboard', icon: 'chart-line' },
  {
    href: '/analytics',
    label: 'Analytics',
    words: 'statistics, scans, report, charts, map, countries',
    icon: 'chart-column',
  },
  { href: '/codes', label: 'Codes', words: 'list, links, all codes', icon: 'qr-code' },
  {
    href: '/codes/templates',
    label: 'Templates',
    words: 'designs, brand, colours, looks',
    icon: 'layout-template',
  },
  { href: '/settings', label: 'Settings', words: 'preferences, options, account', icon: 'settings' },
] as const satisfies readonly (Place & { readonly icon: IconName })[];

export type Section = (typeof SECTIONS)[number]['label'];

interface LayoutProps {
  readonly title: string;
  /** The signed-in person. */
  readonly person?: Person | undefined;
  readonly section?: Section | undefined;
  readonly brand: Brand;
  /** The time zone of the page, if it is a guess: the script loads the page again if it knows another one. */
  readonly guessedZone?: string | undefined;
  /** The colours, if somebody chose them for this browser. */
  readonly scheme?: 'light' | 'dark' | undefined;
  readonly children: Child;
}

/** Every page of the dashboard: head, navigation, and one `main`. */
export function Layout({ title, person, section, brand, guessedZone, scheme, children }: LayoutProps) {
  const product = nameProduct(brand);
  return (
    <html lang={currentLanguage()} data-guessed-zone={guessedZone} data-scheme={scheme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={scheme ?? 'light dark'} />
        <title>{`${title} · ${product}`}</title>
        <link
          rel="icon"
          href={brand.logo?.path ?? '/assets/icon.svg'}
          type={brand.logo?.type ?? 'image/svg+xml'}
        />
        <link rel="preload" href={TYPEFACE_PATH} as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href={STYLESHEET.path} />
        <script type="module" src={SCRIPT.path} />
      </head>
      <body class={person ? 'framed' : undefined}>
        <a class="skip-link" href="#main">
          {say('Skip to content')}
        </a>
        <header class="bar">
          <a class="brand" href="/">
            <Logo logo={brand.logo} />
            <span class="one-line">{product}</span>
          </a>
          {person ? <SignedInBar person={person} section={section} /> : null}
        </header>
        <main id="main" class="container" tabindex={-1}>
          {children}
        </main>
        <footer class="container">
          {person ? (
            <>
              <a class="aside" href="/settings#accounts">
                {person.name} · {person.account.name}
              </a>{' '}
              <a class="aside" href="/docs">
                {say('API reference')}
              </a>{' '}
            </>
          ) : null}
          <a href="/privacy">{say('Privacy')}</a> <a href="/terms">{say('Terms of use')}</a>
        </footer>
        {person ? <Palette sections={SECTIONS} role={person.role} /> : null}
      </body>
    </html>
  );
}

/** At the side of a wide screen, at the top of a narrow one: the same elements in the same order, so that nobody hears them twice. */
function SignedInBar({ person, section }: { person: Person; section: Section | undefined }) {
  return (
    <>
      <PaletteLink />
      {mayEdit(person) ? (
        <a class="button new-code" href="/codes/new">
          <Icon name="plus" />
          {say('New code')}
        </a>
      ) : null}
      <nav class="sections" aria-label={say('Main')}>
        <ul>
          {SECTIONS.map(({ href, label, icon }) => (
            <li>
              <a href={href} aria-current={label === section ? 'page' : undefined}>
                <Icon name={icon} />
                {say(label)}
              </a>
            </li>
          ))}
          <li class="aside">
            <a href="/docs">
              <Icon name="book-open" />
              {say('API reference')}
            </a>
          </li>
        </ul>
      </nav>
      <div class="who">
        <Menu
          icon="contact"
          label={
            <>
              <span class="person one-line">{person.name}</span>
              <span class="account one-line muted">
                <span class="visually-hidden"> · </span>
                {person.account.name}
              </span>
            </>
          }
        >
          <MenuItems label={say('Account')}>
            <MenuLink href="/settings#accounts">{say('Your accounts')}</MenuLink>
            <MenuLink href="/settings">{say('Settings')}</MenuLink>
            <MenuPost id={SIGN_OUT} action="/sign-out">
              {say('Sign out')}
            </MenuPost>
          </MenuItems>
        </Menu>
      </div>
    </>
  );
}

function Logo({ logo }: Pick<Brand, 'logo'>) {
  return logo ? (
    <img src={logo.path} width="20" height="20" alt="" />
  ) : (
    <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
      <path fill="currentColor" fill-rule="evenodd" d={BRAND_PATH} />
    </svg>
  );
}
