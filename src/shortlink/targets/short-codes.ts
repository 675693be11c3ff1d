import { BoundedMap } from '#core/bounded-map.ts';
import type { CodeId } from '#core/codes/code-id.ts';
import type { ShortCode } from '#core/links/short-code.ts';
import { describeError } from '#core/log-line.ts';
import { findCopiedName } from '#storage/links/copies.ts';
import { findNamedLink } from '#storage/links/short-links.ts';
import { MAX_ENTRIES } from './cache.ts';
import type { DatabaseHealth } from './database-health.ts';
import type { Stores, TargetResolver } from './resolve.ts';
import { createSharedLoads, type Loaded } from './shared-loads.ts';
import { COPY_TIMEOUT_MS, DATABASE_TIMEOUT_MS } from './time-bounds.ts';
import type { UnknownNames } from './unknown-names.ts';
import { within } from './within.ts';

/** The code that a short code names; `unknown` if it never existed, `unavailable` if this cannot be determined now. */
export type Named = CodeId | 'unknown' | 'unavailable';

/**
 * Finds the codes that short codes name. A name belongs to one code for ever, so a known name is never queried again: the code's target is
 * found by its id, as in any scan. A name without a code is looked up once per `UNKNOWN_REMEMBERED_MS`.
 */
export class ShortCodeResolver {
  readonly #nowMs: () => number;
  readonly #targets: TargetResolver;
  readonly #health: DatabaseHealth;
  readonly #names = new BoundedMap<ShortCode, CodeId>(MAX_ENTRIES);
  readonly #unknown: UnknownNames;
  readonly #load: ReturnType<typeof createSharedLoads<ShortCode, CodeId>>;

  constructor(nowMs: () => number, targets: TargetResolver, health: DatabaseHealth, unknown: UnknownNames) {
    this.#nowMs = nowMs;
    this.#targets = targets;
    this.#health = health;
    this.#unknown = unknown;
    this.#load = createSharedLoads(nowMs);
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
    const loaded = await this.#load(shortCode, () => this.#query(shortCode, stores), stores.waitUntil);
    if (loaded.kind === 'failed') return null;
    return loaded.kind === 'found' ? loaded.entry : 'unknown';
  }

  /** Runs one query, which also brings the code's target. A result that is too late for its scan is still kept. */
  #query(shortCode: ShortCode, stores: Stores): Promise<Loaded<CodeId>> {
    // Another scan may just have queried it.
    if (this.#unknown.has(shortCode)) return Promise.resolve({ kind: 'unknown' });
    const readAtMs = this.#nowMs();
    const ms = () => this.#nowMs() - readAtMs;
    const query = findNamedLink(stores.db, shortCode).then((found): Loaded<CodeId> => {
      if (!found) {
        this.#unknown.add(shortCode, readAtMs);
        return { kind: 'unknown' };
      }
      const { codeId, link } = found;
      this.#targets.keep(codeId, { link, readAtMs }, stores);
      stores.waitUntil(stores.colo.putName(shortCode, codeId));
      return { kind: 'found', entry: this.#keep(shortCode, codeId) };
    });
    stores.waitUntil(query.catch(() => null));
    return within(DATABASE_TIMEOUT_MS, query).then(
      (loaded) => {
        this.#health.noteSuccess();
        stores.report(loaded.kind === 'found' ? 'miss' : 'unknown', { shortCode, ms: ms() });
        return loaded;
      },
      (error: unknown) => {
        this.#health.noteFailure();
        stores.report('database_failed', { shortCode, ms: ms(), error: describeError(error) });
        return { kind: 'failed', error };
      },
    );
  }

  async #findCopy(shortCode: ShortCode, { copies, report }: Stores): Promise<CodeId | null> {
    try {
      const codeId = await within(COPY_TIMEOUT_MS, findCopiedName(copies, shortCode));
      return codeId && this.#keep(shortCode, codeId);
    } catch (error) {
      report('copy_failed', { shortCode, error: describeError(error) });
      return null;
    }
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
