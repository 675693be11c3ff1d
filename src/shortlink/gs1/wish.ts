import type { Wish } from '#core/gs1/choose-link.ts';
import { LINKSET_TYPE } from '#core/gs1/linkset.ts';
import { parseAcceptHeader } from '#core/http/accept-header.ts';

/** What a request asks for at an item (GS1 Conformant Resolver 1.2 §5). */
export interface ItemWish extends Wish {
  /** As it was asked for; null for the default link, and for a linkset. */
  readonly linkType: string | null;
  readonly isForLinkset: boolean;
}

/** `all` is the older name of the linkset. */
const LINKSETS = ['linkset', 'all'];
const NO_TYPES = ['', 'defaultLink', 'gs1:defaultLink', 'https://ref.gs1.org/voc/defaultLink', ...LINKSETS];

export function readWish({ url, headers }: Pick<Request, 'url' | 'headers'>): ItemWish {
  const start = url.indexOf('?');
  const query = start === -1 ? null : new URLSearchParams(url.slice(start));
  const linkType = query?.get('linkType') ?? '';
  const accept = headers.get('Accept');
  return {
    linkType: NO_TYPES.includes(linkType) ? null : linkType,
    isForLinkset:
      LINKSETS.includes(linkType) ||
      (accept !== null && accept.includes('linkset') && parseAcceptHeader(accept)[0] === LINKSET_TYPE),
    context: query?.get('context') ?? null,
    // Most scans need no look at it, and each is a call into the platform.
    get acceptLanguage() {
      return headers.get('Accept-Language');
    },
    accept,
  };
}

/** Whether a person asks, whom a page answers; a program gets JSON. */
export function asksForPage({ headers }: Pick<Request, 'headers'>): boolean {
  return headers.get('Accept')?.includes('text/html') ?? false;
}
