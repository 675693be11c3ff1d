import type { Role } from '#core/accounts/account.ts';
import type { PlainMessage } from '#languages/say.ts';

export interface Place {
  readonly href: string;
  readonly label: PlainMessage;
  /** Other words for it, by which people look for it. */
  readonly words: PlainMessage;
}

interface Action extends Place {
  /** The people who may do it; everybody if left out. */
  readonly roles?: readonly Role[];
}

const EDITORS = ['owner', 'member'] as const;

/** What people do. */
export const ACTIONS: readonly Action[] = [
  {
    href: '/codes/new',
    label: 'New code',
    words: 'create, add, make, generate, UTM, campaign',
    roles: EDITORS,
  },
  {
    href: '/codes/new?type=swiss_bill',
    label: 'Swiss QR-bill',
    words: 'QR bill, new code, payment, invoice, IBAN',
    roles: EDITORS,
  },
  {
    href: '/codes',
    label: 'Download codes for print',
    words: 'Pantone, CMYK, ink, spot colour, PDF, EPS, labels, table tent',
  },
  {
    href: '/codes',
    label: 'Choose codes to change',
    words: 'change target, pause, resume, archive, delete, tag, rename, edit, redirect, this code, several',
    roles: EDITORS,
  },
  {
    href: '/codes/import',
    label: 'Import codes',
    words: 'upload, CSV, spreadsheet, Excel, Bitly, move here',
    roles: EDITORS,
  },
  {
    href: '/analytics#share',
    label: 'Share the statistics',
    words: 'report, link, client, publish, send, public',
    roles: EDITORS,
  },
  {
    href: '/settings/people',
    label: 'Invite somebody',
    words: 'add person, user, colleague, team, member, role',
    roles: ['owner'],
  },
  {
    href: '/settings/keys',
    label: 'Create an API key',
    words: 'token, developer, integration, access',
    roles: ['owner'],
  },
  {
    href: '/settings/domains',
    label: 'Add a domain',
    words: 'custom domain, own domain, host, DNS, CNAME, branded links',
    roles: ['owner'],
  },
  {
    href: '/settings/webhooks',
    label: 'Add a webhook',
    words: 'events, notify, callback, Zapier, n8n, Slack, Teams, Discord',
    roles: ['owner'],
  },
  {
    href: '/settings#sign-in',
    label: 'Add a passkey',
    words: 'fingerprint, face, password, sign in, security key',
  },
  {
    href: '/settings#mails',
    label: 'Send me a weekly summary',
    words: 'report, e-mail, newsletter, subscribe, every week',
  },
  {
    href: '/settings#colours',
    label: 'Choose light or dark',
    words: 'dark mode, light mode, night, theme, colours, appearance',
  },
  { href: '/settings#languages', label: 'Choose the language', words: 'Deutsch, English, français, español' },
  {
    href: '/codes/leave',
    label: 'Take your codes with you',
    words: 'export, backup, download, redirects, nginx, Netlify, move away',
  },
  {
    href: '/codes/export.csv',
    label: 'Download all codes as CSV',
    words: 'export, spreadsheet, Excel, list, backup',
  },
  { href: '/codes?archived=true', label: 'Show archived codes', words: 'archive, old, hidden, restore' },
];

/** Pages that no section is named after. */
export const OTHER_PAGES: readonly Place[] = [
  { href: '/codes/tags', label: 'Tags', words: 'labels, folders, campaigns, groups' },
  {
    href: '/codes/library',
    label: 'Library',
    words: 'files, images, logo, picture, PDF, menu, document, brochure, upload',
  },
  { href: '/docs', label: 'API reference', words: 'documentation, developers, OpenAPI, help' },
];

/** The pages of the settings, and their longest sections, in three groups. */
export const SETTINGS = [
  {
    name: 'You',
    places: [
      { href: '/settings#sign-in', label: 'Sign-in', words: 'passkey, password, sessions, signed in' },
      {
        href: '/settings#languages',
        label: 'Language',
        words: 'Deutsch, English, français, español',
      },
      { href: '/settings#mails', label: 'Mail', words: 'report, e-mail, newsletter, subscribe, every week' },
      { href: '/settings#accounts', label: 'Accounts', words: 'switch account, organisation' },
    ],
  },
  {
    name: 'Workspace',
    places: [
      {
        href: '/settings/workspace',
        label: 'Name and plan',
        words: 'limits, quota, billing, price, storage',
      },
      { href: '/settings/brand', label: 'Brand', words: 'logo, colour, name, guest page, look' },
      { href: '/settings/people', label: 'People', words: 'team, members, users, roles, invite' },
      {
        href: '/settings/domains',
        label: 'Domains',
        words: 'custom domain, own domain, host, DNS, CNAME, branded links',
      },
      { href: '/settings/log', label: 'Log', words: 'audit log, history, who did what' },
      { href: '/settings/workspace#delete', label: 'Delete the account', words: 'close account, leave' },
    ],
  },
  {
    name: 'Developers',
    places: [
      { href: '/settings/keys', label: 'API keys', words: 'token, developer, integration, access' },
      {
        href: '/settings/apps',
        label: 'Connected apps',
        words: 'assistant, AI, Claude, ChatGPT, MCP, OAuth',
      },
      {
        href: '/settings/webhooks',
        label: 'Webhooks',
        words: 'events, notify, callback, Zapier, n8n, Slack, Teams, Discord',
      },
      {
        href: '/settings/log?of=requests',
        label: 'Requests',
        words: 'API log, errors, failed calls, status codes, debug',
      },
    ],
  },
] as const satisfies readonly { readonly name: PlainMessage; readonly places: readonly Place[] }[];
