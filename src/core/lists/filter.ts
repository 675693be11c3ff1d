import type { ContentType } from '../content/content.ts';
import type { CodeStatus } from '../control/status.ts';
import type { LinkHost } from '../links/link-address.ts';
import type { ShortCode } from '../links/short-code.ts';

/** The filter of a list of codes. An empty filter shows the codes that are not archived. */
export interface QrCodeFilter {
  readonly type?: ContentType | undefined;
  readonly isDynamic?: boolean | undefined;
  /** A search: core/lists/search.ts. */
  readonly contains?: string | undefined;
  readonly createdAfterMs?: number | undefined;
  readonly createdBeforeMs?: number | undefined;
  readonly updatedAfterMs?: number | undefined;
  readonly status?: CodeStatus | undefined;
  readonly externalId?: string | undefined;
  /** Only codes that are printed with this host of the account. */
  readonly host?: LinkHost | undefined;
  /** On that host, or on the operator's. */
  readonly shortCode?: ShortCode | undefined;
  /** Only codes with a target that does not work. */
  readonly isBroken?: boolean | undefined;
  /** Undefined: archived or not. */
  readonly isArchived?: boolean | undefined;
  /** All of these. */
  readonly tags?: readonly string[] | undefined;
  /** Any of these, of which there may be `MAX_ANY_TAGS`. */
  readonly anyTags?: readonly string[] | undefined;
  /** Each of these keys with its value. */
  readonly metadata?: readonly (readonly [key: string, value: string])[] | undefined;
}

/** D1 accepts no more SELECTs in one statement. */
export const MAX_ANY_TAGS = 5;
