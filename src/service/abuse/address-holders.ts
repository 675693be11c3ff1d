import { parseStoredControl } from '#core/control/stored-control.ts';
import { listCodesToScreen, type ScreenedCode } from '#storage/abuse/blocked-hosts.ts';
import { disableCodes } from '#storage/codes/disabled-codes.ts';
import type { Database } from '#storage/database.ts';
import { findDomain } from '#storage/domains/domains.ts';
import { listPagesToScreen, removePages, type ScreenedPages } from '#storage/domains/pages.ts';
import { recordActivity } from '../accounts/activity.ts';
import type { Dependencies } from '../dependencies.ts';
import { copyDomain } from '../domains/domains.ts';
import { copyShortLinks } from '../links/copy-short-links.ts';
import { listTargets } from '../targets/list-targets.ts';
import { listAddresses } from '../targets/screen-targets.ts';

/** Rows with addresses to which visitors can be led, or which a page shows: `storage/abuse/address-columns.ts` names their columns. */
export interface Holder<Row> {
  /** Of its progress in KV. No code id has a slash, so it never collides with a copy of a short link. */
  readonly progressKey: string;
  /** The first rows after a place. */
  readonly list: (db: Database, after: string | null, limit: number) => Promise<readonly Row[]>;
  readonly placeOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly addressesOf: (row: Row) => readonly string[];
  /** Ends that rows lead to these addresses, because of an entry of the blocklist. Gives how many rows it changed. */
  readonly end: (
    deps: Dependencies,
    rows: readonly Row[],
    entry: string,
    addresses: readonly string[],
  ) => Promise<number>;
}

export const CODES: Holder<ScreenedCode> = {
  progressKey: 'sweep/blocked-hosts-after',
  list: (db, after, limit) => listCodesToScreen(db, after === null ? null : Number(after), limit),
  placeOf: ({ position }) => String(position),
  nameOf: ({ codeId }) => codeId,
  addressesOf(code) {
    const control = parseStoredControl(code.control) ?? undefined;
    return [...listTargets(code), ...listAddresses({ ...code, control }).map(({ url }) => url)];
  },
  async end(deps, codes, entry) {
    const codeIds = codes.map(({ codeId }) => codeId);
    const changed = await disableCodes(deps.db, codeIds, `${entry} is on the blocklist`, deps.nowMs());
    await copyShortLinks(deps, changed);
    return changed.length;
  },
};

export const PAGES_OF_DOMAINS: Holder<ScreenedPages> = {
  progressKey: 'sweep/blocked-pages-after',
  list: (db, after, limit) => listPagesToScreen(db, after ?? '', limit),
  placeOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  addressesOf: ({ addresses }) => addresses,
  async end(deps, rows, _, addresses) {
    let ended = 0;
    for (const { id, accountId } of rows) {
      const isRemoved = await removePages(deps.db, id, addresses);
      const domain = isRemoved ? await findDomain(deps.db, accountId, id) : null;
      if (!domain) continue;
      ended++;
      await copyDomain(deps, domain);
      const operator = { id: null, account: { id: accountId } };
      await recordActivity(deps, operator, {
        action: 'domain.page_removed',
        subjectId: id,
        note: domain.host,
      });
    }
    return ended;
  },
};
