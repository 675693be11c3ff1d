import type { CodeId } from '#core/codes/code-id.ts';
import { describeError } from '#core/log-line.ts';
import { findCopy } from '#storage/links/copies.ts';
import { findShortLink, parseShortLink, type ShortLink, takeScan } from '#storage/links/short-links.ts';
import type { Shared } from './lookups.ts';
import { type Found, Resolver } from './resolver.ts';
import type { Stores } from './stores.ts';
import { DATABASE_TIMEOUT_MS, STALE_FOR_SECONDS } from './time-bounds.ts';
import { within } from './within.ts';

export type Target = Found<ShortLink>;

/** Finds where code ids lead, and takes scans from the limits of codes. */
export class TargetResolver extends Resolver<CodeId, ShortLink> {
  readonly #health: Shared['health'];

  constructor(shared: Shared) {
    super(shared, {
      keyOf: (codeId) => codeId,
      pathOf: (codeId) => codeId,
      describe: (codeId) => ({ codeId }),
      keptSeconds: STALE_FOR_SECONDS,
      parse: parseShortLink,
      sizeOf,
      find: async (codeId, stores, lookUp) => {
        const link = await findShortLink(lookUp, codeId);
        if (!link) return null;
        const entry = { value: link, readAtMs: lookUp.readAtMs };
        this.keep(codeId, entry, stores);
        return entry;
      },
      findCopy,
    });
    this.#health = shared.health;
  }

  /**
   * Takes a scan from a code's limit. During a database failure every scan is let through and reported: a printed code that does not open
   * is worse than one that opens too often.
   */
  async takeScan(codeId: CodeId, stores: Stores): Promise<boolean> {
    if (!this.#health.isFailing()) {
      try {
        const taking = takeScan(stores.db, codeId);
        stores.waitUntil(taking.catch(() => null));
        return await within(DATABASE_TIMEOUT_MS, taking);
      } catch (error) {
        this.#health.noteFailure();
        stores.report('database_failed', { codeId, error: describeError(error) });
      }
    }
    stores.report('overrun', { codeId });
    return true;
  }
}

/** The longest location that the API accepts, which every entry has room for. */
export const ENTRY_CHARACTERS = 8_192;

function sizeOf(link: ShortLink): number {
  return link.kind === 'ruled' ? 1 + Math.floor(JSON.stringify(link.control).length / ENTRY_CHARACTERS) : 1;
}
