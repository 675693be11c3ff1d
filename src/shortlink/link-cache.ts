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

/** This isolate's entries: bounded, the one least recently used leaves first. */
export class MemoryCache {
  readonly #entries = new Map<CodeId, Entry>();

  get(codeId: CodeId): Entry | null {
    const entry = this.#entries.get(codeId);
    if (!entry) return null;
    // A Map keeps the order of insertion: what is used moves to its end.
    this.#entries.delete(codeId);
    this.#entries.set(codeId, entry);
    return entry;
  }

  /** Keeps an entry, unless a newer one is there. */
  set(codeId: CodeId, entry: Entry): void {
    const kept = this.#entries.get(codeId);
    if (kept && kept.readAtMs > entry.readAtMs) return;
    this.#entries.delete(codeId);
    this.#entries.set(codeId, entry);
    if (this.#entries.size <= MAX_ENTRIES) return;
    for (const oldest of this.#entries.keys()) return void this.#entries.delete(oldest);
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
        const headers = { 'Cache-Control': `max-age=${STALE_FOR_SECONDS}` };
        await caches.default.put(keyOf(codeId), Response.json(entry, { headers }));
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
