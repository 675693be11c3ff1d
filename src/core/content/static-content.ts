/** What a QR code can carry. `docs/decisions/static-content.md` says what each accepts. */
export const CONTENT_TYPES = [
  'url',
  'text',
  'email',
  'phone',
  'sms',
  'wifi',
  'geo',
  'vcard',
  'event',
] as const;

export type ContentType = (typeof CONTENT_TYPES)[number];

export interface ContentProblem {
  /** For machines: `too_long`, `invalid_characters`, `invalid_url`, … */
  readonly code: string;
  /** For people: what is wrong, and what would be right. */
  readonly message: string;
}

export interface StaticContent {
  /** What the symbol holds. */
  readonly symbolContent: string;
  /** The absolute URI that the code's short link leads to, in printable ASCII; `null` where a link cannot carry the content. */
  readonly redirectTo: string | null;
}

export interface ContentOptions {
  /** Host of the service's own short links, with its port if it has one, as in `URL.host`. */
  readonly shortLinkHost: string;
  /** Whether URLs may lead to private networks, as inside of an organisation; refused where absent. */
  readonly allowsPrivateHosts?: boolean | undefined;
}
