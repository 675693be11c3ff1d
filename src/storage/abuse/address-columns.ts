import { domains } from '../domains/domains-tables.ts';
import { qrCodes } from '../codes/codes-tables.ts';
import { columnsOf } from '../sql.ts';

/**
 * Every column with addresses to which visitors can be led, or which a page shows them. What is written there has the form of a target and is
 * screened, the sweep of blocked hosts goes through it, and it leads nowhere once the operator has stopped its account. A test names every
 * other column that might belong here.
 */
export const PAGE_ADDRESSES = columnsOf(domains, 'rootUrl', 'notFoundUrl', 'expiredUrl');
export const CODE_ADDRESSES = columnsOf(qrCodes, 'target', 'redirectTo', 'control', 'content');
