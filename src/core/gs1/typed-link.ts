import type { LinkType } from './link-types.ts';

export const MAX_LINKS = 100;
/** Of all links of a code together, in characters as they are stored. */
export const LONGEST_LINKS = 32_768;
export const LONGEST_LINK_TITLE = 200;
export const LONGEST_CONTEXT = 100;
/** Of each link. */
export const MOST_LANGUAGES = 20;
export const MOST_CONTEXTS = 20;
/** What the schema of a linkset knows. */
export const LANGUAGE_PATTERN = /^[a-z]{2}(?:-[A-Z]{2})?$/;
/** RFC 6838 §4.2, without parameters. */
export const MEDIA_TYPE_PATTERN = /^[a-z0-9][\w!#$&^.+-]{0,63}\/[a-z0-9][\w!#$&^.+-]{0,63}$/i;

/** Where an item leads besides its target. */
export interface TypedLink {
  readonly type: LinkType;
  readonly href: string;
  readonly title: string;
  /** Language tags; none for every reader. */
  readonly languages: readonly string[];
  readonly mediaType: string | null;
  /** For whom it is, as the owner names it: a country, a market. None for everybody. */
  readonly contexts: readonly string[];
  /** Whether the query of a scan is added to the address. */
  readonly forwardsQuery: boolean;
}

/** An item: what one address of it has. A serial has what its batch and its product have too. */
export interface Level {
  /** `/01/09506000134352/10/LOT7` */
  readonly path: string;
  /** What the item is called. */
  readonly description: string;
  /** Its default link; null in a list of what suits a request. */
  readonly target: Pick<TypedLink, 'href' | 'forwardsQuery'> | null;
  readonly links: readonly TypedLink[];
}
