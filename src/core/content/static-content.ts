/** The content types of QR codes. `docs/decisions/static-content.md` lists what each accepts. */
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
  'file',
  'epc',
  'swiss_bill',
] as const;

export type ContentType = (typeof CONTENT_TYPES)[number];

/** The types of dynamic codes: a scan leads to an address, or shows a page. */
const DYNAMIC_TYPES: ReadonlySet<ContentType> = new Set(['url', 'text', 'vcard', 'event', 'wifi', 'file']);

export function canBeDynamic(type: ContentType): boolean {
  return DYNAMIC_TYPES.has(type);
}

export interface StaticContent {
  readonly symbolContent: string;
  /** The absolute URI that the code's short link redirects to, in printable ASCII; `null` if a link cannot carry the content. */
  readonly redirectTo: string | null;
}

export interface ContentOptions {
  /** Host of the service's own short links, including a port if there is one, as in `URL.host`. */
  readonly shortLinkHosts: readonly string[];
  /** Whether URLs may lead to private networks, as within an organisation; refused by default. */
  readonly allowsPrivateHosts?: boolean | undefined;
  /** The addresses of the account's files by their ids, as far as they are asked about. Without it, any id is taken for one of them. */
  readonly files?: ReadonlyMap<string, string> | undefined;
}
