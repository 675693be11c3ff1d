import type { CodeId } from '../core/code-id.ts';
import { parseShortLink, type ShortLink } from '../storage/short-links.ts';
import { COLO_CACHE_TIMEOUT_MS, STALE_FOR_SECONDS } from './time-bounds.ts';
import { within } from './within.ts';

/** What was read of the database, and when: the time travels with it through all caches, so that their ages never add up. */
export interface Entry {
  readonly link: ShortLink;
  /** Just before the database was asked: an edit that races the reading makes the entry older, never newer. */
  readonly readAtMs: number;
  /** When, during an outage, the copy was last compared with it; of this isolate only, and absent where it never was. */
  readonly comparedAtMs?: number;
}

/** With the longest location that the API lets through (8 KiB) in each, 40 MiB of the isolate's 128. */
export const MAX_ENTRIES = 5_000;

interface Slot {
  entry: Entry;
  /** Since the hand came by. */
  isUsed: boolean;
}

/**
 * This isolate's entries: bounded by SIEVE (Zhang et al., NSDI 2024). A hand goes from the oldest slot to the newest and round again; it
 * spares what was used since it came by, once, and takes the first that was not. Codes that are scanned once leave before hot
 * ones do, and a scan only sets a flag.
 */
export class MemoryCache {
  readonly #slots = new Map<CodeId, Slot>();
  /** An iterator over a Map that changes goes on as the hand has to: over what was added meanwhile, and not over what was deleted. */
  #hand = this.#slots.entries();

  get(codeId: CodeId): Entry | null {
    const slot = this.#slots.get(codeId);
    if (!slot) return null;
    slot.isUsed = true;
    return slot.entry;
  }

  /** Keeps an entry, unless a newer one is there. */
  set(codeId: CodeId, entry: Entry): void {
    const slot = this.#slots.get(codeId);
    if (!slot) {
      if (this.#slots.size >= MAX_ENTRIES) this.#dropOne();
      this.#slots.set(codeId, { entry, isUsed: false });
    } else if (slot.entry.readAtMs <= entry.readAtMs) slot.entry = entry;
  }

  #dropOne(): void {
    for (;;) {
      const { value: next } = this.#hand.next();
      if (!next) {
        this.#hand = this.#slots.entries();
        continue;
      }
      const [codeId, slot] = next;
      if (!slot.isUsed) return void this.#slots.delete(codeId);
      slot.isUsed = false;
    }
  }
}

/**
 * The entries that all isolates of one colo share, in the Cache API. Its own expiry only cleans up: how old an entry is, the entry
 * says itself. Whatever fails here is an empty cache.
 */
export interface ColoCache {
  find(codeId: CodeId): Promise<Entry | null>;
  put(codeId: CodeId, entry: Entry): Promise<void>;
}

const KEPT_UNTIL_STALE = { headers: { 'Cache-Control': `max-age=${STALE_FOR_SECONDS}` } };

/** `origin` is the short-link host's: the key must be in a zone of ours, and no visitor's path reaches `/__c/`. */
export function openColoCache(origin: string): ColoCache {
  const keyOf = (codeId: CodeId) => `${origin}/__c/${codeId}`;
  return {
    async find(codeId) {
      try {
        const read = async () => {
          const response = await caches.default.match(keyOf(codeId));
          return response ? parseEntry(await response.json()) : null;
        };
        return await within(COLO_CACHE_TIMEOUT_MS, read());
      } catch {
        return null;
      }
    },
    async put(codeId, entry) {
      try {
        await caches.default.put(keyOf(codeId), new Response(JSON.stringify(entry), KEPT_UNTIL_STALE));
      } catch {
        // The next scan asks the database itself.
      }
    },
  };
}

function parseEntry(value: unknown): Entry | null {
  const { link, readAtMs } = (value ?? {}) as { link?: unknown; readAtMs?: unknown };
  const parsed = parseShortLink(link);
  return parsed && typeof readAtMs === 'number' ? { link: parsed, readAtMs } : null;
}
