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
  'gs1',
] as const;

export type ContentType = (typeof CONTENT_TYPES)[number];

/** The types of static codes: phones act on them only if the symbol itself holds them. */
const STATIC_TYPES: ReadonlySet<ContentType> = new Set(['email', 'phone', 'sms', 'geo', 'epc', 'swiss_bill']);

/** Whether the symbol of such a code always holds an address of ours. */
export function isOnlyDynamic(type: ContentType): boolean {
  return type === 'file' || type === 'gs1';
}

/** Whether the target of such a code is a web address. */
export function leadsToUrl(type: ContentType): boolean {
  return type === 'url' || type === 'gs1';
}

/** Whether a scan of such a code may lead to an address, or show a page. */
export function canBeDynamic(type: ContentType): boolean {
  return !STATIC_TYPES.has(type);
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
