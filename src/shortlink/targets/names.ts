import { BoundedMap } from '#core/bounded-map.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import { type AddressKey, type LinkAddress, toAddressKey } from '#core/links/link-address.ts';
import { findCopiedName } from '#storage/links/copies.ts';
import { findNamedLink } from '#storage/links/short-links.ts';
import { MAX_ENTRIES } from './cache.ts';
import type { DatabaseHealth } from './database-health.ts';
import { Lookups } from './lookups.ts';
import type { TargetResolver } from './resolve.ts';
import type { Stores } from './stores.ts';
import type { UnknownNames } from './unknown-names.ts';

/** The code with a name; `unknown` if it never existed, `unavailable` if this cannot be determined now. */
export type Named = CodeId | 'unknown' | 'unavailable';

/**
 * Finds the codes that have names besides their ids. A name belongs to one code for ever, so a known name is never queried again: the code's
 * target is found by its id, as in any scan. A name without a code is looked up once per `UNKNOWN_REMEMBERED_MS`.
 */
export class NameResolver {
  readonly #health: DatabaseHealth;
  readonly #names = new BoundedMap<AddressKey, CodeId>(MAX_ENTRIES);
  readonly #unknown: UnknownNames;
  readonly #lookups: Lookups<LinkAddress, CodeId, CodeId>;

  constructor(nowMs: () => number, targets: TargetResolver, health: DatabaseHealth, unknown: UnknownNames) {
    this.#health = health;
    this.#unknown = unknown;
    this.#lookups = new Lookups(nowMs, health, unknown, {
      keyOf: toAddressKey,
      // The query also brings the code's target.
      find: async (address, stores, readAtMs) => {
        const found = await findNamedLink(stores.db, address);
        if (!found) return null;
        const { codeId, link } = found;
        const name = toAddressKey(address);
        targets.keep(codeId, { link, readAtMs }, stores);
        stores.waitUntil(stores.colo.putName(name, codeId));
        return this.#keep(name, codeId);
      },
      findCopy: (copies, address) => findCopiedName(copies, toAddressKey(address)),
      describe: (address) => ({ name: toAddressKey(address) }),
    });
  }

  /** Responds at once if memory knows the name, or knows from a recent query that no code has it. */
  find(address: LinkAddress, openStores: () => Stores): Named | Promise<Named> {
    const name = toAddressKey(address);
    const known = this.#names.get(name);
    if (known) return known;
    return this.#unknown.has(name) ? 'unknown' : this.#findInStores(address, name, openStores());
  }

  async #findInStores(address: LinkAddress, name: AddressKey, stores: Stores): Promise<Named> {
    const codeId = await stores.colo.findName(name);
    if (codeId) return this.#keep(name, codeId);
    // In an outage the database comes last: querying it would only delay this scan.
    const isFailing = this.#health.isFailing();
    return (
      (isFailing ? null : await this.#findInDatabase(address, stores)) ??
      (await this.#findCopy(address, name, stores)) ??
      (isFailing ? await this.#findInDatabase(address, stores) : null) ??
      this.#giveUp(name, stores)
    );
  }

  /** Null if the database fails. */
  async #findInDatabase(address: LinkAddress, stores: Stores): Promise<Named | null> {
    const loaded = await this.#lookups.load(address, stores, 'miss');
    if (loaded.kind === 'failed') return null;
    return loaded.kind === 'found' ? loaded.entry : 'unknown';
  }

  async #findCopy(address: LinkAddress, name: AddressKey, stores: Stores): Promise<CodeId | null> {
    const codeId = await this.#lookups.findCopy(address, stores);
    return codeId && this.#keep(name, codeId);
  }

  #keep(name: AddressKey, codeId: CodeId): CodeId {
    this.#names.set(name, codeId);
    return codeId;
  }

  #giveUp(name: AddressKey, stores: Stores): Named {
    stores.report('unavailable', { name });
    return 'unavailable';
  }
}
