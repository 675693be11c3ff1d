import { BoundedMap } from '#core/bounded-map.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import { findCopiedName } from '#storage/links/copies.ts';
import { findNamedLink } from '#storage/links/short-links.ts';
import { MAX_ENTRIES } from './cache.ts';
import type { DatabaseHealth } from './database-health.ts';
import { Lookups } from './lookups.ts';
import type { TargetResolver } from './resolve.ts';
import type { Stores } from './stores.ts';
import type { UnknownNames } from './unknown-names.ts';

/** The code that a short code names; `unknown` if it never existed, `unavailable` if this cannot be determined now. */
export type Named = CodeId | 'unknown' | 'unavailable';

/**
 * Finds the codes that short codes name. A name belongs to one code for ever, so a known name is never queried again: the code's target is
 * found by its id, as in any scan. A name without a code is looked up once per `UNKNOWN_REMEMBERED_MS`.
 */
export class ShortCodeResolver {
  readonly #health: DatabaseHealth;
  readonly #names = new BoundedMap<ShortCode, CodeId>(MAX_ENTRIES);
  readonly #unknown: UnknownNames;
  readonly #lookups: Lookups<ShortCode, CodeId, CodeId>;

  constructor(nowMs: () => number, targets: TargetResolver, health: DatabaseHealth, unknown: UnknownNames) {
    this.#health = health;
    this.#unknown = unknown;
    this.#lookups = new Lookups(nowMs, health, unknown, {
      // The query also brings the code's target.
      find: async (shortCode, stores, readAtMs) => {
        const found = await findNamedLink(stores.db, shortCode);
        if (!found) return null;
        const { codeId, link } = found;
        targets.keep(codeId, { link, readAtMs }, stores);
        stores.waitUntil(stores.colo.putName(shortCode, codeId));
        return this.#keep(shortCode, codeId);
      },
      findCopy: findCopiedName,
      describe: (shortCode) => ({ shortCode }),
    });
  }

  /** Responds at once if memory knows the name, or knows from a recent query that no code has it. */
  find(shortCode: ShortCode, openStores: () => Stores): Named | Promise<Named> {
    const known = this.#names.get(shortCode);
    if (known) return known;
    return this.#unknown.has(shortCode) ? 'unknown' : this.#findInStores(shortCode, openStores());
  }

  async #findInStores(shortCode: ShortCode, stores: Stores): Promise<Named> {
    const codeId = await stores.colo.findName(shortCode);
    if (codeId) return this.#keep(shortCode, codeId);
    // In an outage the database comes last: querying it would only delay this scan.
    const isFailing = this.#health.isFailing();
    return (
      (isFailing ? null : await this.#findInDatabase(shortCode, stores)) ??
      (await this.#findCopy(shortCode, stores)) ??
      (isFailing ? await this.#findInDatabase(shortCode, stores) : null) ??
      this.#giveUp(shortCode, stores)
    );
  }

  /** Null if the database fails. */
  async #findInDatabase(shortCode: ShortCode, stores: Stores): Promise<Named | null> {
    const loaded = await this.#lookups.load(shortCode, stores, 'miss');
    if (loaded.kind === 'failed') return null;
    return loaded.kind === 'found' ? loaded.entry : 'unknown';
  }

  async #findCopy(shortCode: ShortCode, stores: Stores): Promise<CodeId | null> {
    const codeId = await this.#lookups.findCopy(shortCode, stores);
    return codeId && this.#keep(shortCode, codeId);
  }

  #keep(shortCode: ShortCode, codeId: CodeId): CodeId {
    this.#names.set(shortCode, codeId);
    return codeId;
  }

  #giveUp(shortCode: ShortCode, stores: Stores): Named {
    stores.report('unavailable', { shortCode });
    return 'unavailable';
  }
}
