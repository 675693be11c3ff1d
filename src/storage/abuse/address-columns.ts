import { domains } from '../domains/domains-tables.ts';
import { columnsNamed } from '../codes/qr-codes.ts';

/**
 * Every column with addresses to which visitors can be led, or which a page shows them. What is written there has the form of a target and is
 * screened, the sweep of blocked hosts goes through it, and it leads nowhere once the operator has stopped its account. A test names every
 * other column that might belong here.
 */
export const PAGE_ADDRESSES = {
  rootUrl: domains.rootUrl,
  notFoundUrl: domains.notFoundUrl,
  expiredUrl: domains.expiredUrl,
} as const;
export const CODE_ADDRESSES = columnsNamed('target', 'redirectTo', 'control', 'content');
